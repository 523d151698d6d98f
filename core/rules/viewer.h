#ifndef ARBITER_CORE_RULES_VIEWER_H_
#define ARBITER_CORE_RULES_VIEWER_H_

#include <cstdint>

#include "core/board/color.h"

namespace arbiter {

// Whose eyes see an answer. Same numbers as `arbiter.v1.Viewer`.
enum class Viewer : uint8_t { kAll = 1, kWhite = 2, kBlack = 3, kSpectator = 4 };

// Whether the viewer knows what the player of `color` alone may know.
constexpr bool Knows(Viewer viewer, Color color) {
  if (viewer == Viewer::kAll) return true;
  return viewer == (color == Color::kWhite ? Viewer::kWhite : Viewer::kBlack);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_VIEWER_H_
