// Tests of how a game of Chak ends: rulings K13 to K16 and K19.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/variants/chak/rules.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Actions;
using ::testing::ElementsAre;
using testing::ExpectEnd;
using testing::ExpectIllegal;
using testing::ExpectOngoing;
using testing::ExpectRefused;
using testing::GameAt;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::LegalOf;
using testing::Play;
using ::testing::SizeIs;

const OptionMap kAutomatic = {{"draw_policy", "automatic"}};

TEST(ChakEnds, K13_AltarMateWinsAtOnce) {
  const auto game = GameAt("chak", "k8/9/9/4D4/9/9/9/9/9 w - - 0 1");
  Play(*game, {"e6e8"});
  ExpectEnd(*game, Result::kWhiteWins, chak::kAltarMateEnd, "K13");
  // An altar mate empties the list of moves (C12).
  EXPECT_THAT(LegalOf(*game), IsEmpty());
  ExpectRefused(*game, "a9a8", ErrorReason::kGameOver, "the game is over");
}

TEST(ChakEnds, K13_CapturingTheOfferingOnTheAltarIsAltarMate) {
  const auto game = GameAt("chak", "k8/4o4/4D4/9/9/9/9/9/9 w - - 0 1");
  Play(*game, {"e7e8"});
  ExpectEnd(*game, Result::kWhiteWins, chak::kAltarMateEnd, "K13");
}

TEST(ChakEnds, K13_GreenMatesOnE2) {
  const auto game = GameAt("chak", "9/9/9/9/9/4d4/9/4O4/K8 b - - 0 1");
  Play(*game, {"e4e2"});
  ExpectEnd(*game, Result::kBlackWins, chak::kAltarMateEnd, "K13");
}

TEST(ChakEnds, K13_AltarMateMayCrossAnAttackedSquare) {
  const auto game = GameAt("chak", "k8/3po4/9/4D4/9/9/9/9/9 w - - 0 1");
  ExpectIllegal("chak", "k8/3po4/9/4D4/9/9/9/9/9 w - - 0 1", "e6e7", "pawn on d8");
  Play(*game, {"e6e8"});
  ExpectEnd(*game, Result::kWhiteWins, chak::kAltarMateEnd, "K13");
}

TEST(ChakEnds, K13_AnAttackedAltarCannotBeEntered) {
  ExpectIllegal("chak", "3k5/4o4/9/4D4/9/9/9/9/9 w - - 0 1", "e6e8",
                "leaves the divine king on e8 attacked by the king on d9 (K12)");
}

TEST(ChakEnds, K17_ADivineKingSetUpOnTheAltarHasWonThoughItIsAttacked) {
  const auto game = GameAt("chak", "r8/r3D4/r7k/r8/9/9/9/9/9 w - - 0 1");
  ExpectEnd(*game, Result::kWhiteWins, chak::kAltarMateEnd, "K13");
}

TEST(ChakEnds, K19_TheTempleIsNotTheAltar) {
  const auto game = GameAt("chak", "k8/9/9/4D4/9/9/9/9/9 w - - 0 1");
  Play(*game, {"e6e7"});
  ExpectOngoing(*game);
}

TEST(ChakEnds, K13_OnlyADivineKingWinsOnTheAltar) {
  const auto game = GameAt("chak", "k8/4o4/9/5V3/9/9/9/9/8K w - - 0 1");
  Play(*game, {"f6e8"});
  ExpectOngoing(*game);
}

TEST(ChakEnds, K14_CheckmateLoses) {
  const auto game = GameAt("chak", "k8/7R1/9/9/9/9/9/9/K7R w - - 0 1");
  Play(*game, {"i1i9"});
  ExpectEnd(*game, Result::kWhiteWins, Termination::kCheckmate, "K14");
  EXPECT_TRUE(game->Adjudicate().check);
  EXPECT_THAT(game->Adjudicate().checkers, ElementsAre("i9"));
  EXPECT_THAT(LegalOf(*game), IsEmpty());
}

TEST(ChakEnds, K14_CheckThatCanBeParriedIsNotMate) {
  const auto game = GameAt("chak", "k8/9/7R1/9/9/9/9/9/K7R w - - 0 1");
  Play(*game, {"i1i9"});
  ExpectOngoing(*game);
  EXPECT_THAT(LegalOf(*game), ElementsAre("a9a8", "a9b8"));
}

