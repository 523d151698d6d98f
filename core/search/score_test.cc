#include "core/search/score.h"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

constexpr WinScale kScale = {.margin = 100, .slope = 80};

TEST(Score, ProbabilitiesSumToOneAndIncreaseWithTheValue) {
  double last = -1;
  for (int value = -3000; value <= 3000; value += 50) {
    const Score score = ScoreOf(value, kScale);
    const Score reversed = score.Reversed();
    EXPECT_EQ(score.kind, Score::Kind::kCentipawns);
    EXPECT_EQ(score.value, value);
    EXPECT_GE(score.draw_probability, 0);
    EXPECT_LE(score.win_probability + score.draw_probability, 1 + 1e-9);
    EXPECT_NEAR(reversed.win_probability, ScoreOf(-value, kScale).win_probability, 1e-4);
    EXPECT_NEAR(score.expectation() + reversed.expectation(), 1, 1e-9);
    EXPECT_GE(score.expectation(), last);
    last = score.expectation();
  }
  EXPECT_DOUBLE_EQ(ScoreOf(0, kScale).expectation(), 0.5);
}

TEST(Score, PointsHaveTheirOwnUnit) {
  const Score score =
      ScoreOf(-125, {.margin = 20, .slope = 100, .unit = WinScale::Unit::kPoints, .per_point = 10});
  EXPECT_EQ(score.kind, Score::Kind::kPoints);
  EXPECT_DOUBLE_EQ(score.points, -12.5);
  EXPECT_DOUBLE_EQ(score.Reversed().points, 12.5);
}

TEST(Score, ProvenEndIsCertain) {
  const Score win = ProvenScore(true, 3);
  EXPECT_EQ(win.kind, Score::Kind::kMate);
  EXPECT_EQ(win.value, 3);
  EXPECT_EQ(win.win_probability, 1);
  EXPECT_EQ(win.draw_probability, 0);
  const Score loss = ProvenScore(false, 2);
  EXPECT_EQ(loss.value, -2);
  EXPECT_EQ(loss.win_probability, 0);
  EXPECT_EQ(loss.Reversed().win_probability, 1);
}

}  // namespace
}  // namespace arbiter
