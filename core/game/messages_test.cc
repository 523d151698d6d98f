// Tests of the sentences that players read (ruling C5).
#include "core/game/messages.h"

#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::GameAt;
using testing::GamePtr;
using testing::Play;
using testing::StartOf;

constexpr Locale kEn = Locale::kEnglish;
constexpr Locale kZh = Locale::kChinese;
constexpr Locale kTh = Locale::kThai;

std::string Describe(const Game& game, Locale locale) {
  return WriteString(
      [&](StringWriter* text) { DescribeAdjudication(game, game.Adjudicate(), locale, text); });
}

struct Sentence {
  const char* variant;
  const char* fen;
  testing::Actions actions;
  Locale locale;
  const char* text;
};

TEST(Messages, C5_EndNamesTheWinnerAndTheReason) {
  const Sentence sentences[] = {
      {"chak", "k8/7R1/9/9/9/9/9/9/K7R w - - 0 1", {"i1i9"}, kEn, "White wins by checkmate."},
      {"chak", "k8/7R1/9/9/9/9/9/9/K7R w - - 0 1", {"i1i9"}, kZh, "白方将死对方，获胜。"},
      {"chak",
       "3k5/4o4/4D4/9/9/9/9/9/9 w - - 0 1",
       {"e7c7"},
       kEn,
       "White wins: Green is stalemated."},
      {"chak", "3k5/4o4/4D4/9/9/9/9/9/9 w - - 0 1", {"e7c7"}, kZh, "白方困毙对方，获胜。"},
      {"chak", "9/9/9/9/9/4d4/9/9/K8 b - - 0 1", {"e4e2"}, kEn, "Green wins by altar mate."},
      {"chak", "9/9/9/9/9/4d4/9/9/K8 b - - 0 1", {"e4e2"}, kZh, "绿方登坛获胜。"},
      {"chak",
       "8k/9/9/9/9/9/9/9/K8 w - - 100 80",
       {"claim draw"},
       kEn,
       "Draw: 50 moves without a capture or promotion."},
      {"chak",
       "8k/9/9/9/9/9/9/9/K8 w - - 100 80",
       {"claim draw"},
       kZh,
       "50回合无吃子、无升变，和棋。"},
      {"chak", "8k/9/9/9/9/9/9/9/K8 w - - 0 1", {"resign"}, kEn, "Green wins: White resigned."},
      {"chak", "8k/9/9/9/9/9/9/9/K8 w - - 0 1", {"resign"}, kZh, "白方认输，绿方获胜。"},
      {"chak",
       "8k/9/9/9/9/9/9/9/K8 w - - 0 1",
       {"black:timeout"},
       kEn,
       "White wins: Green ran out of time."},
      {"chak", "8k/9/9/9/9/9/9/9/K8 w - - 0 1", {"draw?", "black:draw!"}, kZh, "双方同意和棋。"},
      {"makruk", "k7/7R/8/8/8/8/8/K5R1 w - - 0 1", {"g1g8"}, kEn, "White wins by checkmate."},
      {"makruk", "k7/7R/8/8/8/8/8/K5R1 w - - 0 1", {"g1g8"}, kTh, "ขาวชนะด้วยการรุกจน"},
      {"makruk", "k7/8/1K1M4/8/8/8/8/7S w - - 0 1", {"d6c7"}, kEn, "Draw by stalemate."},
      {"makruk", "k7/8/1K1M4/8/8/8/8/7S w - - 0 1", {"d6c7"}, kTh, "เสมอ: อับ"},
      {"makruk",
       "7k/8/8/8/8/8/8/KR6 b - 32 32 50",
       {"h8g8"},
       kEn,
       "Draw: the count has passed its limit."},
      {"makruk", "7k/8/8/8/8/8/8/KR6 b - 32 32 50", {"h8g8"}, kTh, "เสมอ: นับศักดิ์ครบแล้ว"},
      {"makruk", "7k/8/8/8/8/8/8/K7 w - - 0 1", {}, kEn, "Draw: neither side can give mate."},
  };
  for (const Sentence& sentence : sentences) {
    const GamePtr game = GameAt(sentence.variant, sentence.fen);
    Play(*game, sentence.actions);
    EXPECT_EQ(Describe(*game, sentence.locale), sentence.text);
  }
}

TEST(Messages, C5_MateByTheCountingSideIsADraw) {
  const GamePtr game =
      GameAt("makruk", "K7/7r/8/8/8/8/8/k5rN b - 128 20 90", {{"counting", "manual"}});
  Play(*game, {"g1g8"});
  EXPECT_EQ(Describe(*game, kEn), "Draw: the counting side gave mate while its count was running.");
}

TEST(Messages, C5_RepetitionIsDescribedInEnglishAndChinese) {
  const GamePtr game = GameAt("chak", "8k/9/9/9/9/9/9/9/K8 w - - 0 1");
  for (int i = 0; i < 2; ++i) Play(*game, {"a1b1", "i9h9", "b1a1", "h9i9"});
  EXPECT_EQ(Describe(*game, kEn), "Draw by threefold repetition.");
  EXPECT_EQ(Describe(*game, kZh), "三次重复局面，和棋。");
}

