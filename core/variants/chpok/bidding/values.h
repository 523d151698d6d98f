#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_VALUES_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_VALUES_H_

#include <array>
#include <span>
#include <string_view>

#include "core/variants/chpok/features.h"
#include "core/variants/chpok/home_row.h"

namespace arbiter::chpok {

// What the chances of a board's first position are made of: each term has an amount in it, and a
// weight, and the sum of their products is the log-odds of White's expected score. The time
// control has no term, for its rules are the same for both; nor has the undo, which the self-play
// that the weights come from cannot use.
struct BidTerms {
  static constexpr int kWidths = kMostWidth - kLeastWidth + 1;
  // 1 for the width.
  static constexpr int kWidth = 0;
  // By how near the moves are to 10, 20 and 40.
  static constexpr std::array<int, 4> kMoveNodes = {10, 20, 40, 80};
  static constexpr int kMoves = kWidth + kWidths;
  // By place in Features::points a ninth for each point.
  static constexpr int kPoints = kMoves + static_cast<int>(kMoveNodes.size()) - 1;
  // A castling more or less than one.
  static constexpr int kCastlings = kPoints + kPieceKinds;
  static constexpr int kSwitches = kCastlings + 1;
  // By kind its part of the row, less that of the default row.
  static constexpr int kRow = kSwitches + static_cast<int>(Switch::kCount);
  static constexpr int kCount = kRow + kPieceKinds;
};
using BidAmounts = std::array<double, BidTerms::kCount>;

// In hundredths, from self-play: `arbiter_bid_values` writes values.cc.
extern const std::array<int, BidTerms::kCount> kBidWeights;

// Features that were measured by themselves, which says more than the sum of their terms, and the
// log-odds of White's expected score with them on the default row of their width, in hundredths.
struct KnownFeatures {
  std::string_view text;
  int log_odds;
};
extern const std::span<const KnownFeatures> kKnownFeatures;

// `row` is as long as the board is wide.
BidAmounts BidAmountsOf(const Features& features, const HomeRow& row);

// What White can expect of the game, in ten-thousandths: a win 10,000, a draw half of it. Of
// features that were measured only the row is added.
inline constexpr int kSureWin = 10'000;
int WhiteExpectation(const Features& features, const HomeRow& row);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_VALUES_H_
