#include "core/search/expectation.h"

#include <gtest/gtest.h>

#include <vector>

namespace arbiter {
namespace {

Value MeanOf(const std::vector<Value>& values) {
  MeanValue mean(static_cast<int>(values.size()));
  for (const Value value : values) mean.Add(value);
  EXPECT_EQ(mean.LowerBound(), mean.UpperBound());
  return mean.UpperBound();
}

constexpr Value kTestValues[] = {-kWin, -kWin + 2, -kMinWin, -kMaxEval, -20'000,   -7,       0,
                                 3,     12'345,    kMaxEval, kMinWin,   kWin - 11, kWin - 1, kWin};

TEST(MeanValue, IsTheMeanRoundedSymmetrically) {
  EXPECT_EQ(MeanOf({100, 200, 600}), 300);
  EXPECT_EQ(MeanOf({1, 2}), 2);
  EXPECT_EQ(MeanOf({-1, -2}), -2);
  EXPECT_EQ(MeanOf({1, 1, 2}), 1);
  EXPECT_EQ(MeanOf({-5}), -5);
}

TEST(MeanValue, IsProvenOnlyIfEachResultIs) {
  EXPECT_EQ(MeanOf({kWin - 1, kWin - 5, kWin - 3}), kWin - 5);
  EXPECT_EQ(MeanOf({-kWin + 2, -kWin + 4}), -kWin + 4);
  EXPECT_EQ(MeanOf({kWin - 1, kWin - 1, kWin - 1, kMaxEval}), kMaxEval);
  EXPECT_EQ(MeanOf({kWin - 1, 1 - kWin}), 0);
}

// The mean lies between the bounds, and a result outside the window for it puts the mean outside
// the window of the chance node, whatever follows.
TEST(MeanValue, BoundsAndWindowsHoldWhateverFollows) {
  for (const Value first : kTestValues) {
    for (const Value second : kTestValues) {
      MeanValue known(2);
      known.Add(first);
      EXPECT_LE(known.LowerBound(), MeanOf({first, second}));
      EXPECT_GE(known.UpperBound(), MeanOf({first, second}));
      for (const Value bound : kTestValues) {
        if (bound > -kWin && second <= known.NextAlpha(bound) && second > -kWin) {
          EXPECT_LE(MeanOf({first, second}), bound) << first << ' ' << second;
        }
        if (bound < kWin && second >= known.NextBeta(bound) && second < kWin) {
          EXPECT_GE(MeanOf({first, second}), bound) << first << ' ' << second;
        }
      }
    }
  }
}

TEST(MeanValue, LimitsTheWindowsOfUnknownResults) {
  MeanValue limited(4, -1000, 3000);
  EXPECT_EQ(limited.LowerBound(), -1000);
  EXPECT_EQ(limited.UpperBound(), 3000);
  EXPECT_EQ(limited.NextAlpha(100), -1000);
  EXPECT_EQ(limited.NextBeta(101), 3000);
  limited.Add(-900);
  limited.Add(-900);
  limited.Add(-900);
  EXPECT_EQ(limited.LowerBound(), -925);
  EXPECT_EQ(limited.UpperBound(), 75);
  // A mean above 0 needs a last result above 2700.
  EXPECT_EQ(limited.NextAlpha(0), 2700);
}

TEST(OneTurn, ShiftsOnlyProvenValues) {
  EXPECT_EQ(OneTurnBefore(kWin - 1), kWin - 2);
  EXPECT_EQ(OneTurnBefore(-kWin), 1 - kWin);
  EXPECT_EQ(OneTurnBefore(1234), 1234);
  for (Value value = kWin - 300; value <= kWin; ++value) {
    for (Value bound = kWin - 300; bound < kWin; ++bound) {
      EXPECT_EQ(OneTurnBefore(value) <= bound, value <= OneTurnAfter(bound));
      EXPECT_EQ(OneTurnBefore(-value) >= -bound, -value >= OneTurnAfter(-bound));
    }
  }
}

TEST(ExpectationScale, IsALogisticFunctionAndItsInverse) {
  const ExpectationScale scale({.margin = 0, .slope = 500});
  EXPECT_EQ(scale.ValueOf(0), 0);
  // A lead of one slope gives odds of e to 1.
  EXPECT_NEAR(scale.ValueOf(500), kMaxEval * 0.46212, 1);
  for (int lead = 1; lead <= 2000; ++lead) {
    EXPECT_GT(scale.ValueOf(lead), scale.ValueOf(lead - 1)) << lead;
    EXPECT_EQ(scale.ValueOf(-lead), -scale.ValueOf(lead));
    EXPECT_EQ(scale.CentipawnsOf(scale.ValueOf(lead)), lead);
    EXPECT_EQ(scale.CentipawnsOf(scale.ValueOf(-lead)), -lead);
  }
  EXPECT_LE(scale.ValueOf(1'000'000), kMaxEval);
}

TEST(ExpectationScale, ScoresCountTheWinnersMoves) {
  const ExpectationScale scale({.margin = 0, .slope = 500});
  const auto mate = [&scale](Value value) {
    const Score score = scale.ScoreOf(value);
    EXPECT_EQ(score.kind, Score::Kind::kMate);
    EXPECT_EQ(score.win_probability, value > 0 ? 1 : 0);
    return score.value;
  };
  EXPECT_EQ(mate(kWin - 1), 1);
  EXPECT_EQ(mate(kWin - 3), 2);
  EXPECT_EQ(mate(-kWin), -1);
  EXPECT_EQ(mate(-kWin + 2), -1);
  EXPECT_EQ(mate(-kWin + 4), -2);
  const Score unproven = scale.ScoreOf(scale.ValueOf(-250));
  EXPECT_EQ(unproven.kind, Score::Kind::kCentipawns);
  EXPECT_EQ(unproven.value, -250);
  EXPECT_NEAR(unproven.win_probability, 0.3775, 0.0002);
  EXPECT_EQ(unproven.draw_probability, 0);
}

}  // namespace
}  // namespace arbiter
