#ifndef ARBITER_CORE_RULES_STRENGTH_LEVEL_H_
#define ARBITER_CORE_RULES_STRENGTH_LEVEL_H_

#include <array>
#include <cstdint>

namespace arbiter {

// The levels of strength for opponents of people are 1, the weakest, to this.
inline constexpr int kMaxStrength = 10;

// How the engine plays at a level of strength (core/game/strength.h).
struct StrengthLevel {
  // The number of nodes that a search visits.
  uint64_t nodes;
  // The loss of expectation, in ten-thousandths, at which a line is half as likely to be chosen as
  // one without loss; from 10 to 10,000.
  int64_t half_loss;
};
// The weakest level comes first.
using StrengthLevels = std::array<StrengthLevel, kMaxStrength>;

// Levels with which a new variant can begin.
inline constexpr StrengthLevels kCommonLevels = {{
    {200, 5'000},
    {220, 2'600},
    {260, 1'500},
    {300, 900},
    {370, 650},
    {450, 500},
    {570, 390},
    {800, 300},
    {1'200, 220},
    {1'700, 160},
}};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_STRENGTH_LEVEL_H_
