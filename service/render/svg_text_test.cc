#include "service/render/svg_text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace arbiter {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Le;
using ::testing::ResultOf;

TEST(TextWidthTest, DependsOnTheCharacters) {
  EXPECT_LT(TextWidth("illicit"), TextWidth("grandma"));
  EXPECT_LT(TextWidth("grandma"), TextWidth("WWWWWWW"));
  EXPECT_EQ(TextWidth("白方"), 200);
}

TEST(TextWidthTest, ThaiVowelsAboveAndBelowHaveNoWidth) {
  EXPECT_EQ(TextWidth("มี"), TextWidth("ม"));
  EXPECT_EQ(TextWidth("คู่"), TextWidth("ค"));
  EXPECT_EQ(TextWidth("มา"), 2 * TextWidth("ม"));
}

TEST(BreakLinesTest, AShortTextIsOneLine) {
  EXPECT_THAT(BreakLines("White: 3 points; left: 5 moves", 2000),
              ElementsAre("White: 3 points; left: 5 moves"));
  EXPECT_THAT(BreakLines("", 2000), ElementsAre(""));
}

TEST(BreakLinesTest, BreaksAtSemicolonsThenCommasThenSpaces) {
  EXPECT_THAT(BreakLines("White: 0 points; left: 888 moves, 1 castling", 2000),
              ElementsAre("White: 0 points;", "left: 888 moves, 1 castling"));
  EXPECT_THAT(BreakLines("Features: width=10, undo=2, points=1020000, hill, racing", 2000),
              ElementsAre("Features: width=10, undo=2,", "points=1020000, hill, racing"));
  EXPECT_THAT(
      BreakLines("RNBDQKDBNR, as RNBQKBNR does not fit the width of 10 (deposits 0-2)", 2000),
      ElementsAre("RNBDQKDBNR,", "as RNBQKBNR does not fit the", "width of 10 (deposits 0-2)"));
}

TEST(BreakLinesTest, AWordLongerThanALineIsBrokenBetweenCharacters) {
  EXPECT_THAT(BreakLines("白方得分高获胜", 300), ElementsAre("白方得", "分高获", "胜"));
  EXPECT_THAT(BreakLines("a 白方得分", 300), ElementsAre("a", "白方得", "分"));
  // A vowel stays with its consonant.
  EXPECT_THAT(BreakLines("มีมีมี", 140), ElementsAre("มีมี", "มี"));
}

TEST(BreakLinesTest, NoLineIsTooLong) {
  for (const char* const text :
       {"White: 14 points, clock 5:12; left: 36 moves, 1 castling, 1 undo, new pawn",
        "Features: width=10,moves=100,undo=2,points=1020000,hill,racing,cruel,superqueen",
        "王已到达对方底线：白方得分高，获胜。余36步、易位1次、悔棋1次、新兵1个",
        "ขาว: 14 คะแนน, เวลา 5:12; เหลือ 36 ตา, เข้าป้อม 1 ครั้ง, ย้อนตา 1 ครั้ง, เบี้ยใหม่ 1 ตัว"}) {
    for (const int width : {200, 700, 2000}) {
      EXPECT_THAT(BreakLines(text, width), Each(ResultOf(TextWidth, Le(width)))) << text;
    }
  }
}

}  // namespace
}  // namespace arbiter
