// Tests of Makruk's automatic counting: rulings M5, M6, M7, M9, M10 and M11.
#include "core/variants/makruk/counting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "core/variants/makruk/events.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::CountOf;
using testing::ExpectEnd;
using testing::ExpectOngoing;
using testing::ExpectRefused;
using testing::FenAfter;
using testing::FenOf;
using testing::GameAt;
using testing::Play;

const OptionMap kManual = {{"counting", "manual"}};
const OptionMap kNone = {{"counting", "none"}};

std::string After(std::string_view fen, const std::string& action) {
  return FenAfter("makruk", fen, action);
}

struct LimitCase {
  const char* name;
  const char* fen;
  int moves;
};

// In every position, Black is to move, has a bare king and starts the count.
TEST(MakrukCounting, M6_LimitsOfPiecesHonour) {
  const LimitCase cases[] = {
      {"two rooks", "7k/8/8/8/8/8/8/KRR5 b - - 0 1", 8},
      {"three rooks", "7k/8/8/8/8/8/8/KRRR4 b - - 0 1", 8},
      {"two rooks and more", "7k/8/8/8/8/8/8/KRRSSN2 b - - 0 1", 8},
      {"a rook", "7k/8/8/8/8/8/8/KR6 b - - 0 1", 16},
      {"a rook and more", "7k/8/8/8/8/8/8/KRSSNN2 b - - 0 1", 16},
      {"two khons", "7k/8/8/8/8/8/8/KSS5 b - - 0 1", 22},
      {"three khons and a knight", "7k/8/8/8/8/8/8/KSSSN3 b - - 0 1", 22},
      {"two knights", "7k/8/8/8/8/8/8/KNN5 b - - 0 1", 32},
      {"two knights before one khon", "7k/8/8/8/8/8/8/KSNN4 b - - 0 1", 32},
      {"a khon", "7k/8/8/8/8/8/8/KS6 b - - 0 1", 44},
      {"a khon, a knight and a met", "7k/8/8/8/8/8/8/KSNM4 b - - 0 1", 44},
      {"a knight and a met", "7k/8/8/8/8/8/8/KNM5 b - - 0 1", 64},
      {"only mets", "7k/8/8/8/8/8/8/KMM5 b - - 0 1", 64},
  };
  for (const LimitCase& test : cases) {
    const auto game = GameAt("makruk", test.fen, kManual);
    Play(*game, {"count"});
    const auto count = CountOf(*game);
    ASSERT_TRUE(count) << test.name;
    EXPECT_EQ(count->limit, 2 * test.moves) << test.name;
    EXPECT_EQ(count->kind, makruk::CountStatus::Kind::kPiecesHonour) << test.name;
  }
}

TEST(MakrukCounting, M6_TheBoardsHonourIs64WhateverTheMaterial) {
  for (const char* fen : {"7k/7r/8/8/8/8/8/KR6 b - - 0 1", "7k/7n/8/8/8/8/8/KRR5 b - - 0 1",
                          "7k/6rr/8/8/8/8/8/KN6 b - - 0 1"}) {
    const auto game = GameAt("makruk", fen, kManual);
    Play(*game, {"count"});
    EXPECT_EQ(CountOf(*game)->limit, 128) << fen;
    EXPECT_EQ(CountOf(*game)->count, 0) << fen;
    EXPECT_EQ(CountOf(*game)->kind, makruk::CountStatus::Kind::kBoardHonour) << fen;
  }
}

TEST(MakrukCounting, M7c_BoardsHonourStartsWhenTheLastPawnGoes) {
  EXPECT_EQ(After("7k/7r/1p6/8/8/8/8/KR6 w - - 5 10", "b1b6"), "7k/7r/1R6/8/8/8/8/K7 b - 128 0 10");
  EXPECT_EQ(After("7k/7r/8/1P6/8/8/8/KR6 w - - 5 10", "b5b6m"),
            "7k/7r/1M6/8/8/8/8/KR6 b - 128 0 10");
}

