#ifndef ARBITER_CORE_SEARCH_SCORE_H_
#define ARBITER_CORE_SEARCH_SCORE_H_

#include <algorithm>
#include <cstdint>

#include "core/rules/outcome.h"

namespace arbiter {

// The value of a position from one player's point of view.
struct Score {
  enum class Kind : uint8_t { kCentipawns, kMate, kPoints };

  Kind kind = Kind::kCentipawns;
  // For kMate, the number of moves by the winning side until the proven end: positive if this
  // player wins (1 for a win with the next move), negative if this player loses (-1 if mated or
  // about to be mated by the reply). Otherwise the evaluation, which for kCentipawns is in
  // hundredths of a pawn.
  int value = 0;
  // For kPoints, the number of points by which this player is expected to lead.
  double points = 0;
  // From 0 to 1. The rest is the probability that the other player wins.
  double win_probability = 0;
  double draw_probability = 0;

  // The player's expected result from 0 to 1, where a draw counts as one half.
  double expectation() const { return win_probability + draw_probability / 2; }
  // Returns the score from the other player's point of view.
  Score Reversed() const {
    Score reversed = *this;
    reversed.value = -value;
    reversed.points = -points;
    reversed.win_probability = 1 - win_probability - draw_probability;
    return reversed;
  }
};

// Returns the score of an unproven evaluation.
Score ScoreOf(int value, const WinScale& scale);
// Returns the score of a proven win or loss in which the winning side needs this many more moves.
Score ProvenScore(bool wins, int moves);

// A value inside a search, from the point of view of the side to move. A value of at least kMinWin
// or at most -kMinWin is proven: kWin - n is a win n plies after the root, and n - kWin a loss.
using Value = int;
inline constexpr Value kWin = 32000;
inline constexpr Value kInfinite = kWin + 1;
// The maximum length of a line that a search examines.
inline constexpr int kMaxPly = 250;
inline constexpr Value kMinWin = kWin - 2 * kMaxPly;
// The maximum value of a static evaluation.
inline constexpr Value kMaxEval = kMinWin - 1;
// Stands for the evaluation of a position in check, which has none.
inline constexpr Value kNoEval = -kInfinite;

constexpr Value WinIn(int ply) { return kWin - ply; }
constexpr Value LossIn(int ply) { return ply - kWin; }
constexpr bool IsProven(Value value) { return value >= kMinWin || value <= -kMinWin; }
constexpr Value ClampEval(Value value) { return std::clamp(value, -kMaxEval, kMaxEval); }

// Returns the value of a game that ends `ply` plies after the root.
constexpr Value ValueOf(Verdict verdict, int ply) {
  return verdict == Verdict::kWin ? WinIn(ply) : verdict == Verdict::kLoss ? LossIn(ply) : 0;
}

// Returns the number of plies from the root to the proven end.
constexpr int PliesToEnd(Value value) { return kWin - (value > 0 ? value : -value); }

// Convert proven values between the search, which counts plies from the root, and the transposition
// table, which counts them from the position of the entry.
constexpr Value ToTable(Value value, int ply) {
  return value >= kMinWin ? value + ply : value <= -kMinWin ? value - ply : value;
}
constexpr Value FromTable(Value value, int ply) {
  return value >= kMinWin ? value - ply : value <= -kMinWin ? value + ply : value;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_SCORE_H_
