// Tests of counts that the players start and stop: rulings M8 and M9.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/variants/makruk/counting.h"
#include "core/variants/makruk/events.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::CountOf;
using testing::ExpectEnd;
using testing::ExpectRefused;
using testing::FenOf;
using testing::GamePtr;
using testing::IsOk;
using testing::Play;

GamePtr Manual(std::string_view fen) {
  return testing::GameAt("makruk", fen, {{"counting", "manual"}});
}

bool IsOpen(const Game& game, const std::string& action) {
  const std::vector<std::string> open = testing::ControlsOf(game);
  return std::find(open.begin(), open.end(), action) != open.end();
}

// Expects `action` to be refused and not to be listed among the open controls.
void ExpectClosed(Game& game, const std::string& action, std::string_view reason) {
  EXPECT_FALSE(IsOpen(game, action)) << FenOf(game);
  ExpectRefused(game, action, ErrorReason::kIllegalAction, reason);
}

TEST(MakrukManual, M8_NoCountStartsByItself) {
  const auto game = Manual("7k/8/1r6/8/8/8/8/KR6 w - - 5 10");
  Play(*game, {"b1b6", "h8g8", "b6b5"});
  EXPECT_EQ(FenOf(*game), "6k1/8/8/1R6/8/8/8/K7 b - - 2 11");
}