TEST(MakrukCounting, M6_NoCountWhileAnyPawnIsLeft) {
  EXPECT_EQ(After("7k/7r/1p6/p7/8/8/8/KR6 w - - 5 10", "b1b6"), "7k/7r/1R6/p7/8/8/8/K7 b - - 0 10");
  EXPECT_EQ(After("7k/8/pr6/8/8/8/8/KR6 w - - 5 10", "b1b6"),
            "7k/8/pR6/8/8/8/8/K7 b - - 0 10");  // Black still has a pawn.
}

TEST(MakrukCounting, M7c_PiecesHonourStartsWhenTheLastPieceGoes) {
  EXPECT_EQ(After("7k/8/1r6/8/8/8/8/KR6 w - - 5 10", "b1b6"), "7k/8/1R6/8/8/8/8/K7 b - 32 6 10");
  // It replaces a running board's honour of either side.
  EXPECT_EQ(After("7k/8/1r6/8/8/8/8/KR6 w - 128 21 10", "b1b6"), "7k/8/1R6/8/8/8/8/K7 b - 32 6 10");
  EXPECT_EQ(After("7k/8/1r6/8/8/8/8/KR6 w - 128 20 10", "b1b6"), "7k/8/1R6/8/8/8/8/K7 b - 32 6 10");
}

TEST(MakrukCounting, M7c_APromotionMayStartPiecesHonour) {
  EXPECT_EQ(After("7k/8/8/1P6/8/8/8/KR6 w - - 3 20", "b5b6m"), "7k/8/1M6/8/8/8/8/KR6 b - 32 8 20");
}

TEST(MakrukCounting, M7a_EveryPlyRaisesTheCount) {
  const auto game = GameAt("makruk", "7k/7r/8/8/8/8/8/KR6 b - 128 0 10");
  Play(*game, {"h7g7", "b1b2"});
  EXPECT_EQ(FenOf(*game), "7k/6r1/8/8/8/8/1R6/K7 b - 128 2 11");
}

TEST(MakrukCounting, M7_ACaptureThatBaresNobodyDoesNotRestartTheCount) {
  const auto game = GameAt("makruk", "7k/6nr/8/8/8/8/6R1/K7 w - 128 21 30");
  Play(*game, {"g2g7"});
  EXPECT_EQ(FenOf(*game), "7k/6Rr/8/8/8/8/8/K7 b - 128 22 30");
  Play(*game, {"h7g7"});  // Now White is bare.
  EXPECT_EQ(FenOf(*game), "7k/6r1/8/8/8/8/8/K7 w - 32 6 31");
}

TEST(MakrukCounting, M7_ACaptureByTheBareKingDoesNotChangeTheLimit) {
  EXPECT_EQ(After("7k/6R1/8/8/8/8/8/KR1N4 b - 16 10 5", "h8g7"),
            "8/6k1/8/8/8/8/8/KR1N4 w - 16 11 6");
}

TEST(MakrukCounting, M7b_TheCountStartsWhenTheBareKingTakesTheLastPawn) {
  EXPECT_EQ(After("7k/8/8/8/1p6/K7/8/7r w - - 2 40", "a3b4"), "7k/8/8/8/1K6/8/8/7r b - 32 5 40");
}

TEST(MakrukCounting, M6_NoLimitAgainstABareStrongerSide) {
  const auto game = GameAt("makruk", "7k/8/8/8/8/8/8/KR6 b - - 0 1");
  Play(*game, {"h8g8"});
  EXPECT_EQ(FenOf(*game), "6k1/8/8/8/8/8/8/KR6 w - - 1 2");
  // There is no limit yet, so the count begins when the bare king is to move (M7c).
  Play(*game, {"b1b2"});
  EXPECT_EQ(FenOf(*game), "6k1/8/8/8/8/8/1R6/K7 b - 32 6 2");
}

