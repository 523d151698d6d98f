// Tests claims: ruling P18.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/base/strings.h"
#include "core/variants/chpok/info.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::Contains;
using testing::ControlsOf;
using testing::ExpectEnd;
using testing::ExpectOngoing;
using testing::ExpectRefused;
using testing::FenOf;
using testing::GameAt;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::Play;
using ::testing::SizeIs;

const OptionMap kAutomatic = {{"draw_policy", "automatic"}};

// Returns a FEN with two kings after `n` moves by Black, with White to move and the last values of
// d.
std::string After(int n, std::string_view d, std::string_view points = "0,0") {
  return StrCat("7k/8/8/8/8/8/8/K7 w - 1,1 ", points, " 0,0 0,0 ", n + 1, " {d=", d, "}");
}
// Returns a FEN like that of After() in which White has made another move.
std::string BlackToMove(int n, std::string_view d, std::string_view points = "0,0") {
  return StrCat("7k/8/8/8/8/8/8/K7 b - 1,1 ", points, " 0,0 0,0 ", n + 1, " {d=", d, "}");
}

void ExpectDrawGranted(const std::string& fen) {
  for (const char* claim : {"claim draw", "white:claim draw", "black:claim draw"}) {
    const auto game = GameAt("chpok", fen);
    Play(*game, {claim});
    ExpectEnd(*game, Result::kDraw, chpok::kDrawClaimedEnd, "P18");
    EXPECT_EQ(FenOf(*game), fen);
  }
}

void ExpectDrawRefused(const std::string& fen, std::string_view why) {
  const auto game = GameAt("chpok", fen);
  for (const char* claim : {"claim draw", "white:claim draw", "black:claim draw"}) {
    ExpectRefused(*game, claim, ErrorReason::kClaimRefused, "P18");
    ExpectRefused(*game, claim, ErrorReason::kClaimRefused, why);
  }
}

// Expects that `winner` can claim a win and that the other player cannot.
void ExpectWinGranted(const std::string& fen, Color winner) {
  const bool white = winner == Color::kWhite;
  const auto game = GameAt("chpok", fen);
  ExpectRefused(*game, white ? "black:claim win" : "white:claim win", ErrorReason::kClaimRefused,
                "P18");
  Play(*game, {white ? "white:claim win" : "black:claim win"});
  ExpectEnd(*game, white ? Result::kWhiteWins : Result::kBlackWins, chpok::kWinClaimedEnd, "P18");
  EXPECT_EQ(game->Adjudicate().claimed_by, winner);
}

void ExpectWinRefused(const std::string& fen, std::string_view claim, std::string_view why) {
  const auto game = GameAt("chpok", fen);
  ExpectRefused(*game, claim, ErrorReason::kClaimRefused, "P18");
  ExpectRefused(*game, claim, ErrorReason::kClaimRefused, why);
}

TEST(ChpokClaims, P18_ThereAreNoClaimsBeforeTwentyMoves) {
  ExpectDrawRefused(After(0, "0"), "0");
  ExpectDrawRefused(After(19, "0*20"), "19");
  ExpectWinRefused(After(19, "0,5*19", "5,0"), "claim win", "19");
  ExpectWinRefused(After(19, "0,-5*19", "0,5"), "black:claim win", "19");
  // Black's twentieth move counts, not White's.
  const auto game = GameAt("chpok", After(19, "0*20"));
  Play(*game, {"a1a2"});
  ExpectRefused(*game, "claim draw", ErrorReason::kClaimRefused, "19");
  Play(*game, {"h8h7", "claim draw"});
  ExpectEnd(*game, Result::kDraw, chpok::kDrawClaimedEnd, "P18");
}

TEST(ChpokClaims, P18_ADrawNeedsLevelPointsForTwentyMoves) {
  ExpectDrawGranted(After(20, "0*21"));
  ExpectDrawGranted(After(21, "0*21", "7,7"));
  ExpectDrawGranted(BlackToMove(20, "0*21"));
  // The last 20 of 21 values begin with d(2).
  ExpectDrawGranted(After(21, "5,0*20"));
  ExpectDrawRefused(After(21, "0,5,0*19"), "d(2)");
  ExpectDrawRefused(After(40, "0*8,-3,0*12"), "d(28)");
  ExpectDrawRefused(After(40, "0*20,1", "1,0"), "d(40)");
}

