// Tests what Chpok says about a state of the bidding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::GamePtr;
using ::testing::Not;
using testing::NoteTexts;
using testing::Play;
using testing::StartOf;
using ::testing::StartsWith;

constexpr Locale kEn = Locale::kEnglish;
constexpr Locale kZh = Locale::kChinese;
constexpr Locale kTh = Locale::kThai;

TEST(ChpokBiddingNotes, PicturesShowChipsDepositsAndOutcomes) {
  const GamePtr game = StartOf("chpok", {{"chips", "9"}});
  Play(*game, {"raise white +2", "raise xf +8 width=10,undo=2,hill"});
  EXPECT_THAT(game->Captions(kEn),
              ElementsAre("Challenger: 7 chips", "Opponent: 1 chip", "To bid: Challenger",
                          "White: Challenger (deposits 2-0)", "Time: not known yet",
                          "Home row: RNBDQKDBNR, as RNBQKBNR does not fit the width of 10",
                          "Features: width=10, undo=2, hill (deposits 0-8)"));
  EXPECT_THAT(
      game->Captions(kZh),
      ElementsAre("挑战者：7枚筹码", "应战者：1枚筹码", "轮到挑战者出价", "白方：挑战者（押注2-0）",
                  "时限：未定", "底线：RNBDQKDBNR（RNBQKBNR与宽度10不符）",
                  "特别规则：width=10, undo=2, hill（押注0-8）"));
  EXPECT_THAT(game->Captions(kTh), Contains("ถึงตาผู้ท้าชิงประมูล"));
}

TEST(ChpokBiddingNotes, P10_BidsThatAreOpen) {
  const GamePtr game = StartOf("chpok", {{"chips", "4"}});
  Play(*game, {"raise time +2 5+3", "raise white +3"});
  const auto last_three = [&game](Locale locale) {
    const std::vector<std::string> notes = NoteTexts(*game, locale);
    return std::vector<std::string>(notes.end() - 3, notes.end());
  };
  EXPECT_THAT(last_three(kEn), ElementsAre("Bids on Time: raise by 1-2 chips",
                                           "Bids on Home row: raise by 1-2 chips",
                                           "Bids on Features: raise by 1-2 chips"));
  EXPECT_THAT(last_three(kZh), ElementsAre("时限可出价：加注1-2枚筹码", "底线可出价：加注1-2枚筹码",
                                           "特别规则可出价：加注1-2枚筹码"));
  EXPECT_THAT(last_three(kTh), ElementsAre("ประมูลเวลาได้: เพิ่ม 1-2 ชิป", "ประมูลแถวหลังได้: เพิ่ม 1-2 ชิป",
                                           "ประมูลกติกาพิเศษได้: เพิ่ม 1-2 ชิป"));
  Play(*game, {"raise home +1 KKKKKKKK"});
  EXPECT_THAT(NoteTexts(*game, kEn), Contains("Bids on Home row: match for 1 chip"));
  EXPECT_THAT(NoteTexts(*game, kZh), Contains("底线可出价：跟注1枚筹码"));
  EXPECT_THAT(NoteTexts(*game, kTh), Contains("ประมูลแถวหลังได้: ตาม 1 ชิป"));
  EXPECT_THAT(NoteTexts(*game, kEn), Contains("Bids on White: raise by 1 chip"));
}

TEST(ChpokBiddingNotes, P10_AMatchAndARaiseOnOneTarget) {
  const GamePtr game = StartOf("chpok", {{"chips", "9"}});
  Play(*game, {"raise time +2 5+3"});
  EXPECT_THAT(NoteTexts(*game, kEn),
              Contains("Bids on Time: match for 2 chips, raise by 3-9 chips"));
  EXPECT_THAT(NoteTexts(*game, kZh), Contains("时限可出价：跟注2枚筹码、加注3-9枚筹码"));
  EXPECT_THAT(NoteTexts(*game, kTh), Contains("ประมูลเวลาได้: ตาม 2 ชิป, เพิ่ม 3-9 ชิป"));
}

TEST(ChpokBiddingNotes, OnlyPicturesShowClocks) {
  const GamePtr game = StartOf("chpok", {{"track_clocks", "true"}});
  EXPECT_THAT(game->Captions(kEn), Contains("Opponent: 15 chips, clock 1:40"));
  EXPECT_THAT(NoteTexts(*game), Contains("Opponent: 15 chips"));
}

TEST(ChpokBiddingNotes, AFinishedGameHasNoMoreBids) {
  const GamePtr game = StartOf("chpok");
  Play(*game, {"resign"});
  EXPECT_THAT(NoteTexts(*game), Not(Contains(StartsWith("To bid"))));
  EXPECT_THAT(NoteTexts(*game), Not(Contains(StartsWith("Bids on"))));
  EXPECT_THAT(game->Captions(kEn), Contains("Opponent wins: Challenger resigned."));
}

}  // namespace
}  // namespace arbiter
