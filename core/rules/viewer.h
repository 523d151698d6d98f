#ifndef ARBITER_CORE_RULES_VIEWER_H_
#define ARBITER_CORE_RULES_VIEWER_H_

#include <cstdint>

#include "core/board/color.h"

namespace arbiter {

// The person for whom an answer is meant, with the numbers of `arbiter.v1.Viewer`.
enum class Viewer : uint8_t { kAll = 1, kWhite = 2, kBlack = 3, kSpectator = 4 };

// Returns whether the viewer can see what only the player of `color` is allowed to see.
constexpr bool CanSeeHidden(Viewer viewer, Color color) {
  if (viewer == Viewer::kAll) return true;
  return viewer == (color == Color::kWhite ? Viewer::kWhite : Viewer::kBlack);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_VIEWER_H_
