// Tests what Makruk says about a state: the count and how moves are counted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using testing::GameAt;
using ::testing::IsEmpty;
using testing::NoteTexts;
using testing::Play;
using testing::StartOf;

constexpr Locale kEn = Locale::kEnglish;
constexpr Locale kZh = Locale::kChinese;
constexpr Locale kTh = Locale::kThai;

TEST(MakrukNotes, M11_CountIsGivenAsAPlayerAnnouncesIt) {
  const auto game = GameAt("makruk", "7k/8/8/8/8/8/8/K2RRN2 b - 16 10 40");
  Play(*game, {"h8h7"});
  EXPECT_THAT(NoteTexts(*game, kEn),
              ElementsAre("Black counts 6 of 8 (pieces' honour); moves left: 3."));
  EXPECT_THAT(NoteTexts(*game, kTh), ElementsAre("ดำนับถึง 6 จาก 8 (ศักดิ์หมาก) เหลืออีก 3 ตา"));
  // As for the events and ends of the count, there is no Chinese sentence.
  EXPECT_EQ(NoteTexts(*game, kZh), NoteTexts(*game, kEn));
}

TEST(MakrukNotes, M11_NewCountIsAtZero) {
  const auto game = GameAt("makruk", "7k/7r/8/8/8/8/8/KR6 b - 128 0 10");
  EXPECT_THAT(NoteTexts(*game, kEn),
              ElementsAre("Black counts 0 of 64 (board's honour); moves left: 64."));
  EXPECT_THAT(NoteTexts(*game, kTh), ElementsAre("ดำนับถึง 0 จาก 64 (ศักดิ์กระดาน) เหลืออีก 64 ตา"));
}

TEST(MakrukNotes, M5_TheWayToCountIsSaidUnlessItIsAutomatic) {
  EXPECT_THAT(NoteTexts(*StartOf("makruk")), IsEmpty());
  const auto manual = StartOf("makruk", {{"counting", "manual"}});
  EXPECT_THAT(NoteTexts(*manual, kEn),
              ElementsAre("The players start and stop the count themselves."));
  EXPECT_THAT(NoteTexts(*manual, kZh), ElementsAre("由棋手自行开始和停止计数。"));
  EXPECT_THAT(NoteTexts(*manual, kTh), ElementsAre("ผู้เล่นเริ่มและหยุดนับศักดิ์เอง"));
  const auto none = StartOf("makruk", {{"counting", "none"}});
  EXPECT_THAT(NoteTexts(*none, kEn), ElementsAre("Moves are not counted."));
  EXPECT_THAT(NoteTexts(*none, kZh), ElementsAre("本局不计数。"));
  EXPECT_THAT(NoteTexts(*none, kTh), ElementsAre("ไม่มีการนับศักดิ์"));
}

TEST(MakrukNotes, M8_AManualCountIsShownWithTheWayToCount) {
  const auto game = GameAt("makruk", "4k3/8/8/8/3R4/8/8/4K3 b - - 0 1", {{"counting", "manual"}});
  Play(*game, {"count"});
  EXPECT_THAT(NoteTexts(*game),
              ElementsAre("Black counts 3 of 16 (pieces' honour); moves left: 13.",
                          "The players start and stop the count themselves."));
  // Pictures show only the count.
  EXPECT_THAT(game->Captions(kEn),
              ElementsAre("Black counts 3 of 16 (pieces' honour); moves left: 13."));
  Play(*game, {"resign"});
  EXPECT_THAT(NoteTexts(*game),
              ElementsAre("Black counts 3 of 16 (pieces' honour); moves left: 13."));
}

}  // namespace
}  // namespace arbiter
