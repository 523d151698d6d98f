#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_DETAIL_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_DETAIL_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/color.h"
#include "core/variants/chpok/time_control.h"

namespace arbiter::chpok {

// One target of the bidding as it stands.
struct TargetDetail {
  std::string_view name;
  // Chips, the Challenger's first.
  std::array<int, 2> deposits = {};
  // As in the bidding text: `-` where there is none.
  std::string outcome;
};

// What the player to move may bid on one target. Legal bids are an open set, so that they are
// described and not listed (ruling P10). Numbers are chips.
struct BidTemplate {
  // `white`, `time`, `home` or `xf`.
  std::string_view target;
  // What the other player has deposited more; negative: less.
  int gap = 0;
  // What a match costs; none: it is not legal.
  std::optional<int> match_cost = {};
  // What a raise may cost; none: it is not legal.
  std::optional<int> raise_least = {};
  std::optional<int> raise_most = {};
  // How a raise is written: `raise time +N M+B`.
  std::string_view form = {};
  // What may stand for the outcome, in words; empty for `white`.
  std::string outcomes = {};
};

// The bidding. Numbers are chips; the Challenger's first, who is Color::kWhite here.
struct BiddingDetail {
  Color turn = Color::kWhite;
  std::array<int, 2> chips = {};
  uint32_t bids_made = 0;
  // white, time, home, xf.
  std::vector<TargetDetail> targets;
  // The width in force, and whether the home row has it (P8).
  int width = 0;
  bool home_row_fits = true;
  // The row that would be played if this were the end: the outcome, or the width's default.
  std::string home_row_played;
  Clocks clocks;
  // What the player to move may bid, by target; empty once the game is over.
  std::vector<BidTemplate> bids;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_DETAIL_H_