TEST(ChpokClaims, P18_AConstantLeadIsAWinAndNotADraw) {
  ExpectWinGranted(After(40, "5*21", "5,0"), Color::kWhite);
  ExpectWinGranted(After(40, "-5*21", "0,5"), Color::kBlack);
  ExpectDrawRefused(After(40, "5*21", "5,0"), "d(");
}

TEST(ChpokClaims, P18_AWinNeedsALeadThatHasNotFallen) {
  ExpectWinGranted(After(20, "0*20,1", "1,0"), Color::kWhite);
  ExpectWinGranted(After(20, "0,5*20", "5,0"), Color::kWhite);
  ExpectWinGranted(After(20, "0*10,1*5,2*6", "2,0"), Color::kWhite);
  // The player need not have led all the time.
  ExpectWinGranted(After(30, "-9,-8*5,-1*5,0*5,1*5", "1,0"), Color::kWhite);
  ExpectWinGranted(After(20, "0*20,-1", "0,1"), Color::kBlack);
  ExpectWinGranted(After(30, "7,3*10,0*5,-2*5", "0,2"), Color::kBlack);
  ExpectWinGranted(BlackToMove(20, "0,5*20", "5,0"), Color::kWhite);
  ExpectWinGranted(BlackToMove(20, "0,-5*20", "0,5"), Color::kBlack);
}

TEST(ChpokClaims, P18_ThereIsNoWinWithoutALead) {
  for (const char* claim : {"claim win", "white:claim win", "black:claim win"}) {
    ExpectWinRefused(After(20, "0*21"), claim, "P18");
    ExpectWinRefused(After(40, "-3*10,0*11"), claim, "P18");
    ExpectWinRefused(After(40, "3*10,0*11"), claim, "P18");
  }
}

TEST(ChpokClaims, P18_OnlyTheLastTwentyStepsCount) {
  const auto white = GameAt("chpok", After(21, "6,5*20", "5,0"));
  ExpectRefused(*white, "claim win", ErrorReason::kClaimRefused, "d(2)");
  Play(*white, {"a1a2", "h8h7"});
  EXPECT_EQ(FenOf(*white), "8/7k/8/8/8/8/K7/8 w - 1,1 5,0 0,0 0,0 23 {d=5*21}");
  Play(*white, {"claim win"});
  ExpectEnd(*white, Result::kWhiteWins, chpok::kWinClaimedEnd, "P18");

  const auto black = GameAt("chpok", After(21, "-6,-5*20", "0,5"));
  ExpectRefused(*black, "black:claim win", ErrorReason::kClaimRefused, "d(2)");
  Play(*black, {"a1a2", "h8h7", "black:claim win"});
  ExpectEnd(*black, Result::kBlackWins, chpok::kWinClaimedEnd, "P18");

  // The claim is also refused if the lead fell in the last step or in the middle.
  ExpectWinRefused(After(30, "9*20,8", "8,0"), "claim win", "d(30)");
  ExpectWinRefused(After(30, "1*5,4,3*15", "3,0"), "claim win", "d(16)");
  ExpectWinRefused(After(30, "-1*5,-4,-3*15", "0,3"), "black:claim win", "d(16)");
}

TEST(ChpokClaims, P18_ClaimsDependOnPointsUpToBlacksLastMove) {
  // White has scored 3 since Black's last move, which is not yet part of d.
  ExpectDrawGranted(BlackToMove(20, "0*21", "3,0"));
  ExpectWinRefused(BlackToMove(20, "0*21", "3,0"), "white:claim win", "P18");
  const auto game = GameAt("chpok", "7k/8/8/8/7R/8/8/K7 w - 1,1 0,0 0,0 0,0 21 {d=0*21}");
  Play(*game, {"h4h5", "white:claim draw"});
  ExpectEnd(*game, Result::kDraw, chpok::kDrawClaimedEnd, "P18");
}

