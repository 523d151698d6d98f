#ifndef ARBITER_CORE_GAME_STRENGTH_H_
#define ARBITER_CORE_GAME_STRENGTH_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/game/analysis.h"

namespace arbiter {

// The number of lines among which a level chooses.
inline constexpr int kStrengthLines = 8;

// Returns the number of nodes that a search at this level, 1 to kMaxStrength, visits.
uint64_t StrengthNodes(int level);

// Chooses the line to play at this level: the more likely, the less of the expectation of the best
// line it gives away. `lines` must not be empty, the best line comes first. The choice depends only
// on the arguments; `position` identifies the position.
size_t ChooseLine(int level, std::string_view seed, std::string_view position,
                  const std::vector<AnalysisLine>& lines);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_STRENGTH_H_