TEST(MakrukManual, M8_CountStartsPiecesHonourAtTwiceThePieces) {
  const auto game = Manual("7k/8/8/8/8/8/8/KRRN4 b - - 7 10");
  EXPECT_TRUE(IsOpen(*game, "count"));
  Play(*game, {"count"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/8/KRRN4 b - 16 10 10");
  EXPECT_EQ(CountOf(*game)->moves_left, 3);  // M10
  EXPECT_EQ(CountOf(*game)->color, Color::kBlack);
}

TEST(MakrukManual, M8_CountStartsBoardsHonourAtZero) {
  const auto game = Manual("7k/7r/8/8/8/8/8/KRR5 b - - 7 10");
  Play(*game, {"count"});
  EXPECT_EQ(FenOf(*game), "7k/7r/8/8/8/8/8/KRR5 b - 128 0 10");
}

TEST(MakrukManual, M8_CountIsNotAPly) {
  const auto game = Manual("7k/7r/8/8/8/8/8/KRR5 b - - 7 10");
  const uint32_t ply = game->ply();
  ActionResult result;
  ASSERT_THAT(game->Apply("count", &result), IsOk());
  EXPECT_EQ(result.text, "count");
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_EQ(result.events[0].kind, &makruk::kCountStartedEvent);
  EXPECT_EQ(game->turn(), Color::kBlack);
  EXPECT_EQ(game->ply(), ply);
  EXPECT_EQ(game->Adjudicate().occurrences, 1);
}

TEST(MakrukManual, M8_NeitherLimitNorCountChangesWithCaptures) {
  const auto game = Manual("7k/6R1/8/8/8/8/8/KR1N4 b - - 0 10");
  Play(*game, {"count", "h8g7"});
  EXPECT_EQ(FenOf(*game), "8/6k1/8/8/8/8/8/KR1N4 w - 16 11 11");
}

TEST(MakrukManual, M8_ACountingSideThatIsBaredMayBeginANewCount) {
  const auto game = Manual("7k/8/1r6/8/8/8/8/KR6 b - - 0 10");
  Play(*game, {"count", "b6b5", "b1b5"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/1R6/8/8/8/K7 b - 128 2 11");  // The old count continues.
  EXPECT_TRUE(IsOpen(*game, "count"));
  Play(*game, {"count"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/1R6/8/8/8/K7 b - 32 6 11");
  ExpectClosed(*game, "count", "is already running");
}

// Both kinds of count have a limit of 64 moves here, so only {honour=board} distinguishes them in a
// FEN.
TEST(MakrukManual, M8_ABoardsHonourKeepsItsKindWhenTheLastPieceFalls) {
  const auto game = Manual("7k/8/6M1/5r2/8/8/8/KN6 b - 128 20 20");
  Play(*game, {"h8g8", "g6f5"});
  EXPECT_EQ(FenOf(*game), "6k1/8/8/5M2/8/8/8/KN6 b - 128 22 21 {honour=board}");
  EXPECT_EQ(CountOf(*game)->kind, makruk::CountStatus::Kind::kBoardHonour);
  const auto copy = testing::VariantNamed("makruk").FromSnapshot(game->Snapshot(), {});
  ASSERT_THAT(copy, IsOk());
  EXPECT_EQ(FenOf(**copy), FenOf(*game));
  EXPECT_TRUE(IsOpen(*game, "count"));
  Play(*game, {"count"});
  EXPECT_EQ(FenOf(*game), "6k1/8/8/5M2/8/8/8/KN6 b - 128 8 21");
  EXPECT_EQ(CountOf(*game)->kind, makruk::CountStatus::Kind::kPiecesHonour);
  ExpectClosed(*game, "count", "own count is already running");
}

TEST(MakrukManual, M8_APiecesHonourOf64MovesCannotBeBegunAgain) {
  const auto game = Manual("7k/8/8/8/8/8/8/KMM5 b - 128 40 10");
  EXPECT_EQ(CountOf(*game)->kind, makruk::CountStatus::Kind::kPiecesHonour);
  ExpectClosed(*game, "count", "own count is already running");
  Play(*game, {"uncount", "count"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/8/KMM5 b - 128 8 10");
}

TEST(MakrukManual, M8_OnlyTheCountingSideMayStopAndOnlyOnItsTurn) {
  const auto game = Manual("7k/7r/8/8/8/8/8/KRR5 b - 128 10 10");
  EXPECT_TRUE(IsOpen(*game, "uncount"));
  ExpectRefused(*game, "white:uncount", ErrorReason::kNotYourTurn, "it is Black's turn");
  Play(*game, {"h7g7"});
  ExpectClosed(*game, "uncount", "the count is Black's (M8)");
  ExpectRefused(*game, "black:uncount", ErrorReason::kNotYourTurn, "it is White's turn");
  Play(*game, {"b1b2", "uncount"});
  EXPECT_EQ(FenOf(*game), "7k/6r1/8/8/8/8/1R6/K1R5 b - - 0 11");
  EXPECT_FALSE(CountOf(*game));
  Play(*game, {"g7h7"});
  EXPECT_EQ(FenOf(*game), "7k/7r/8/8/8/8/1R6/K1R5 w - - 1 12");
}

TEST(MakrukManual, M8_ACountThatIsStoppedAndStartedBeginsAnew) {
  const auto game = Manual("7k/8/8/8/8/8/8/KRRN4 b - 16 12 10");
  Play(*game, {"uncount", "h8h7", "c1c2", "count"});
  EXPECT_EQ(FenOf(*game), "8/7k/8/8/8/8/2R5/KR1N4 b - 16 10 11");
}

TEST(MakrukManual, M8_TheOtherSideCannotCountWhileACountRuns) {
  const auto game = Manual("7k/7r/8/8/8/8/8/KRR5 w - - 7 10");
  Play(*game, {"count"});
  EXPECT_EQ(CountOf(*game)->color, Color::kWhite);
  Play(*game, {"b1b2"});
  ExpectClosed(*game, "count", "a count is already running");
}

TEST(MakrukManual, M8_ASideThatIsBaredMayReplaceTheCountOfTheOther) {
  // White counts (board's honour) and captures Black's last piece.
  const auto game = Manual("7k/8/1r6/8/8/8/8/KR6 w - 128 20 10");
  Play(*game, {"b1b6"});
  EXPECT_EQ(FenOf(*game), "7k/8/1R6/8/8/8/8/K7 b - 128 21 10");
  EXPECT_TRUE(IsOpen(*game, "count"));
  Play(*game, {"count"});
  EXPECT_EQ(FenOf(*game), "7k/8/1R6/8/8/8/8/K7 b - 32 6 10");
  EXPECT_EQ(CountOf(*game)->color, Color::kBlack);
}

TEST(MakrukManual, M8_ARunningCountCannotBeStartedAgain) {
  ExpectClosed(*Manual("7k/7r/8/8/8/8/8/KRR5 b - 128 10 10"), "count",
               "a count is already running");
  ExpectClosed(*Manual("7k/8/8/8/8/8/8/KRR5 b - 16 10 10"), "count", "is already running");
}

TEST(MakrukManual, M8_NoCountWithoutALimit) {
  ExpectClosed(*Manual("7k/7r/8/8/8/P7/8/KRR5 b - - 0 10"), "count", "pawns on the board (M6)");
  ExpectClosed(*Manual("7k/8/8/8/8/8/8/KRR5 w - - 0 10"), "count", "king is bare (M6)");
  ExpectClosed(*Manual("7k/8/8/8/8/8/8/KRR5 b - - 0 10"), "uncount", "no count is running (M8)");
}

TEST(MakrukManual, M8_OnlyThePlayerToMoveMayCount) {
  const auto game = Manual("7k/7r/8/8/8/8/8/KRR5 b - - 0 10");
  ExpectRefused(*game, "white:count", ErrorReason::kNotYourTurn, "it is Black's turn");
  Play(*game, {"black:count"});
  EXPECT_EQ(CountOf(*game)->color, Color::kBlack);
}

TEST(MakrukManual, M8_UnderAutoAndNonePlayersDoNotCount) {
  for (const char* mode : {"auto", "none"}) {
    const auto game =
        testing::GameAt("makruk", "7k/7r/8/8/8/8/8/KRR5 b - - 0 10", {{"counting", mode}});
    ExpectClosed(*game, "count", "counting = manual (M8)");
    ExpectClosed(*game, "uncount", "counting = manual (M8)");
  }
}

TEST(MakrukManual, M8_PastTheLimitTheGameIsDrawn) {
  const auto game = Manual("7k/8/8/8/8/8/8/KR6 b - 32 32 50");
  Play(*game, {"h8g8"});
  ExpectEnd(*game, Result::kDraw, makruk::kCountingLimitEnd, "M7");
}

TEST(MakrukManual, M9_ACountingSideThatMatesOnlyDraws) {
  const auto game = Manual("K7/7r/8/8/8/8/8/k5rN b - 128 20 90");
  Play(*game, {"g1g8"});
  ExpectEnd(*game, Result::kDraw, makruk::kCountingSideMatedEnd, "M9");
}

TEST(MakrukManual, M9_ACountingSideThatStopsFirstWins) {
  const auto game = Manual("K7/7r/8/8/8/8/8/k5rN b - 128 20 90");
  Play(*game, {"uncount", "g1g8"});
  ExpectEnd(*game, Result::kBlackWins, Termination::kCheckmate, "M3");
}

TEST(MakrukManual, M9_TheOtherSideWinsByMate) {
  const auto game = Manual("K7/7r/8/8/8/8/8/k5rN b - 128 21 90");  // White's count
  Play(*game, {"g1g8"});
  ExpectEnd(*game, Result::kBlackWins, Termination::kCheckmate, "M3");
}

TEST(MakrukManual, M11_ABoardsHonourContinuesForABareKing) {
  const auto game = Manual("7k/8/1r6/8/8/8/8/KR6 b - - 0 10");
  Play(*game, {"count", "b6b5", "b1b5"});
  EXPECT_EQ(CountOf(*game)->kind, makruk::CountStatus::Kind::kBoardHonour);
  EXPECT_EQ(CountOf(*game)->color, Color::kBlack);
}

TEST(MakrukManual, M7d_ACountThatStartsPastItsLimitIsNotReportedAsStarted) {
  const auto game = Manual("k7/8/1R6/8/8/8/6R1/KSSNNM2 b - - 0 20");
  ActionResult result;
  ASSERT_THAT(game->Apply("count", &result), IsOk());
  EXPECT_EQ(game->Adjudicate().end->termination, makruk::kCountingLimitEnd);
  for (const Event& event : result.events) EXPECT_NE(event.kind, &makruk::kCountStartedEvent);
}

TEST(MakrukManual, F3_SnapshotsKeepTheCount) {
  const auto game = Manual("7k/7r/8/8/8/8/8/KRR5 b - - 7 10");
  Play(*game, {"count", "h7g7"});
  const auto copy = testing::VariantNamed("makruk").FromSnapshot(game->Snapshot(), {});
  ASSERT_THAT(copy, IsOk());
  EXPECT_EQ(FenOf(**copy), FenOf(*game));
  EXPECT_EQ(CountOf(**copy)->count, 1);
}

TEST(MakrukManual, CountingIsRefusedAfterTheGame) {
  const auto game = Manual("7k/7r/8/8/8/8/8/KRR5 b - - 7 10");
  Play(*game, {"resign"});
  ExpectRefused(*game, "count", ErrorReason::kGameOver, "resigned");
}

}  // namespace
}  // namespace arbiter