TEST(ChpokClaims, P18_ARightfulClaimDecidesWhateverThePoints) {
  // White is ahead on points, but the claim still brings a draw.
  const auto game = GameAt("chpok", BlackToMove(20, "0*21", "3000,0"));
  Play(*game, {"claim draw"});
  ExpectEnd(*game, Result::kDraw, chpok::kDrawClaimedEnd, "P18");
  EXPECT_EQ(game->Adjudicate().claimed_by, Color::kBlack);
}

TEST(ChpokClaims, P18_RightfulClaimsAreListed) {
  const auto level = GameAt("chpok", After(20, "0*21"));
  ASSERT_THAT(level->Adjudicate().claims, SizeIs(1));
  EXPECT_EQ(level->Adjudicate().claims[0].kind, ClaimKind::kDraw);
  EXPECT_FALSE(level->Adjudicate().claims[0].by);
  EXPECT_EQ(level->Adjudicate().claims[0].end, (End{Result::kDraw, chpok::kDrawClaimedEnd, "P18"}));
  EXPECT_THAT(ControlsOf(*level), Contains("claim draw"));
  EXPECT_THAT(ControlsOf(*level), Contains("black:claim draw"));
  EXPECT_THAT(ControlsOf(*level), Not(Contains("claim win")));

  const auto ahead = GameAt("chpok", BlackToMove(20, "0,5*20", "5,0"));
  ASSERT_THAT(ahead->Adjudicate().claims, SizeIs(1));
  EXPECT_EQ(ahead->Adjudicate().claims[0].kind, ClaimKind::kWin);
  EXPECT_EQ(ahead->Adjudicate().claims[0].by, Color::kWhite);
  EXPECT_EQ(ahead->Adjudicate().claims[0].end,
            (End{Result::kWhiteWins, chpok::kWinClaimedEnd, "P18"}));
  EXPECT_THAT(ControlsOf(*ahead), Contains("white:claim win"));
  EXPECT_THAT(ControlsOf(*ahead), Not(Contains("claim win")));
  EXPECT_THAT(ControlsOf(*ahead), Not(Contains("claim draw")));

  const auto neither = GameAt("chpok", After(19, "0*20"));
  EXPECT_THAT(neither->Adjudicate().claims, IsEmpty());
  EXPECT_THAT(ControlsOf(*neither), Not(Contains("claim draw")));
  EXPECT_TRUE(neither->Adjudicate().history_known);
}

TEST(ChpokClaims, P18_ClaimsAreRefusedWithoutEnoughKnownValues) {
  const auto game = GameAt("chpok", "7k/8/8/8/8/8/8/K7 b - 1,1 5,5 0,0 0,0 60");
  EXPECT_FALSE(game->Adjudicate().history_known);
  for (const char* claim : {"claim draw", "claim win", "white:claim win"}) {
    ExpectRefused(*game, claim, ErrorReason::kClaimRefused, "P18");
  }
  // A draw needs twenty known values.
  for (int i = 0; i < 9; ++i) Play(*game, {"h8h7", "a1a2", "h7h8", "a2a1"});
  Play(*game, {"h8h7", "a1a2"});
  ExpectRefused(*game, "claim draw", ErrorReason::kClaimRefused, "P18");
  EXPECT_THAT(game->Adjudicate().claims, IsEmpty());
  Play(*game, {"h7h8"});
  EXPECT_THAT(game->Adjudicate().claims, SizeIs(1));
  Play(*game, {"claim draw"});
  ExpectEnd(*game, Result::kDraw, chpok::kDrawClaimedEnd, "P18");
}

