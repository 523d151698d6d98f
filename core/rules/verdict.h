#ifndef ARBITER_CORE_RULES_VERDICT_H_
#define ARBITER_CORE_RULES_VERDICT_H_

#include <cstdint>

namespace arbiter {

// How a game ended for one player.
enum class Verdict : int8_t { kLoss = -1, kDraw = 0, kWin = 1 };

// What an engine's values mean in a variant: with the value v the chance to win is
// 1 / (1 + e^((margin - v) / slope)), that to lose the same of -v.
struct WinScale {
  int margin;
  int slope;
  // What a value counts; points are those that the game is played for.
  enum class Unit : uint8_t { kCentipawns, kPoints } unit = Unit::kCentipawns;
  // Values a unit, for points.
  int per_point = 1;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_VERDICT_H_
