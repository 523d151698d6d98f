// Tests what Chakart says about a state: powers, the hidden queen, choices, immobilised pieces and
// forced passes.
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

// Returns the notes of a position whose powers have all been used.
std::vector<std::string> NotesAt(const std::string& board, const std::string& rest,
                                 Locale locale = kEn) {
  return NoteTexts(*GameAt("chakart", board + R"({"flags":"0000")" + rest + "}"), locale);
}

TEST(ChakartNotes, H6_H7_PowersThatAreLeft) {
  const auto start = StartOf("chakart");
  EXPECT_THAT(NoteTexts(*start, kEn),
              ElementsAre("White still has the shell and the stealth move.",
                          "Black still has the shell and the stealth move."));
  EXPECT_THAT(NoteTexts(*start, kZh),
              ElementsAre("白方还可投掷龟壳和使用隐身着法。", "黑方还可投掷龟壳和使用隐身着法。"));
  EXPECT_THAT(NoteTexts(*start, kTh),
              ElementsAre("ขาวยังขว้างกระดองและเดินซ่อนตัวได้", "ดำยังขว้างกระดองและเดินซ่อนตัวได้"));
  const auto some = GameAt("chakart", R"(4k3/8/8/8/8/8/8/4K3 w 0 {"flags":"1001"})");
  EXPECT_THAT(NoteTexts(*some, kEn),
              ElementsAre("White still has the shell.", "Black still has the stealth move."));
  EXPECT_THAT(NoteTexts(*some, kZh), ElementsAre("白方还可投掷龟壳。", "黑方还可使用隐身着法。"));
  EXPECT_THAT(NoteTexts(*some, kTh), ElementsAre("ขาวยังขว้างกระดองได้", "ดำยังเดินซ่อนตัวได้"));
  EXPECT_THAT(NotesAt("4k3/8/8/8/8/8/8/4K3 w 0 ", ""), IsEmpty());
}

TEST(ChakartNotes, H13_H15_ChoicesThatThePlayerMustMake) {
  const std::string board = "4k3/8/8/8/8/8/8/4K2R w 0 ";
  const std::string swap = R"(,"pending":"swap")";
  EXPECT_THAT(NotesAt(board, swap, kEn), ElementsAre("White must swap two pieces."));
  EXPECT_THAT(NotesAt(board, swap, kZh), ElementsAre("白方须交换两枚棋子。"));
  EXPECT_THAT(NotesAt(board, swap, kTh), ElementsAre("ขาวต้องสลับหมากสองตัว"));
  const std::string again = R"(,"pending":"again")";
  EXPECT_THAT(NotesAt(board, again, kEn), ElementsAre("White must move again."));
  EXPECT_THAT(NotesAt(board, again, kZh), ElementsAre("白方须再走一步。"));
  EXPECT_THAT(NotesAt(board, again, kTh), ElementsAre("ขาวต้องเดินอีกตา"));
  // Pieces have only English names.
  for (const Locale locale : {kEn, kZh, kTh}) {
    EXPECT_THAT(NotesAt(board, R"(,"pending":"drop:n")", locale),
                ElementsAre("White must place a Knight (Yoshi)."));
  }
  const std::string pawn = "P3k3/8/8/8/8/8/8/4K3 w 0 ";
  const std::string promotion = R"(,"pending":"promotion:a8")";
  EXPECT_THAT(NotesAt(pawn, promotion, kEn), ElementsAre("White must promote the pawn on a8."));
  EXPECT_THAT(NotesAt(pawn, promotion, kZh), ElementsAre("白方须将a8的兵升变。"));
  EXPECT_THAT(NotesAt(pawn, promotion, kTh), ElementsAre("ขาวต้องเลื่อนขั้นเบี้ยที่ a8"));
}

TEST(ChakartNotes, H13_ImmobilisedPieces) {
  const std::string board = "4k3/8/8/8/u7/8/8/T3K3 w 0 ";
  EXPECT_THAT(NotesAt(board, "", kEn),
              ElementsAre("White's piece on a1 cannot move in this turn.",
                          "Black's piece on a4 cannot move in Black's next turn."));
  EXPECT_THAT(NotesAt(board, "", kZh),
              ElementsAre("白方在a1的棋子本回合不能移动。", "黑方在a4的棋子下一回合不能移动。"));
  EXPECT_THAT(NotesAt(board, "", kTh),
              ElementsAre("หมากของขาวที่ a1 เดินไม่ได้ในตานี้", "หมากของดำที่ a4 เดินไม่ได้ในตาถัดไป"));
}

TEST(ChakartNotes, H18_AForcedPass) {
  const std::string board = "7k/8/8/8/8/8/8/K7 w 10 ";
  const std::string passes = R"(,"passes":1)";
  EXPECT_THAT(
      NotesAt(board, passes, kEn),
      ElementsAre("Black had to pass; if the opponent has to pass, too, the game is drawn."));
  EXPECT_THAT(NotesAt(board, passes, kZh), ElementsAre("黑方被迫停着；若对方也被迫停着，则和棋。"));
  EXPECT_THAT(NotesAt(board, passes, kTh), ElementsAre("ดำต้องผ่านตา ถ้าอีกฝ่ายต้องผ่านด้วย เกมจะเสมอ"));
}

TEST(ChakartNotes, H23_OnlyHerOwnerIsToldWhereAHiddenQueenStands) {
  const auto game = StartOf("chakart");
  Play(*game, {"e2e3", "e7e6", "d1h5?"});
  EXPECT_EQ(NoteTexts(*game, kEn).front(), "White's queen is hidden on h5.");
  EXPECT_EQ(NoteTexts(*game, kZh).front(), "白方的后隐身于h5。");
  EXPECT_EQ(NoteTexts(*game, kTh).front(), "ควีนของขาวซ่อนตัวอยู่ที่ h5");
  EXPECT_EQ(game->ViewFor(Viewer::kWhite), nullptr);
  for (const Viewer viewer : {Viewer::kBlack, Viewer::kSpectator}) {
    const auto seen = game->ViewFor(viewer);
    EXPECT_EQ(NoteTexts(*seen, kEn).front(), "White's queen is hidden.");
    EXPECT_EQ(NoteTexts(*seen, kZh).front(), "白方的后已隐身。");
    EXPECT_EQ(NoteTexts(*seen, kTh).front(), "ควีนของขาวซ่อนตัวอยู่");
  }
  Play(*game, {"b8c6"});
  EXPECT_THAT(NoteTexts(*game), Not(Contains(HasSubstr("hidden"))));
}

TEST(ChakartNotes, PicturesHaveNoNotes) {
  const auto game = StartOf("chakart");
  EXPECT_THAT(game->Captions(kEn), IsEmpty());
  Play(*game, {"resign"});
  EXPECT_THAT(NoteTexts(*game), IsEmpty());
}

}  // namespace
}  // namespace arbiter
