#ifndef ARBITER_CORE_GAME_STRENGTH_H_
#define ARBITER_CORE_GAME_STRENGTH_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/game/analysis.h"
#include "core/rules/strength_level.h"

namespace arbiter {

// The number of lines among which a level chooses.
inline constexpr int kStrengthLines = 8;

// Chooses the line to play at a level: the more likely, the less of the expectation of the best
// line it gives away. `lines` must not be empty, the best line comes first. The choice depends only
// on the arguments; `position` identifies the position.
size_t ChooseLine(const StrengthLevel& level, std::string_view seed, std::string_view position,
                  const std::vector<AnalysisLine>& lines);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_STRENGTH_H_
