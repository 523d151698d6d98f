// Tests what Chak says about a state: divine kings, and the plies until a draw.
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

TEST(ChakNotes, K13_ADivineKingWinsOnTheEnemyAltar) {
  const auto game = GameAt("chak", "k8/9/4D4/9/9/9/9/9/9 w - - 0 1");
  EXPECT_THAT(NoteTexts(*game, kEn), ElementsAre("White's king is divine: it wins on e8."));
  EXPECT_THAT(NoteTexts(*game, kZh), ElementsAre("白方的王已成为神王，到达e8即获胜。"));
  // The players have no names in Thai.
  EXPECT_EQ(NoteTexts(*game, kTh), NoteTexts(*game, kEn));
  EXPECT_THAT(NoteTexts(*GameAt("chak", "9/9/9/9/9/4d4/9/9/K8 b - - 0 1"), kEn),
              ElementsAre("Green's king is divine: it wins on e2."));
  Play(*game, {"e7e8"});
  EXPECT_THAT(NoteTexts(*game), IsEmpty());
}

TEST(ChakNotes, K16_QuietPliesAreCounted) {
  const auto game = StartOf("chak");
  EXPECT_THAT(NoteTexts(*game), IsEmpty());
  Play(*game, {"e3e4", "e7e6"});
  EXPECT_THAT(
      NoteTexts(*game, kEn),
      ElementsAre("Plies without a capture or promotion: 2; until a draw can be claimed: 98."));
  EXPECT_THAT(NoteTexts(*game, kZh),
              ElementsAre("无吃子、无升变的半回合数：2；距可申请判和：98。"));
  EXPECT_THAT(NoteTexts(*game, kTh),
              ElementsAre("จำนวนครึ่งตาที่ไม่มีการกินหรือเลื่อนขั้น: 2 ก่อนขอให้ตัดสินเสมอได้: 98"));
}

TEST(ChakNotes, K16_WithoutClaimsTheGameIsDrawnByItself) {
  const auto game = StartOf("chak", {{"draw_policy", "automatic"}});
  Play(*game, {"e3e4"});
  EXPECT_THAT(NoteTexts(*game, kEn),
              ElementsAre("Plies without a capture or promotion: 1; until the game is drawn: 99."));
  EXPECT_THAT(NoteTexts(*game, kZh), ElementsAre("无吃子、无升变的半回合数：1；距和棋：99。"));
  EXPECT_THAT(NoteTexts(*game, kTh), ElementsAre("จำนวนครึ่งตาที่ไม่มีการกินหรือเลื่อนขั้น: 1 ก่อนเกมเสมอ: 99"));
}

TEST(ChakNotes, PicturesHaveNoNotes) {
  const auto game = StartOf("chak");
  Play(*game, {"e3e4"});
  EXPECT_THAT(game->Captions(kEn), IsEmpty());
  Play(*game, {"resign"});
  EXPECT_THAT(game->Captions(kEn), ElementsAre("White wins: Green resigned."));
  EXPECT_THAT(NoteTexts(*game), IsEmpty());
}

}  // namespace
}  // namespace arbiter
