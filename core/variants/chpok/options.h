#ifndef ARBITER_CORE_VARIANTS_CHPOK_OPTIONS_H_
#define ARBITER_CORE_VARIANTS_CHPOK_OPTIONS_H_

#include <optional>

#include "absl/status/statusor.h"
#include "core/rules/variant_info.h"
#include "core/variants/chpok/features.h"
#include "core/variants/chpok/home_row.h"
#include "core/variants/chpok/time_control.h"

namespace arbiter::chpok {

inline constexpr int kMaxChips = 99;

// The limits of the outcomes that raises can name (P4, P9): at most this many minutes and bonus
// seconds, and at least this many moves.
struct BidLimits {
  int minutes = 180;
  int bonus = 60;
  int min_moves = kMinMoves;

  bool operator==(const BidLimits&) const = default;
};

// The options of a new game.
struct Options {
  DrawPolicy draw_policy = DrawPolicy::kClaim;
  int chips = 15;
  BidLimits limits;
  bool track_clocks = false;
  bool skip_bidding = false;
  // The members below describe the board of a game that skips the bidding phase.

  // The colour of the Challenger; std::nullopt if it is unknown.
  std::optional<Color> challenger;
  std::optional<TimeControl> time_control;
  Features features;
  std::optional<HomeRow> home_row;

  bool operator==(const Options&) const = default;
};

// Reads the options of a new game; OPTION_OUT_OF_RANGE if a name or a value is invalid.
absl::StatusOr<Options> ReadOptions(const OptionMap& map);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_OPTIONS_H_
