#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_VALUES_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_VALUES_H_

#include <array>
#include <span>
#include <string_view>

#include "core/variants/chpok/features.h"
#include "core/variants/chpok/home_row.h"

namespace arbiter::chpok {

// The terms of the expectation of a board's first position. The board has an amount of each term,
// each term has a weight, and the sum of the products is the log-odds of White's expectation. The
// time control has no term, because it is the same for both players. The feature `undo` has none,
// because the self-play from which the weights come does not take back moves.
struct BidTerms {
  static constexpr int kWidths = kMaxWidth - kMinWidth + 1;
  // The amount is 1 for the width of the board and 0 for the others.
  static constexpr int kWidth = 0;
  // The amounts interpolate the move limit between these nodes; the last node has no term.
  static constexpr std::array<int, 4> kMoveNodes = {10, 20, 40, 80};
  static constexpr int kMoves = kWidth + kWidths;
  // The amount is a ninth of the points of the kind, in the order of Features::points.
  static constexpr int kPoints = kMoves + static_cast<int>(kMoveNodes.size()) - 1;
  // The amount is the number of castlings minus the default, which is 1.
  static constexpr int kCastlings = kPoints + kPieceKinds;
  static constexpr int kSwitches = kCastlings + 1;
  // The amount is the kind's share of the row minus its share of the default row.
  static constexpr int kRow = kSwitches + static_cast<int>(Switch::kCount);
  static constexpr int kCount = kRow + kPieceKinds;
};
using BidAmounts = std::array<double, BidTerms::kCount>;

// The weights of the terms, in hundredths. They come from self-play: `arbiter_bid_values` writes
// values.cc.
extern const std::array<int, BidTerms::kCount> kBidWeights;

// Features whose expectation was measured directly, which is more accurate than the sum of their
// terms. `log_odds` holds the log-odds of White's expectation with the default row of the width, in
// hundredths.
struct KnownFeatures {
  std::string_view text;
  int log_odds;
};
extern const std::span<const KnownFeatures> kKnownFeatures;

// Returns the amounts of the terms. `row` must be as long as the board is wide.
BidAmounts BidAmountsOf(const Features& features, const HomeRow& row);

// The expectation of a certain win, in ten-thousandths.
inline constexpr int kSureWin = 10'000;

// Returns White's expectation in ten-thousandths: a win counts kSureWin and a draw half of that.
// `row` must be as long as the board is wide. For measured features, only the terms of the row are
// added to the measured log-odds.
int WhiteExpectation(const Features& features, const HomeRow& row);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_VALUES_H_
