#include "core/rules/fen.h"

#include <gtest/gtest.h>

#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::IsOk;

constexpr FenField kFields[] = {{"1 (x)"}, {"2 (y)"}, {"3 (z)", "-"}};

TEST(Fen, FieldsAreSeparatedBySingleSpaces) {
  const auto fields = SplitFen("a b c", kFields);
  ASSERT_THAT(fields, IsOk());
  EXPECT_EQ((*fields)[1], "b");
  EXPECT_EQ((*fields)[2], "c");
}

TEST(Fen, F4_MissingFieldsAtTheEndHaveTheirDefaults) {
  const auto fields = SplitFen("a b", kFields);
  ASSERT_THAT(fields, IsOk());
  EXPECT_EQ((*fields)[2], "-");
}

TEST(Fen, F4_BlanksAroundFieldsDoNotMatter) {
  EXPECT_EQ(WithSingleSpaces("a b"), "a b");
  EXPECT_EQ(WithSingleSpaces(" \ta \r\n b  "), "a b");
  EXPECT_EQ(WithSingleSpaces("  "), "");
  EXPECT_EQ(WithSingleSpaces(""), "");
}

TEST(Fen, F2_ErrorsNameTheMissingOrEmptyField) {
  EXPECT_THAT(SplitFen("a", kFields), Fails(ErrorReason::kBadFen, "2 (y)"));
  EXPECT_THAT(SplitFen("a ", kFields), Fails(ErrorReason::kBadFen, "2 (y)"));
  EXPECT_THAT(SplitFen(" a", kFields), Fails(ErrorReason::kBadFen, "1 (x)"));
  EXPECT_THAT(SplitFen("a b c d", kFields), Fails(ErrorReason::kBadFen, "4 fields"));
  EXPECT_THAT(SplitFen("a\tb", kFields), Fails(ErrorReason::kBadFen, "2 (y)"));
  EXPECT_THAT(SplitFen(std::string(kMaxFenLength + 1, 'a'), kFields),
              Fails(ErrorReason::kBadFen, "longer than"));
}

TEST(Fen, ParsesSidesAndDashes) {
  EXPECT_EQ(*ParseFenSide("w"), Color::kWhite);
  EXPECT_EQ(*ParseFenSide("b"), Color::kBlack);
  EXPECT_THAT(ParseFenSide("W"), Fails(ErrorReason::kBadFen, "must be w or b"));
  EXPECT_THAT(ExpectFenDash("-", "3 (unused)"), IsOk());
  EXPECT_THAT(ExpectFenDash("KQ", "3 (unused)"), Fails(ErrorReason::kBadFen, "3 (unused)"));
}

TEST(Fen, ParsesNumbersWithinTheirRange) {
  EXPECT_EQ(*ParseFenNumber("0", "5", 0), 0u);
  EXPECT_EQ(*ParseFenNumber("1000000", "5", 0), kMaxFenNumber);
  for (const char* text :
       {"", "-1", "+1", "01", "00", "1000001", "4294967297", "1.5", "1x", " 1"}) {
    EXPECT_THAT(ParseFenNumber(text, "5 (plies)", 0), Fails(ErrorReason::kBadFen, "5 (plies)"))
        << text;
  }
  EXPECT_THAT(ParseFenNumber("0", "6", 1), Fails(ErrorReason::kBadFen, "from 1 to"));
  EXPECT_EQ(*ParseFenMoveNumber("7", "6"), 7u);
  // F4.
  EXPECT_EQ(*ParseFenMoveNumber("0", "6"), 1u);
  EXPECT_THAT(ParseFenMoveNumber("00", "6"), Fails(ErrorReason::kBadFen, "from 1 to"));
}

TEST(Fen, CountersStopAtTheMaximumFenNumber) {
  uint32_t counter = kMaxFenNumber - 1;
  Advance(&counter);
  Advance(&counter);
  EXPECT_EQ(counter, kMaxFenNumber);
}

}  // namespace
}  // namespace arbiter