TEST(ChpokClaims, P18_AWinNeedsTwentyOneKnownValues) {
  ExpectWinRefused(After(40, "5*20", "5,0"), "claim win", "P18");
  ExpectWinGranted(After(40, "5*21", "5,0"), Color::kWhite);
  ExpectDrawGranted(After(40, "0*20"));
  ExpectDrawRefused(After(40, "0*19"), "P18");

  const auto game = GameAt("chpok", "7k/8/8/8/8/8/8/K7 b - 1,1 5,0 0,0 0,0 60");
  for (int i = 0; i < 10; ++i) Play(*game, {"h8h7", "a1a2", "h7h8", "a2a1"});
  ExpectRefused(*game, "white:claim win", ErrorReason::kClaimRefused, "P18");
  Play(*game, {"h8h7", "white:claim win"});
  ExpectEnd(*game, Result::kWhiteWins, chpok::kWinClaimedEnd, "P18");
}

TEST(ChpokClaims, C8_AClaimEndsTheGameAutomaticallyAfterAMoveByBlack) {
  const auto draw = GameAt("chpok", BlackToMove(19, "0*20"), kAutomatic);
  ExpectOngoing(*draw);
  Play(*draw, {"h8h7"});
  ExpectEnd(*draw, Result::kDraw, chpok::kDrawClaimedEnd, "P18");
  EXPECT_EQ(FenOf(*draw), "8/7k/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 21 {d=0*21}");

  const auto white = GameAt("chpok", BlackToMove(19, "0,5*19", "5,0"), kAutomatic);
  Play(*white, {"h8h7"});
  ExpectEnd(*white, Result::kWhiteWins, chpok::kWinClaimedEnd, "P18");

  const auto black = GameAt("chpok", BlackToMove(19, "0,-5*19", "0,5"), kAutomatic);
  Play(*black, {"h8h7"});
  ExpectEnd(*black, Result::kBlackWins, chpok::kWinClaimedEnd, "P18");

  // The game continues if claims are not automatic. It also continues one move earlier.
  const auto claim = GameAt("chpok", BlackToMove(19, "0*20"));
  Play(*claim, {"h8h7"});
  ExpectOngoing(*claim);
  const auto early = GameAt("chpok", BlackToMove(18, "0*19"), kAutomatic);
  Play(*early, {"h8h7"});
  ExpectOngoing(*early);
}

TEST(ChpokClaims, C8_NoClaimEndsTheGameBeforeBlackHasMoved) {
  const auto game = GameAt("chpok", After(20, "0*21"), kAutomatic);
  ExpectOngoing(*game);
  Play(*game, {"a1a2"});
  ExpectOngoing(*game);
  Play(*game, {"h8h7"});
  ExpectEnd(*game, Result::kDraw, chpok::kDrawClaimedEnd, "P18");
}

TEST(ChpokClaims, P17_OtherEndsComeBeforeAnAutomaticClaim) {
  const auto limit =
      GameAt("chpok", "7k/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 20 {xf=moves=20;d=0*20}", kAutomatic);
  Play(*limit, {"h8h7"});
  ExpectEnd(*limit, Result::kDraw, chpok::kPointsEnd, "P17");

  const auto king =
      GameAt("chpok", "7k/8/8/8/8/8/1r6/1K6 b - 1,1 0,0 0,0 0,0 20 {d=0*20}", kAutomatic);
  Play(*king, {"b2b1"});
  ExpectEnd(*king, Result::kBlackWins, Termination::kKingCaptured, "P17");

  const auto hill =
      GameAt("chpok", "8/8/8/3k4/8/8/8/K7 b - 1,1 0,0 0,0 0,0 20 {xf=hill;d=0*20}", kAutomatic);
  Play(*hill, {"d5d4"});
  ExpectEnd(*hill, Result::kBlackWins, chpok::kHillEnd, "P20");
}

TEST(ChpokClaims, P19_AnUndoTakesBackTheClaimToo) {
  const auto game = GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 1,1 0,0 20 {xf=undo=1;d=0*20}");
  Play(*game, {"a1a2", "h8h7"});
  EXPECT_THAT(game->Adjudicate().claims, SizeIs(1));
  Play(*game, {"undo"});
  EXPECT_THAT(game->Adjudicate().claims, IsEmpty());
  ExpectRefused(*game, "claim draw", ErrorReason::kClaimRefused, "19");
}

}  // namespace
}  // namespace arbiter
