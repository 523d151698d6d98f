// Tests what Chpok says about a state of its board.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::GameAt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::NoteTexts;
using testing::Play;
using testing::StartOf;

constexpr Locale kEn = Locale::kEnglish;
constexpr Locale kZh = Locale::kChinese;
constexpr Locale kTh = Locale::kThai;

constexpr char kMidgame[] =
    "4k3/8/8/8/8/8/8/R3K3 b - 1,0 1,-4999 1,2 1,0 24 "
    "{xf=moves=60,undo=2,hill,newborn;d=5000;tc=90+5;clock=4312000,0}";

TEST(ChpokBoardNotes, PicturesShowPointsClocksAndRights) {
  const auto game = GameAt("chpok", kMidgame);
  EXPECT_THAT(game->Captions(kEn),
              ElementsAre("White: 1 point, clock 1:11:52; left: 36 moves, 1 castling, 1 undo, "
                          "new pawn",
                          "Black: -4999 points, clock 0:00; left: 37 moves, 2 undos"));
  EXPECT_THAT(game->Captions(kZh),
              ElementsAre("白方：1分，剩余时间1:11:52；剩余36步、易位1次、悔棋1次、新兵1个",
                          "黑方：-4999分，剩余时间0:00；剩余37步、悔棋2次"));
  EXPECT_THAT(game->Captions(kTh),
              ElementsAre("ขาว: 1 คะแนน, เหลือเวลา 1:11:52; เหลือ 36 ตา, เข้าป้อม 1 ครั้ง, "
                          "ย้อนตา 1 ครั้ง, เบี้ยใหม่ 1 ตัว",
                          "ดำ: -4999 คะแนน, เหลือเวลา 0:00; เหลือ 37 ตา, ย้อนตา 2 ครั้ง"));
}

TEST(ChpokBoardNotes, NotesHaveNoClocks) {
  const auto game = GameAt("chpok", kMidgame);
  EXPECT_THAT(NoteTexts(*game, kEn),
              ElementsAre("White: 1 point; left: 36 moves, 1 castling, 1 undo, new pawn",
                          "Black: -4999 points; left: 37 moves, 2 undos",
                          "White's points: 1 carried over", "Black's points: -4999 carried over",
                          "If nobody scores, White can claim a win after 20 more moves by Black.",
                          "Time control: 90+5", "Features: moves=60, undo=2, hill, newborn"));
  EXPECT_THAT(
      NoteTexts(*game, kZh),
      ElementsAre("白方：1分；剩余36步、易位1次、悔棋1次、新兵1个",
                  "黑方：-4999分；剩余37步、悔棋2次", "白方得分来源：此前得分1",
                  "黑方得分来源：此前得分-4999", "若双方均不得分，黑方再走20步后白方可申请获胜。",
                  "时限：90+5", "特别规则：moves=60, undo=2, hill, newborn"));
  EXPECT_THAT(
      NoteTexts(*game, kTh),
      ElementsAre("ขาว: 1 คะแนน; เหลือ 36 ตา, เข้าป้อม 1 ครั้ง, ย้อนตา 1 ครั้ง, "
                  "เบี้ยใหม่ 1 ตัว",
                  "ดำ: -4999 คะแนน; เหลือ 37 ตา, ย้อนตา 2 ครั้ง", "คะแนนของขาว: ยกมา 1",
                  "คะแนนของดำ: ยกมา -4999", "ถ้าไม่มีใครได้คะแนน ขาวขอให้ตัดสินว่าชนะได้หลังดำเดินอีก 20 ตา",
                  "การควบคุมเวลา: 90+5", "กติกาพิเศษ: moves=60, undo=2, hill, newborn"));
}

TEST(ChpokBoardNotes, P14_SourcesOfPoints) {
  const auto game = GameAt(
      "chpok", "3k4/1P6/8/8/8/8/8/R2QK2r w - 1,1 2,0 1,1 0,0 3 {xf=undo=1,points=1020000;d=0,1,2}");
  Play(*game, {"b7b8q", "h1e1"});
  EXPECT_THAT(NoteTexts(*game, kEn),
              Contains("White's points: 4 for rows reached, 1 for pieces moved, 2 carried over"));
  EXPECT_THAT(NoteTexts(*game, kEn),
              Contains("Black's points: 4 for rows reached, 1000 for kings captured"));
  EXPECT_THAT(NoteTexts(*game, kZh), Contains("白方得分来源：所到横线4、所走棋子1、此前得分2"));
  EXPECT_THAT(NoteTexts(*game, kZh), Contains("黑方得分来源：所到横线4、所吃的王1000"));
  EXPECT_THAT(NoteTexts(*game, kTh), Contains("คะแนนของขาว: แถวที่ไปถึง 4, ตัวหมากที่เดิน 1, ยกมา 2"));
  EXPECT_THAT(NoteTexts(*game, kTh), Contains("คะแนนของดำ: แถวที่ไปถึง 4, คิงที่กินได้ 1000"));
}