TEST(Messages, OngoingGameNamesTheSideToMove) {
  EXPECT_EQ(Describe(*StartOf("chak"), kEn), "White is to move.");
  EXPECT_EQ(Describe(*StartOf("chak"), kZh), "轮到白方走棋。");
  EXPECT_EQ(Describe(*StartOf("makruk"), kTh), "ถึงตาของขาว");
  EXPECT_EQ(Describe(*GameAt("chak", "8k/9/9/9/9/9/9/9/K7r w - - 0 1"), kEn),
            "White is to move and in check.");
  EXPECT_EQ(Describe(*GameAt("chak", "8k/9/9/9/9/9/9/9/K7R b - - 0 1"), kZh),
            "轮到绿方走棋，绿方被将军。");
}

TEST(Messages, C10_UnknownHistoryIsMentioned) {
  const auto game =
      *testing::VariantNamed("chak").FromFen("8k/9/9/9/9/9/9/9/K8 w - - 0 1", {}, false);
  EXPECT_EQ(Describe(*game, kEn),
            "White is to move. Repetitions before the given FEN are unknown.");
}

std::vector<std::string> EventsOf(Game& game, const char* action, Locale locale) {
  ActionResult applied;
  EXPECT_THAT(game.Apply(action, &applied), testing::IsOk());
  std::vector<std::string> texts;
  for (const Event& event : applied.events) {
    texts.push_back(WriteString(
        [&](StringWriter* text) { DescribeEvent(game.variant(), event, locale, text); }));
  }
  return texts;
}

TEST(Messages, EventsAreDescribedInOrder) {
  using ::testing::ElementsAre;
  const char* fen = "4k4/9/9/9/3v5/2P6/9/9/K8 w - - 0 1";
  EXPECT_THAT(EventsOf(*GameAt("chak", fen), "c4d5", kEn),
              ElementsAre("Pawn c4-d5.", "Green's Vulture on d5 is captured.",
                          "It becomes a Warrior on d5."));
  EXPECT_THAT(EventsOf(*GameAt("chak", fen), "c4d5", kZh),
              ElementsAre("兵 c4-d5。", "d5的绿方秃鹫被吃。", "在d5升变为勇士。"));
  EXPECT_THAT(EventsOf(*GameAt("makruk", "k7/8/8/8/8/8/7R/K7 w - - 0 1"), "h2h8", kEn),
              ElementsAre("Rook (Ruea) h2-h8.", "Black is in check.", "Black's count starts."));
  EXPECT_THAT(EventsOf(*GameAt("makruk", "k7/8/8/8/8/8/7R/K7 w - - 0 1"), "h2h3", kTh),
              ElementsAre("เรือ h2-h3", "ดำเริ่มนับศักดิ์"));
  EXPECT_THAT(EventsOf(*StartOf("chak"), "draw?", kZh), ElementsAre("白方提和。"));
  EXPECT_THAT(EventsOf(*StartOf("chak"), "black:resign", kEn),
              ElementsAre("Green resigns.", "The game is over."));
}

// A sentence is in English if a name in it has no translation, even if the sentence itself has one.
TEST(Messages, C5_NoSentenceMixesLanguages) {
  EXPECT_THAT(
      EventsOf(*GameAt("makruk", "k7/8/8/8/8/8/7R/K7 w - - 0 1"), "h2h8", kZh),
      ::testing::ElementsAre("Rook (Ruea) h2-h8.", "黑方被将军。", "Black's count starts."));
  EXPECT_EQ(Describe(*GameAt("makruk", "k7/7R/8/8/8/8/8/K7 w - - 0 1"), kZh), "轮到白方走棋。");
  const GamePtr mate = GameAt("makruk", "k7/7R/8/8/8/8/8/K5R1 w - - 0 1");
  Play(*mate, {"g1g8"});
  EXPECT_EQ(Describe(*mate, kZh), "白方将死对方，获胜。");
  EXPECT_THAT(testing::NoteTexts(*GameAt("makruk", "7k/7r/8/8/8/8/8/KR6 b - 128 0 10"), kZh),
              ::testing::ElementsAre("Black counts 0 of 64 (board's honour); moves left: 64."));
  EXPECT_THAT(EventsOf(*StartOf("chak"), "e3e4", kTh), ::testing::ElementsAre("Pawn e3-e4."));
  const auto unknown =
      *testing::VariantNamed("chak").FromFen("8k/9/9/9/9/9/9/9/K8 w - - 0 1", {}, false);
  EXPECT_EQ(Describe(*unknown, kTh), Describe(*unknown, kEn));
}

TEST(Messages, C5_PiecesAreNamedInTheirLanguages) {
  const auto names = [](const char* variant, Locale locale) {
    std::vector<std::string_view> names;
    for (const PieceInfo& piece : testing::VariantNamed(variant).info().pieces) {
      names.push_back(piece.name.In(locale));
    }
    return names;
  };
  using ::testing::ElementsAre;
  EXPECT_THAT(names("chak", kZh), ElementsAre("王", "神王", "美洲虎", "绿咬鹃", "萨满", "秃鹫",
                                              "毒蛇", "兵", "勇士", "祭品"));
  EXPECT_THAT(names("makruk", kTh), ElementsAre("ขุน", "เม็ด", "โคน", "ม้า", "เรือ", "เบี้ย"));
  EXPECT_EQ(names("makruk", kZh), names("makruk", kEn));
  EXPECT_EQ(names("chak", kTh), names("chak", kEn));
}

}  // namespace
}  // namespace arbiter
