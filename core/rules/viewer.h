#ifndef ARBITER_CORE_RULES_VIEWER_H_
#define ARBITER_CORE_RULES_VIEWER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/board/color.h"

namespace arbiter {

// The person for whom an answer is meant, with the numbers of `arbiter.v1.Viewer`.
enum class Viewer : uint8_t { kAll = 1, kWhite = 2, kBlack = 3, kSpectator = 4 };

inline constexpr std::array<Viewer, 4> kViewers = {Viewer::kAll, Viewer::kWhite, Viewer::kBlack,
                                                   Viewer::kSpectator};
// Returns the index of a viewer in kViewers.
constexpr size_t Index(Viewer viewer) { return static_cast<size_t>(viewer) - 1; }

// Returns the player whom a viewer is; std::nullopt if the viewer is not a player.
constexpr std::optional<Color> PlayerOf(Viewer viewer) {
  if (viewer == Viewer::kWhite) return Color::kWhite;
  if (viewer == Viewer::kBlack) return Color::kBlack;
  return std::nullopt;
}

// Returns whether the viewer can see what only the player of `color` is allowed to see.
constexpr bool CanSeeHidden(Viewer viewer, Color color) {
  return viewer == Viewer::kAll || PlayerOf(viewer) == color;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_VIEWER_H_
