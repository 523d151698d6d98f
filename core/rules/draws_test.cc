#include "core/rules/draws.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/status.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using testing::Fails;
using testing::IsOk;
using ::testing::Pair;

TEST(OutcomeText, R5_WithoutAnOpeningBraceThereAreNoOutcomes) {
  for (const char* text : {"", "e2e4", "d1h5?", "a1~b2", "}", "e2e4}"}) {
    const auto split = SplitOutcomes(text);
    ASSERT_THAT(split, IsOk()) << text;
    EXPECT_EQ(split->action, text);
    EXPECT_FALSE(split->outcomes);
  }
}

TEST(OutcomeText, R5_OutcomesAreInDrawOrder) {
  const auto one = SplitOutcomes("b1c3{egg=koopa}");
  ASSERT_THAT(one, IsOk());
  EXPECT_EQ(one->action, "b1c3");
  ASSERT_TRUE(one->outcomes);
  EXPECT_THAT(*one->outcomes, ElementsAre(Pair("egg", "koopa")));

  const auto three = SplitOutcomes("f8f6{egg=waluigi,on=g8,put=g7}");
  ASSERT_THAT(three, IsOk());
  EXPECT_EQ(three->action, "f8f6");
  ASSERT_TRUE(three->outcomes);
  EXPECT_THAT(*three->outcomes,
              ElementsAre(Pair("egg", "waluigi"), Pair("on", "g8"), Pair("put", "g7")));

  // Purposes and candidates are up to the variant, and a candidate can contain `=`.
  const auto other = SplitOutcomes("match time{time=3+2,x=y=z}");
  ASSERT_THAT(other, IsOk());
  EXPECT_EQ(other->action, "match time");
  ASSERT_TRUE(other->outcomes);
  EXPECT_THAT(*other->outcomes, ElementsAre(Pair("time", "3+2"), Pair("x", "y=z")));
}

TEST(OutcomeText, R5_BracesWithoutAValidListAreRefused) {
  for (const char* text : {"e2e4{push=e5", "e2e4{", "e2e4{push=e5}x", "e2e4{push=e5} "}) {
    EXPECT_THAT(SplitOutcomes(text),
                Fails(ErrorReason::kBadActionText, "the outcomes do not end in }"))
        << text;
  }
  for (const char* text : {"e2e4{}", "e2e4{push}", "e2e4{=e5}", "e2e4{push=}", "e2e4{push=e5,}",
                           "e2e4{,push=e5}", "e2e4{push=e5,,put=e6}", "e2e4{push=e5,put}"}) {
    EXPECT_THAT(SplitOutcomes(text), Fails(ErrorReason::kBadActionText, "is not an outcome"))
        << text;
  }
}

TEST(OutcomeText, R5_FormatsTheChosenCandidates) {
  EXPECT_EQ(FormatOutcomes({}), "");
  EXPECT_EQ(FormatOutcomes({{"egg", {"kingboo", "koopa"}, 1, 0}}), "{egg=koopa}");
  EXPECT_EQ(FormatOutcomes({{"push", {"e5", "d4"}, 0, 0}, {"push", {"e6", "d5", "f5"}, 2, 0}}),
            "{push=e5,push=f5}");
}

TEST(OutcomeText, R5_FormattedOutcomesCanBeReadBack) {
  const std::vector<Draw> draws = {{"egg", {"toadette"}, 0, 0}, {"piece", {"q", "r"}, 1, 0}};
  const std::string text = "b1c3" + FormatOutcomes(draws);
  EXPECT_EQ(text, "b1c3{egg=toadette,piece=r}");
  const auto split = SplitOutcomes(text);
  ASSERT_THAT(split, IsOk());
  ASSERT_TRUE(split->outcomes);
  EXPECT_THAT(*split->outcomes, ElementsAre(Pair("egg", "toadette"), Pair("piece", "r")));
}

}  // namespace
}  // namespace arbiter