TEST(MakrukCounting, M9_TheFirstToMoveWithoutPawnsIsTheWeakerSideWhateverTheMaterial) {
  const auto game = GameAt("makruk", "7k/7n/8/6P1/8/8/8/KRR5 b - - 0 1");
  Play(*game, {"h7g5"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/6n1/8/8/8/KRR5 w - 128 0 2");
  EXPECT_EQ(CountOf(*game)->color, Color::kWhite);
}

TEST(MakrukCounting, M7d_PastTheLimitTheGameIsDrawn) {
  const auto game = GameAt("makruk", "7k/8/8/8/8/8/8/KR6 w - 32 31 50");
  Play(*game, {"b1b2"});
  ExpectOngoing(*game);  // 32 does not exceed 32.
  Play(*game, {"h8g8"});
  ExpectEnd(*game, Result::kDraw, makruk::kCountingLimitEnd, "M7");
  // A draw by counting does not empty the list of moves (C12).
  EXPECT_FALSE(testing::LegalOf(*game).empty());
  ExpectRefused(*game, "b2b3", ErrorReason::kGameOver, "the count has passed its limit");
}

TEST(MakrukCounting, M7d_AMateAtTheLimitWins) {
  const auto game = GameAt("makruk", "k7/7R/8/8/8/8/8/K5R1 w - 16 15 50");
  Play(*game, {"g1g8"});
  ExpectEnd(*game, Result::kWhiteWins, Termination::kCheckmate, "M3");
}

TEST(MakrukCounting, M7d_M9_UnderAutoTheCountingSideWinsByMateEvenPastTheLimit) {
  const auto game = GameAt("makruk", "K7/7r/8/8/8/8/8/k5rN b - 128 128 90");
  Play(*game, {"g1g8"});
  ExpectEnd(*game, Result::kBlackWins, Termination::kCheckmate, "M3");
}

TEST(MakrukCounting, C13_OtherEndsTakePrecedenceOverTheLimit) {
  const auto stalemate = GameAt("makruk", "k7/2M5/1K6/8/8/8/8/7S b - 88 90 90");
  ExpectEnd(*stalemate, Result::kDraw, Termination::kStalemate, "M3");
  const auto dead = GameAt("makruk", "7k/6R1/8/8/8/8/8/K7 b - 32 32 50");
  Play(*dead, {"h8g7"});
  ExpectEnd(*dead, Result::kDraw, Termination::kDeadPosition, "M3");
}

TEST(MakrukCounting, M5_WithNoneNobodyCounts) {
  const auto game = GameAt("makruk", "7k/8/1r6/8/8/8/8/KR6 w - - 5 10", kNone);
  Play(*game, {"b1b6", "h8g8", "b6b5"});
  EXPECT_EQ(FenOf(*game), "6k1/8/8/1R6/8/8/8/K7 b - - 2 11");
  EXPECT_FALSE(CountOf(*game));
}

TEST(MakrukCounting, M10_TwoRooksAndAKnightHaveThreeMovesLeft) {
  const auto game = GameAt("makruk", "7k/8/8/8/1r6/8/8/KR1RN3 w - 128 9 40");
  Play(*game, {"b1b4"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/1R6/8/8/K2RN3 b - 16 10 40");
  EXPECT_EQ(CountOf(*game)->moves_left, 3);
}

TEST(MakrukCounting, M11_ReportsTheSideTheCountAndTheMovesLeft) {
  const auto game = GameAt("makruk", "7k/8/8/8/8/8/8/K2RRN2 b - 16 10 40");
  struct Step {
    const char* action;
    int count, announced, moves_left;
  };
  const Step steps[] = {{"h8h7", 11, 6, 3}, {"f1g3", 12, 6, 2}, {"h7h8", 13, 7, 2},
                        {"g3f1", 14, 7, 1}, {"h8h7", 15, 8, 1}, {"f1g3", 16, 8, 0}};
  for (const Step& step : steps) {
    Play(*game, {step.action});
    const auto count = CountOf(*game);
    ASSERT_TRUE(count);
    EXPECT_EQ(count->color, Color::kBlack);
    EXPECT_EQ(count->kind, makruk::CountStatus::Kind::kPiecesHonour);
    EXPECT_EQ(count->limit, 16);
    EXPECT_EQ(count->count, step.count);
    EXPECT_EQ(count->announced, step.announced) << step.count;
    EXPECT_EQ(count->moves_left, step.moves_left) << step.count;
  }
  ExpectOngoing(*game);
  Play(*game, {"h7h8"});
  ExpectEnd(*game, Result::kDraw, makruk::kCountingLimitEnd, "M7");
}

TEST(MakrukCounting, M11_TheParityOfTheCountInAFenSaysWhoCounts) {
  const auto counter = [](const char* fen) { return CountOf(*GameAt("makruk", fen))->color; };
  EXPECT_EQ(counter("7k/7r/8/8/8/8/8/KR6 w - 128 20 30"), Color::kWhite);
  EXPECT_EQ(counter("7k/7r/8/8/8/8/8/KR6 w - 128 21 30"), Color::kBlack);
  EXPECT_EQ(counter("7k/7r/8/8/8/8/8/KR6 b - 128 20 30"), Color::kBlack);
  EXPECT_EQ(counter("7k/7r/8/8/8/8/8/KR6 b - 128 21 30"), Color::kWhite);
}

TEST(MakrukCounting, M11_TheFirstMoveOfABoardsHonourIsOne) {
  const auto game = GameAt("makruk", "7k/7r/8/8/8/8/8/KR6 w - 128 0 30");
  EXPECT_EQ(CountOf(*game)->announced, 0);
  Play(*game, {"b1b2"});
  EXPECT_EQ(CountOf(*game)->announced, 1);
  Play(*game, {"h7h6"});
  EXPECT_EQ(CountOf(*game)->announced, 1);
  Play(*game, {"b2b1"});
  EXPECT_EQ(CountOf(*game)->announced, 2);
}

// The first move starts a count. The second gives mate and the third leaves no mating material, so
// both end the game.
TEST(MakrukCounting, M7_TheLastMoveOfAGameStartsNoCount) {
  for (const auto& [fen, action] : {std::pair("k7/8/1p6/7R/8/8/8/KR6 w - - 0 30", "b1b6"),
                                    std::pair("k7/7R/8/8/8/8/8/K4R2 w - - 0 30", "f1f8"),
                                    std::pair("7k/8/8/8/1r6/K7/8/8 w - - 0 30", "a3b4")}) {
    const auto game = GameAt("makruk", fen);
    ActionResult result;
    ASSERT_THAT(game->Apply(action, &result), testing::IsOk());
    const bool over = game->Adjudicate().end.has_value();
    EXPECT_EQ(
        std::any_of(result.events.begin(), result.events.end(),
                    [](const Event& event) { return event.kind == &makruk::kCountStartedEvent; }),
        !over)
        << fen;
  }
}

// The new count begins at the number that the old one has reached, so the number alone does not
// show that a new count has started.
TEST(MakrukCounting, M7c_ACountThatReplacesAnotherIsReportedAsStarted) {
  const auto game = GameAt("makruk", "7k/8/8/3m4/8/4N3/8/K6M w - 128 7 60");
  ActionResult result;
  ASSERT_THAT(game->Apply("e3d5", &result), testing::IsOk());
  EXPECT_EQ(FenOf(*game), "7k/8/8/3N4/8/8/8/K6M b - 128 8 60");
  const auto started =
      std::find_if(result.events.begin(), result.events.end(),
                   [](const Event& event) { return event.kind == &makruk::kCountStartedEvent; });
  ASSERT_NE(started, result.events.end());
  EXPECT_EQ(started->color, Color::kBlack);
}

}  // namespace
}  // namespace arbiter
