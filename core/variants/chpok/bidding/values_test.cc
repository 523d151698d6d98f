// Tests White's expectation on a board to which the bidding of Chpok leads.
#include "core/variants/chpok/bidding/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <string_view>

namespace arbiter::chpok {
namespace {

using ::testing::Each;
using ::testing::Ge;

BidAmounts AmountsOf(std::string_view features, std::string_view row = "") {
  const Features read = *ParseFeatures(features);
  return BidAmountsOf(read, row.empty() ? HomeRow::DefaultFor(read.width) : *HomeRow::Parse(row));
}

double SumOf(const BidAmounts& amounts, int first, int count) {
  return std::accumulate(amounts.begin() + first, amounts.begin() + first + count, 0.0);
}

// The width is the only term of the default features with the default row (P7, P9).
TEST(ChpokBidValues, DefaultsHaveOnlyTheirWidth) {
  for (const char* features : {"width=6", "width=7", "-", "width=9", "width=10"}) {
    const BidAmounts amounts = AmountsOf(features);
    EXPECT_EQ(SumOf(amounts, BidTerms::kWidth, BidTerms::kWidths), 1) << features;
    EXPECT_EQ(SumOf(amounts, 0, BidTerms::kCount), 1) << features;
  }
  EXPECT_EQ(AmountsOf("width=9")[BidTerms::kWidth + 3], 1);
}

TEST(ChpokBidValues, TheMoveLimitIsInterpolated) {
  const auto amount = [](std::string_view moves, int node) {
    return AmountsOf(moves)[static_cast<size_t>(BidTerms::kMoves + node)];
  };
  EXPECT_EQ(amount("moves=10", 0), 1);
  EXPECT_EQ(amount("moves=20", 1), 1);
  EXPECT_EQ(amount("moves=40", 2), 1);
  EXPECT_NEAR(amount("moves=30", 1), 1 - std::log2(1.5), 1e-12);
  EXPECT_NEAR(amount("moves=30", 2), std::log2(1.5), 1e-12);
  for (const char* features : {"moves=80", "moves=81", "-"}) {
    EXPECT_EQ(SumOf(AmountsOf(features), BidTerms::kMoves, 3), 0) << features;
  }
  for (int moves = kMinMoves; moves <= kMaxMoves; ++moves) {
    Features features;
    features.moves = static_cast<uint16_t>(moves);
    const BidAmounts amounts = BidAmountsOf(features, HomeRow::DefaultFor(8));
    ASSERT_THAT(amounts, Each(Ge(0))) << moves;
    ASSERT_LE(SumOf(amounts, BidTerms::kMoves, 3), 1 + 1e-12) << moves;
  }
}

TEST(ChpokBidValues, EachFeatureHasATerm) {
  EXPECT_EQ(AmountsOf("castlings=5")[BidTerms::kCastlings], 4);
  EXPECT_EQ(AmountsOf("castlings=0")[BidTerms::kCastlings], -1);
  EXPECT_EQ(AmountsOf("points=0000009")[BidTerms::kPoints + 6], 1);
  EXPECT_EQ(AmountsOf("hill")[BidTerms::kSwitches], 1);
  EXPECT_EQ(AmountsOf("noenpassant")[BidTerms::kRow - 1], 1);
  // The feature `undo` has no term, because self-play does not use it.
  EXPECT_EQ(AmountsOf("undo=5"), AmountsOf("-"));
}

TEST(ChpokBidValues, ARowCountsByTheSharesOfItsKinds) {
  const BidAmounts amounts = AmountsOf("-", "QQQQKQQQ");
  EXPECT_EQ(amounts[BidTerms::kRow + static_cast<int>(Kind::kKing)], 0);
  EXPECT_EQ(amounts[BidTerms::kRow + static_cast<int>(Kind::kQueen)], 6.0 / 8);
  EXPECT_EQ(amounts[BidTerms::kRow + static_cast<int>(Kind::kRook)], -2.0 / 8);
  EXPECT_EQ(AmountsOf("-", "KQQQQQQQ"), amounts);
}

double LogOddsOf(const Features& features, const HomeRow& row) {
  const double chance = static_cast<double>(WhiteExpectation(features, row)) / kSureWin;
  return std::log(chance / (1 - chance));
}

double WeightOf(const BidAmounts& amounts, int first) {
  double sum = 0;
  for (auto i = static_cast<size_t>(first); i < amounts.size(); ++i) {
    sum += amounts[i] * kBidWeights[i] / 100;
  }
  return sum;
}

// The error of log-odds that comes from rounding an expectation to ten-thousandths.
constexpr double kRounding = 0.001;

TEST(ChpokBidValues, TermsAddUp) {
  const Features features = *ParseFeatures("width=7,undo=3,castlings=3,hill,remove,noenpassant");
  for (const char* text : {"RNBQKNR", "KKQQPPN", "DDDDDDK"}) {
    const HomeRow row = *HomeRow::Parse(text);
    EXPECT_NEAR(LogOddsOf(features, row), WeightOf(BidAmountsOf(features, row), 0), kRounding);
  }
}

TEST(ChpokBidValues, MeasuredFeaturesReplaceTheSum) {
  EXPECT_FALSE(kKnownFeatures.empty());
  for (const KnownFeatures& known : kKnownFeatures) {
    const Features features = *ParseFeatures(known.text);
    EXPECT_EQ(FormatFeatures(features), known.text);
    const HomeRow default_row = HomeRow::DefaultFor(features.width);
    EXPECT_NEAR(LogOddsOf(features, default_row), known.log_odds / 100.0, kRounding) << known.text;
    const HomeRow row = *HomeRow::Parse(std::string(features.width - 1u, 'Q') + "K");
    EXPECT_NEAR(LogOddsOf(features, row) - LogOddsOf(features, default_row),
                WeightOf(BidAmountsOf(features, row), BidTerms::kRow), 2 * kRounding)
        << known.text;
  }
}

}  // namespace
}  // namespace arbiter::chpok
