#include "tests/tools/match/match_clocks.h"

#include <gtest/gtest.h>

#include "tests/support/status.h"

namespace arbiter::match {
namespace {

using arbiter::testing::IsOk;
using std::chrono::milliseconds;

TEST(MatchTimeControlTest, ReadsSecondsAndAnIncrement) {
  for (const auto& [text, time, increment] :
       {std::tuple("10+0.1", 10'000, 100), std::tuple("60", 60'000, 0), std::tuple("0.5+0", 500, 0),
        std::tuple("0.01+2", 10, 2'000)}) {
    const auto control = ParseMatchTimeControl(text);
    ASSERT_THAT(control, IsOk()) << text;
    EXPECT_EQ(control->time, milliseconds(time)) << text;
    EXPECT_EQ(control->increment, milliseconds(increment)) << text;
  }
}

TEST(MatchTimeControlTest, RefusesOtherTexts) {
  for (const char* text : {"", "+", "10+", "+1", "0", "0.004+1", "-1", "10+-1", "10+1+1", "ten",
                           "nan", "inf", "100000", "10+100000"}) {
    EXPECT_EQ(ParseMatchTimeControl(text).status().code(), absl::StatusCode::kInvalidArgument)
        << text;
  }
}

TEST(MatchClocksTest, CountForEachPlayer) {
  MatchClocks clocks({.time = milliseconds(1'000), .increment = milliseconds(100)});
  EXPECT_TRUE(clocks.Spend(Color::kWhite, milliseconds(300)));
  EXPECT_EQ(clocks.left(Color::kWhite), milliseconds(700));
  clocks.EndTurn(Color::kWhite);
  EXPECT_EQ(clocks.left(Color::kWhite), milliseconds(800));
  EXPECT_EQ(clocks.left(Color::kBlack), milliseconds(1'000));
}

TEST(MatchClocksTest, TheGraceIsGivenOncePerGame) {
  MatchClocks clocks({.time = milliseconds(1'000)});
  EXPECT_TRUE(clocks.Spend(Color::kBlack, milliseconds(1'000) + MatchClocks::kGrace));
  EXPECT_FALSE(clocks.Spend(Color::kBlack, milliseconds(1)));
}

}  // namespace
}  // namespace arbiter::match