TEST(ChpokBoardNotes, P14_P20_PointsForGoalsAndLostOnTime) {
  const auto hill = GameAt("chpok", "7k/8/8/8/3K4/8/8/8 w - 1,1 0,0 0,0 0,0 2 {xf=hill;d=0*2}");
  Play(*hill, {"d4d5"});
  EXPECT_THAT(NoteTexts(*hill, kEn),
              Contains("White's points: 1 for rows reached, 1000 for a king at its goal"));
  EXPECT_THAT(NoteTexts(*hill, kZh), Contains("白方得分来源：所到横线1、王达目标1000"));
  EXPECT_THAT(NoteTexts(*hill, kTh), Contains("คะแนนของขาว: แถวที่ไปถึง 1, คิงถึงเป้าหมาย 1000"));
  const auto late = StartOf("chpok", {{"skip_bidding", "true"}});
  Play(*late, {"timeout"});
  EXPECT_THAT(NoteTexts(*late, kEn), Contains("White's points: -5000 for running out of time"));
  EXPECT_THAT(NoteTexts(*late, kZh), Contains("白方得分来源：超时-5000"));
  EXPECT_THAT(NoteTexts(*late, kTh), Contains("คะแนนของขาว: หมดเวลา -5000"));
}

constexpr char kLevel[] = "7k/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 20 {d=0*20}";
constexpr char kWhiteLeads[] = "7k/8/8/8/8/8/8/K7 w - 1,1 3,0 0,0 0,0 19 {d=0,3*18}";

TEST(ChpokBoardNotes, P18_DistanceOfClaims) {
  const auto level = GameAt("chpok", kLevel);
  EXPECT_THAT(NoteTexts(*level, kEn),
              Contains("If nobody scores, a draw can be claimed after 1 more move by Black."));
  EXPECT_THAT(NoteTexts(*level, kZh), Contains("若双方均不得分，黑方再走1步后可申请判和。"));
  EXPECT_THAT(NoteTexts(*level, kTh), Contains("ถ้าไม่มีใครได้คะแนน ขอให้ตัดสินเสมอได้หลังดำเดินอีก 1 ตา"));
  const auto lead = GameAt("chpok", kWhiteLeads);
  EXPECT_THAT(NoteTexts(*lead, kEn),
              Contains("If nobody scores, White can claim a win after 2 more moves by Black."));
  EXPECT_THAT(NoteTexts(*lead, kZh), Contains("若双方均不得分，黑方再走2步后白方可申请获胜。"));
  EXPECT_THAT(NoteTexts(*lead, kTh), Contains("ถ้าไม่มีใครได้คะแนน ขาวขอให้ตัดสินว่าชนะได้หลังดำเดินอีก 2 ตา"));
  // What can be claimed now is part of the adjudication.
  Play(*level, {"h8h7"});
  ASSERT_THAT(level->Adjudicate().claims, Not(IsEmpty()));
  EXPECT_THAT(NoteTexts(*level, kEn), Not(Contains(HasSubstr("claimed"))));
}

TEST(ChpokBoardNotes, P18_WithoutClaimsTheGameEndsByItself) {
  const OptionMap automatic = {{"draw_policy", "automatic"}};
  const auto level = GameAt("chpok", kLevel, automatic);
  EXPECT_THAT(NoteTexts(*level, kEn),
              Contains("If nobody scores, the game is drawn after 1 more move by Black."));
  EXPECT_THAT(NoteTexts(*level, kZh), Contains("若双方均不得分，黑方再走1步后和棋。"));
  EXPECT_THAT(NoteTexts(*level, kTh), Contains("ถ้าไม่มีใครได้คะแนน เกมจะเสมอหลังดำเดินอีก 1 ตา"));
  const auto lead = GameAt("chpok", kWhiteLeads, automatic);
  EXPECT_THAT(NoteTexts(*lead, kEn),
              Contains("If nobody scores, White wins after 2 more moves by Black."));
  EXPECT_THAT(NoteTexts(*lead, kZh), Contains("若双方均不得分，黑方再走2步后白方获胜。"));
  EXPECT_THAT(NoteTexts(*lead, kTh), Contains("ถ้าไม่มีใครได้คะแนน ขาวจะชนะหลังดำเดินอีก 2 ตา"));
}

TEST(ChpokBoardNotes, P1_TheBiddersAreNamedIfTheyAreKnown) {
  const auto game = StartOf("chpok", {{"skip_bidding", "true"}, {"white", "opponent"}});
  EXPECT_THAT(NoteTexts(*game, kEn), Contains("Black is the Challenger, White the Opponent."));
  EXPECT_THAT(NoteTexts(*game, kZh), Contains("黑方是挑战者，白方是应战者。"));
  EXPECT_THAT(NoteTexts(*game, kTh), Contains("ดำคือผู้ท้าชิง ขาวคือคู่ต่อสู้"));
  EXPECT_THAT(NoteTexts(*StartOf("chpok", {{"skip_bidding", "true"}})),
              Not(Contains(HasSubstr("Challenger"))));
}

}  // namespace
}  // namespace arbiter
