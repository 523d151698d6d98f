#ifndef ARBITER_CORE_VARIANTS_CHPOK_OPTIONS_H_
#define ARBITER_CORE_VARIANTS_CHPOK_OPTIONS_H_

#include <optional>

#include "absl/status/statusor.h"
#include "core/rules/variant_info.h"
#include "core/variants/chpok/features.h"
#include "core/variants/chpok/home_row.h"
#include "core/variants/chpok/time_control.h"

namespace arbiter::chpok {

inline constexpr int kMostChips = 99;

// What bids may ask for (P4, P9).
struct BidLimits {
  int minutes = 180;
  int bonus = 60;
  int least_moves = kLeastMoves;
};

// A new game's options.
struct Options {
  DrawPolicy draw_policy = DrawPolicy::kClaim;
  int chips = 15;
  BidLimits limits;
  bool track_clocks = false;
  // Where there is no bidding: the board.
  bool skip_bidding = false;
  std::optional<Color> challenger;
  std::optional<TimeControl> time_control;
  Features features;
  std::optional<HomeRow> home_row;
};

// OPTION_OUT_OF_RANGE.
absl::StatusOr<Options> ReadOptions(const OptionMap& map);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_OPTIONS_H_
