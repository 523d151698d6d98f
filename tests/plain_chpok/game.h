#ifndef ARBITER_TESTS_PLAIN_CHPOK_GAME_H_
#define ARBITER_TESTS_PLAIN_CHPOK_GAME_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/plain_chpok/moves.h"
#include "tests/plain_chpok/position.h"

namespace arbiter::testing::plain_chpok {

struct End {
  // WHITE_WINS, BLACK_WINS or DRAW.
  std::string result;
  // KING_CAPTURED, HILL, RACING, POINTS, BLOCKED, RESIGNATION, TIMEOUT, DRAW_CLAIMED, WIN_CLAIMED.
  std::string termination;
};

// A game from a FEN on, with what the position alone does not hold: the record that `undo` takes
// back from, and the end.
class Game {
 public:
  // Nothing where the text is no FEN. `automatic`: rightful claims are made for the players (P18).
  static std::optional<Game> FromFen(const std::string& fen, bool automatic);

  // Without `undo` and claims; of the position alone, whether or not the game has ended (C12).
  std::vector<std::string> Legal() const { return LegalTexts(position_); }
  // P19
  bool CanUndo() const;
  // P18: what can be claimed now: `d` a draw, `w` a win for White, `b` for Black, or nothing.
  std::string Claims() const;

  // A move, `undo`, or `resign`, `claim draw`, `claim win`, `timeout`, these with `white:` or
  // `black:` before them where it is not the player to move who does it (whose time ran out).
  // False where the rules refuse it; then nothing has changed. No time is charged for -1.
  bool Play(const std::string& action, int64_t elapsed_ms = -1);

  std::string Fen() const { return WriteFen(position_); }
  const std::optional<End>& Ended() const { return end_; }
  int64_t Points(int side) const { return position_.points[side]; }
  const Position& Now() const { return position_; }

 private:
  // Whether each action that is no move is open now.
  bool CanClaim(const std::string& action, int actor) const;
  bool CanReportTimeout(int actor, int64_t elapsed_ms) const;
  // Whether the time used leaves the player to move less than none (P24).
  bool Overspends(int64_t elapsed_ms) const;
  void Charge(int64_t elapsed_ms);

  void PlayMove(const std::string& text, int64_t elapsed_ms);
  void Undo(int64_t elapsed_ms);

  void EndByTimeout(int loser);
  void EndByPoints(const std::string& termination);
  void EndByClaim();
  void EndWithWinner(int winner, const std::string& termination);

  Position position_;
  bool automatic_ = false;
  // Before each ply that stands, since the start.
  std::vector<Position> record_;
  std::optional<End> end_;
};

}  // namespace arbiter::testing::plain_chpok

#endif  // ARBITER_TESTS_PLAIN_CHPOK_GAME_H_