TEST(ChakEnds, K14_StalemateLosesToo) {
  for (const Actions& line : {Actions{"e9d9", "e7c7"}, Actions{"e9f9", "e7g7"}}) {
    const auto game = GameAt("chak", "4k4/4o4/4D4/9/9/9/9/9/9 b - - 0 1");
    EXPECT_THAT(LegalOf(*game), ElementsAre("e9d9", "e9f9"));  // zugzwang
    Play(*game, line);
    ExpectEnd(*game, Result::kWhiteWins, Termination::kStalemate, "K14");
    EXPECT_FALSE(game->Adjudicate().check);
  }
}

TEST(ChakEnds, K14_WhiteCanBeStalematedToo) {
  const auto game = GameAt("chak", "9/9/9/9/9/9/4d4/4O4/4K4 w - - 0 1");
  Play(*game, {"e1d1", "e3c3"});
  ExpectEnd(*game, Result::kBlackWins, Termination::kStalemate, "K14");
}

TEST(ChakEnds, K14_OnlyAPieceThatCanMovePreventsStalemate) {
  // A quetzal without a mount cannot move, nor can the offering; a vulture can.
  const auto quetzal = GameAt("chak", "4k4/4o4/4D4/9/9/9/9/9/q8 b - - 0 1");
  Play(*quetzal, {"e9d9", "e7c7"});
  ExpectEnd(*quetzal, Result::kWhiteWins, Termination::kStalemate, "K14");
  const auto vulture = GameAt("chak", "4k4/4o4/4D4/9/9/9/9/9/v8 b - - 0 1");
  Play(*vulture, {"e9d9", "e7c7"});
  ExpectOngoing(*vulture);
}

// The guide's line for king against king with offering, with its third move corrected (K19).
TEST(ChakEnds, K19_AKingCanWinAgainstAKingWithAnOffering) {
  const auto game = GameAt("chak", "9/4ok3/9/2D6/9/9/9/9/9 w - - 0 1");
  const std::pair<const char*, const char*> line[] = {
      {"c6d6", "Dd6+"}, {"f8f7", "Kf7"}, {"d6d7", "Dd7+"}, {"f7f8", "Kf8"},
      {"d7e6", "De6"},  {"f8f9", "Kf9"}, {"e6f7", "Df7+"}, {"f9e9", "Ke9"},
      {"f7e7", "De7"},  {"e9d9", "Kd9"}, {"e7c7", "Dc7#"}};
  for (const auto& [action, san] : line) {
    ActionResult result;
    ASSERT_THAT(game->Apply(action, &result), IsOk());
    EXPECT_EQ(result.san, san);
  }
  ExpectEnd(*game, Result::kWhiteWins, Termination::kStalemate, "K14");
}

TEST(ChakEnds, K13_ADivineKingMayRunToTheAltarPastAJaguar) {
  const char* fen = "9/9/9/D8/9/9/3J1d3/9/9 w - - 0 1";
  const auto game = GameAt("chak", fen);
  Play(*game, {"a6c8"});
  ExpectRefused(*game, "f3e2", ErrorReason::kIllegalAction, "jaguar on d3");
  Play(*game, {"f3d3", "c8e8"});
  ExpectEnd(*game, Result::kWhiteWins, chak::kAltarMateEnd, "K13");
}

// Both kings go back and forth, so that the position recurs after each round.
const Actions kRound = {"a1b1", "i9h9", "b1a1", "h9i9"};
const Actions kOtherRound = {"a1a2", "i9i8", "a2a1", "i8i9"};
constexpr const char* kTwoKings = "8k/9/9/9/9/9/9/9/K8 w - - 0 1";

TEST(ChakEnds, K15_ThirdOccurrenceIsADrawWhateverThePolicy) {
  for (const char* policy : {"claim", "automatic"}) {
    const auto game = GameAt("chak", kTwoKings, {{"draw_policy", policy}});
    Play(*game, kRound);
    EXPECT_EQ(game->Adjudicate().occurrences, 2);
    ExpectOngoing(*game);
    Play(*game, kRound);
    ExpectEnd(*game, Result::kDraw, Termination::kRepetition, "K15");
  }
}

TEST(ChakEnds, K19_OccurrencesNeedNotBeInSuccession) {
  const auto game = GameAt("chak", kTwoKings);
  Play(*game, kRound);
  Play(*game, kOtherRound);
  ExpectEnd(*game, Result::kDraw, Termination::kRepetition, "K15");
}

TEST(ChakEnds, K15_TheSideToMoveIsPartOfThePosition) {
  const auto game = GameAt("chak", kTwoKings);
  // White loses a tempo by triangulation while Green shuffles, so that the board recurs with Green
  // to move.
  Play(*game, {"a1a2", "i9h9", "a2b1", "h9i9", "b1a1"});
  EXPECT_EQ(game->Adjudicate().occurrences, 1);
}

