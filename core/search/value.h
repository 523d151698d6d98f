#ifndef ARBITER_CORE_SEARCH_VALUE_H_
#define ARBITER_CORE_SEARCH_VALUE_H_

#include <algorithm>

#include "core/rules/verdict.h"

namespace arbiter {

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

#endif  // ARBITER_CORE_SEARCH_VALUE_H_
