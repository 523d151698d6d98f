// Tests the notes that accompany a picture of a game of Chpok.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::GameAt;
using testing::GamePtr;
using ::testing::Not;
using testing::Play;
using testing::StartOf;
using ::testing::StartsWith;

constexpr char kMidgame[] =
    "4k3/8/8/8/8/8/8/R3K3 b - 1,0 1,-4999 1,2 1,0 24 "
    "{xf=moves=60,undo=2,hill,newborn;d=5000;tc=90+5;clock=4312000,0}";

TEST(ChpokNotes, BoardNotesShowPointsClocksAndRights) {
  const GamePtr game = GameAt("chpok", kMidgame);
  EXPECT_THAT(game->Notes(Locale::kEnglish),
              ElementsAre("White: 1 point, clock 1:11:52; left: 36 moves, 1 castling, 1 undo, "
                          "new pawn",
                          "Black: -4999 points, clock 0:00; left: 37 moves, 2 undos"));
  EXPECT_THAT(game->Notes(Locale::kChinese),
              ElementsAre("白方：1分，剩余时间1:11:52；剩余36步、易位1次、悔棋1次、新兵1个",
                          "黑方：-4999分，剩余时间0:00；剩余37步、悔棋2次"));
  EXPECT_THAT(game->Notes(Locale::kThai),
              ElementsAre("ขาว: 1 คะแนน, เหลือเวลา 1:11:52; เหลือ 36 ตา, เข้าป้อม 1 ครั้ง, "
                          "ย้อนตา 1 ครั้ง, เบี้ยใหม่ 1 ตัว",
                          "ดำ: -4999 คะแนน, เหลือเวลา 0:00; เหลือ 37 ตา, ย้อนตา 2 ครั้ง"));
}

TEST(ChpokNotes, BiddingNotesShowChipsDepositsAndOutcomes) {
  const GamePtr game = StartOf("chpok", {{"chips", "9"}});
  Play(*game, {"raise white +2", "raise xf +8 width=10,undo=2,hill"});
  EXPECT_THAT(game->Notes(Locale::kEnglish),
              ElementsAre("Challenger: 7 chips", "Opponent: 1 chip", "To bid: Challenger",
                          "White: Challenger (deposits 2-0)", "Time: not known yet",
                          "Home row: RNBDQKDBNR, as RNBQKBNR does not fit the width of 10",
                          "Features: width=10, undo=2, hill (deposits 0-8)"));
  EXPECT_THAT(
      game->Notes(Locale::kChinese),
      ElementsAre("挑战者：7枚筹码", "应战者：1枚筹码", "轮到挑战者出价", "白方：挑战者（押注2-0）",
                  "时限：未定", "底线：RNBDQKDBNR（RNBQKBNR与宽度10不符）",
                  "特别规则：width=10, undo=2, hill（押注0-8）"));
  EXPECT_THAT(game->Notes(Locale::kThai), Contains("ถึงตาผู้ท้าชิงประมูล"));
}

TEST(ChpokNotes, AFinishedGameHasNoNoteAboutTheNextBid) {
  const GamePtr game = StartOf("chpok", {{"track_clocks", "true"}});
  EXPECT_THAT(game->Notes(Locale::kEnglish), Contains("Opponent: 15 chips, clock 1:40"));
  Play(*game, {"resign"});
  EXPECT_THAT(game->Notes(Locale::kEnglish), Not(Contains(StartsWith("To bid"))));
  EXPECT_THAT(game->Notes(Locale::kEnglish), Contains("Opponent wins: Challenger resigned."));
}

}  // namespace
}  // namespace arbiter