constexpr const char* kQuietFen = "8k/2p6/9/9/9/9/2P6/9/K8 w - - 99 80";

TEST(ChakEnds, K16_AClaimBefore100PliesIsRefused) {
  const auto game = GameAt("chak", kQuietFen);
  EXPECT_THAT(game->Adjudicate().claims, IsEmpty());
  ExpectRefused(*game, "claim draw", ErrorReason::kClaimRefused, "99 of 100 plies");
}

TEST(ChakEnds, K16_EitherPlayerMayClaimAfter100Plies) {
  for (const char* claim : {"claim draw", "white:claim draw", "black:claim draw"}) {
    const auto game = GameAt("chak", kQuietFen);
    Play(*game, {"a1a2"});
    ExpectOngoing(*game);
    ASSERT_THAT(game->Adjudicate().claims, SizeIs(1));
    EXPECT_EQ(game->Adjudicate().claims[0].end.termination, Termination::kNMove);
    EXPECT_FALSE(game->Adjudicate().claims[0].by);
    Play(*game, {claim});
    ExpectEnd(*game, Result::kDraw, Termination::kNMove, "K16");
    EXPECT_EQ(game->Adjudicate().claimed_by, claim[0] == 'w' ? Color::kWhite : Color::kBlack);
  }
}

TEST(ChakEnds, K16_TheGameGoesOnUntilSomeoneClaims) {
  const auto game = GameAt("chak", "8k/2p6/9/9/9/9/2P6/9/K8 w - - 150 80");
  Play(*game, {"a1a2", "i9i8"});
  ExpectOngoing(*game);
  EXPECT_THAT(game->Adjudicate().claims, SizeIs(1));
}

TEST(ChakEnds, K16_AutomaticPolicyEndsTheGame) {
  const auto game = GameAt("chak", kQuietFen, kAutomatic);
  ExpectOngoing(*game);
  Play(*game, {"a1a2"});
  ExpectEnd(*game, Result::kDraw, Termination::kNMove, "K16");
}

TEST(ChakEnds, K16_PawnMovesDoNotResetCapturesAndPromotionsDo) {
  const auto quiet_plies = [](const char* fen, const char* action) {
    const auto game = GameAt("chak", fen);
    Play(*game, {action});
    return testing::DetailOf<chak::Detail>(*game).quiet_plies;
  };
  EXPECT_EQ(quiet_plies("8k/9/9/9/9/9/2P6/9/K8 w - - 40 80", "c3c4"), 41u);
  EXPECT_EQ(quiet_plies("8k/9/9/9/9/9/2P6/9/K8 w - - 40 80", "c3b3"), 41u);
  EXPECT_EQ(quiet_plies("8k/9/9/9/9/3v5/2P6/9/K8 w - - 40 80", "c3d4"), 0u);
  EXPECT_EQ(quiet_plies("8k/9/9/9/9/2P6/9/9/K8 w - - 40 80", "c4c5+"), 0u);
}

TEST(ChakEnds, K16_C13_AMateOnThe100thPlyTakesPrecedence) {
  const auto mate = GameAt("chak", "k8/7R1/9/9/9/9/9/9/K7R w - - 99 80", kAutomatic);
  Play(*mate, {"i1i9"});
  ExpectEnd(*mate, Result::kWhiteWins, Termination::kCheckmate, "K14");

  const auto altar = GameAt("chak", "k8/9/9/4D4/9/9/9/9/9 w - - 99 80", kAutomatic);
  Play(*altar, {"e6e8"});
  ExpectEnd(*altar, Result::kWhiteWins, chak::kAltarMateEnd, "K13");

  const auto stalemate = GameAt("chak", "3k5/4o4/4D4/9/9/9/9/9/9 w - - 99 80", kAutomatic);
  Play(*stalemate, {"e7c7"});
  ExpectEnd(*stalemate, Result::kWhiteWins, Termination::kStalemate, "K14");
}

TEST(ChakEnds, C13_CheckmateTakesPrecedenceOverAltarMate) {
  const auto game = GameAt("chak", "8R/2k6/R4D3/9/9/9/9/9/1R7 w - - 0 1");
  Play(*game, {"f7e8"});
  ExpectEnd(*game, Result::kWhiteWins, Termination::kCheckmate, "K14");
}

TEST(ChakEnds, C13_RepetitionTakesPrecedenceOverTheNMoveRule) {
  const auto game = GameAt("chak", "8k/9/9/9/9/9/9/9/K8 w - - 92 80", kAutomatic);
  Play(*game, kRound);
  Play(*game, kRound);
  ExpectEnd(*game, Result::kDraw, Termination::kRepetition, "K15");
}

}  // namespace
}  // namespace arbiter
