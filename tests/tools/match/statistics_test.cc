// The statistics of matches and measurements.
#include "tests/tools/match/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/tools/match/search_bench.h"

namespace arbiter::match {
namespace {

PairedScores Pairs(const std::array<int, 5>& counts) {
  PairedScores scores;
  for (size_t half_points = 0; half_points < counts.size(); ++half_points) {
    for (int i = 0; i < counts[half_points]; ++i) scores.AddPair(static_cast<int>(half_points));
  }
  return scores;
}

TEST(PairedScoresTest, ScoreIsTheShareOfPoints) {
  EXPECT_DOUBLE_EQ(Pairs({0, 0, 4, 0, 0}).score(), 0.5);
  EXPECT_DOUBLE_EQ(Pairs({1, 0, 0, 0, 3}).score(), 0.75);
  EXPECT_DOUBLE_EQ(Pairs({0, 1, 0, 1, 2}).score(), 0.75);
  EXPECT_EQ(Pairs({1, 2, 3, 4, 5}).pairs(), 15);
}

TEST(PairedScoresTest, ErrorBarIsComputedFromPairs) {
  // In most pairs each side wins once, so that pairs vary less than games.
  const PairedScores even = Pairs({1, 0, 98, 0, 1});
  // The mean is 1/2 and the sum of squares 2 * 1/4, so the variance is 0.5 / 99.
  EXPECT_NEAR(even.error_bar(), 1.96 * std::sqrt(0.5 / 99 / 100), 1e-12);
  const PairedScores spread = Pairs({40, 5, 10, 5, 40});
  EXPECT_NEAR(spread.error_bar(), 1.96 * std::sqrt((80 * 0.25 + 10 * 0.0625) / 99 / 100), 1e-12);
  EXPECT_DOUBLE_EQ(spread.low(), 0.5 - spread.error_bar());
  EXPECT_DOUBLE_EQ(spread.high(), 0.5 + spread.error_bar());
}

TEST(PairedScoresTest, EqualPairsFollowTheRuleOfThree) {
  EXPECT_DOUBLE_EQ(Pairs({0, 0, 0, 0, 100}).error_bar(), 0.03);
  EXPECT_DOUBLE_EQ(Pairs({0, 0, 0, 0, 100}).low(), 0.97);
  EXPECT_DOUBLE_EQ(Pairs({0, 0, 0, 0, 100}).high(), 1);
  EXPECT_DOUBLE_EQ(Pairs({0, 0, 1, 0, 0}).error_bar(), 1);
  EXPECT_DOUBLE_EQ(Pairs({0, 0, 1, 0, 0}).low(), 0);
}

TEST(EloTest, FollowsTheLogisticCurve) {
  EXPECT_NEAR(EloOf(0.5), 0, 1e-9);
  EXPECT_NEAR(EloOf(10.0 / 11), 400, 1e-9);
  EXPECT_NEAR(EloOf(0.76), 200.24, 0.01);
  EXPECT_NEAR(EloOf(0.24), -200.24, 0.01);
  EXPECT_EQ(EloOf(1), INFINITY);
  EXPECT_EQ(EloOf(0), -INFINITY);
}

TEST(EloTest, HasAnInverse) {
  EXPECT_NEAR(ScoreOf(0), 0.5, 1e-9);
  EXPECT_NEAR(ScoreOf(EloOf(0.76)), 0.76, 1e-9);
}

TEST(SequentialTestTest, IsUndecidedUntilThereIsEvidence) {
  const SequentialTest test(0, 10);
  EXPECT_EQ(test.LogLikelihoodRatio(PairedScores()), 0);
  EXPECT_EQ(test.Decide(PairedScores()), SequentialTest::Result::kUndecided);
  EXPECT_EQ(test.Decide(Pairs({1, 0, 2, 0, 1})), SequentialTest::Result::kUndecided);
  EXPECT_EQ(test.Decide(Pairs({100, 0, 100, 0, 900})), SequentialTest::Result::kHigher);
  EXPECT_EQ(test.Decide(Pairs({900, 0, 100, 0, 100})), SequentialTest::Result::kLower);
}

TEST(SequentialTestTest, TheRatioFollowsTheNormalApproximation) {
  const PairedScores scores = Pairs({10, 20, 40, 20, 15});
  const double low = ScoreOf(-5);
  const double high = ScoreOf(5);
  const double expected = 105 *
                          (std::pow(scores.score() - low, 2) - std::pow(scores.score() - high, 2)) /
                          (2 * scores.variance());
  EXPECT_NEAR(SequentialTest(-5, 5).LogLikelihoodRatio(scores), expected, 1e-9);
}

// A few pairs with the same score say little about the variance.
TEST(SequentialTestTest, AFewEqualPairsDoNotDecide) {
  const SequentialTest test(0, 20);
  EXPECT_EQ(test.Decide(Pairs({0, 0, 0, 1, 0})), SequentialTest::Result::kUndecided);
  EXPECT_EQ(test.Decide(Pairs({0, 0, 0, 0, 4})), SequentialTest::Result::kUndecided);
  EXPECT_EQ(test.Decide(Pairs({0, 0, 0, 0, 40})), SequentialTest::Result::kHigher);
}

TEST(SpreadTest, FindsMedianMinimumAndMaximum) {
  const Spread odd = SpreadOf({5, 1, 9});
  EXPECT_EQ(odd.median, 5);
  EXPECT_EQ(odd.min, 1);
  EXPECT_EQ(odd.max, 9);
  EXPECT_EQ(SpreadOf({4, 1, 9, 2}).median, 3);
}

}  // namespace
}  // namespace arbiter::match
