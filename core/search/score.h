#ifndef ARBITER_CORE_SEARCH_SCORE_H_
#define ARBITER_CORE_SEARCH_SCORE_H_

#include <algorithm>
#include <cstdint>

#include "core/rules/outcome.h"

namespace arbiter {

// What a position is worth, seen from one player.
struct Score {
  enum class Kind : uint8_t { kCentipawns, kMate, kPoints };

  Kind kind = Kind::kCentipawns;
  // Hundredths of a pawn; for kMate the moves of the side that wins until the end that is proven,
  // positive where this player wins (1 for a win by the next move, and -1 for being mated by
  // the reply or having been mated).
  int value = 0;
  // For kPoints: by how many points this player is expected to lead.
  double points = 0;
  // 0 to 1; what is left of 1 is the other player's chance.
  double win_probability = 0;
  double draw_probability = 0;

  // 0 to 1: what the player can expect of the game, a draw counting one half.
  double expectation() const { return win_probability + draw_probability / 2; }
  // The same from the other player's view.
  Score Reversed() const {
    Score reversed = *this;
    reversed.value = -value;
    reversed.points = -points;
    reversed.win_probability = 1 - win_probability - draw_probability;
    return reversed;
  }
};

// What a value of an engine that is no proven end says; and a proven end so many moves of the side
// that wins away.
Score ScoreOf(int value, const WinScale& scale);
Score ProvenScore(bool wins, int moves);

// A value inside a search, from the side to move. Beyond kLeastWin the end is proven:
// kWin - n is a win n plies after the root, n - kWin a loss.
using Value = int;
inline constexpr Value kWin = 32000;
inline constexpr Value kInfinite = kWin + 1;
inline constexpr int kMostPly = 250;
inline constexpr Value kLeastWin = kWin - 2 * kMostPly;
// Bound of what an evaluation says.
inline constexpr Value kMostEval = kLeastWin - 1;
// In the table, where a position has no evaluation (its side is in check).
inline constexpr Value kNoEval = -kInfinite;

constexpr Value WinIn(int ply) { return kWin - ply; }
constexpr Value LossIn(int ply) { return ply - kWin; }
constexpr bool IsProven(Value value) { return value >= kLeastWin || value <= -kLeastWin; }
constexpr Value ClampEval(Value value) { return std::clamp(value, -kMostEval, kMostEval); }

// Of an end `ply` plies after the root.
constexpr Value ValueOf(Verdict verdict, int ply) {
  return verdict == Verdict::kWin ? WinIn(ply) : verdict == Verdict::kLoss ? LossIn(ply) : 0;
}

// Plies from the root to the proven end.
constexpr int PliesToEnd(Value value) { return kWin - (value > 0 ? value : -value); }

// The table counts plies from its position, a search from its root.
constexpr Value ToTable(Value value, int ply) {
  return value >= kLeastWin ? value + ply : value <= -kLeastWin ? value - ply : value;
}
constexpr Value FromTable(Value value, int ply) {
  return value >= kLeastWin ? value - ply : value <= -kLeastWin ? value + ply : value;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_SCORE_H_
