// Tests of how Makruk's pieces move and how its games end apart from counting: rulings M1 to M4.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Actions;
using ::testing::ElementsAre;
using testing::ExpectEnd;
using testing::ExpectOngoing;
using testing::ExpectRefused;
using testing::FenAfter;
using testing::FenOf;
using testing::GameAt;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::LegalOf;
using testing::Play;
using ::testing::SizeIs;
using testing::StartOf;
using testing::TargetsFrom;

std::vector<std::string> Targets(std::string_view fen, std::string_view from) {
  return TargetsFrom("makruk", fen, from);
}

TEST(MakrukRules, StartHas23Moves) {
  const auto game = StartOf("makruk");
  EXPECT_EQ(FenOf(*game), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1");
  EXPECT_EQ(LegalOf(*game).size(), 23u);
}

TEST(MakrukRules, M1_KingKnightAndRookAsInChess) {
  EXPECT_THAT(Targets("7k/8/8/8/3K4/8/8/8 w - - 0 1", "d4"),
              ElementsAre("c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"));
  EXPECT_THAT(Targets("7k/8/8/2RRR3/2RNR3/2RRR3/8/K7 w - - 0 1", "d4"),
              ElementsAre("b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"));
  EXPECT_THAT(Targets("7k/8/3n4/8/3R1P2/8/8/K7 w - - 0 1", "d4"),
              ElementsAre("a4", "b4", "c4", "d1", "d2", "d3", "d5", "d6", "e4"));
}

TEST(MakrukRules, M1_MetStepsDiagonally) {
  EXPECT_THAT(Targets("7k/8/8/8/3M4/8/8/K7 w - - 0 1", "d4"), ElementsAre("c3", "c5", "e3", "e5"));
}

TEST(MakrukRules, M1_KhonStepsDiagonallyOrForward) {
  EXPECT_THAT(Targets("7k/8/8/8/3S4/8/8/K7 w - - 0 1", "d4"),
              ElementsAre("c3", "c5", "d5", "e3", "e5"));
  EXPECT_THAT(Targets("7k/8/8/8/3s4/8/8/K7 b - - 0 1", "d4"),
              ElementsAre("c3", "c5", "d3", "e3", "e5"));
}

TEST(MakrukRules, M1_PawnStepsForwardAndCapturesDiagonally) {
  EXPECT_THAT(Targets("7k/8/8/1r1r4/2P5/8/8/K7 w - - 0 1", "c4"), ElementsAre("b5", "c5", "d5"));
  EXPECT_THAT(Targets("7k/8/8/2r5/2P5/8/8/K7 w - - 0 1", "c4"), IsEmpty());
  EXPECT_THAT(Targets("7k/8/2p5/1R6/8/8/8/K7 b - - 0 1", "c6"), ElementsAre("b5", "c5"));
}

TEST(MakrukRules, M1_NoDoubleStepNoEnPassantNoCastling) {
  EXPECT_THAT(TargetsFrom(*StartOf("makruk"), "e3"), ElementsAre("e4"));
  // After Black's reply the pawn has only its step and its usual capture.
  const auto game = GameAt("makruk", "7k/8/8/2p5/8/1P6/8/K7 w - - 0 1");
  Play(*game, {"b3b4", "h8h7"});
  EXPECT_THAT(TargetsFrom(*game, "b4"), ElementsAre("b5", "c5"));
  EXPECT_THAT(Targets("6k1/8/8/8/8/8/8/R3K2R w - - 0 1", "e1"),
              ElementsAre("d1", "d2", "e2", "f1", "f2"));
}

TEST(MakrukRules, M2_APawnBecomesAMetOnItsSixthRank) {
  EXPECT_EQ(FenAfter("makruk", "7k/8/8/4P3/8/8/8/KR6 w - - 3 9", "e5e6m"),
            "7k/8/4M3/8/8/8/8/KR6 b - 32 8 9");
  EXPECT_EQ(FenAfter("makruk", "7k/8/p2r4/4P3/8/8/8/K7 w - - 3 9", "e5d6m"),
            "7k/8/p2M4/8/8/8/8/K7 b - - 0 9");
  EXPECT_EQ(FenAfter("makruk", "7k/8/8/8/4p3/P7/8/K7 b - - 3 9", "e4e3m"),
            "7k/8/8/8/8/P3m3/8/K7 w - - 0 10");
}

TEST(MakrukRules, M2_ThePromotionLetterIsPrintedAndOptionalOnInput) {
  for (const char* text : {"e5e6", "e5e6m"}) {
    const auto game = GameAt("makruk", "7k/8/p7/4P3/8/8/8/K7 w - - 0 1");
    ActionResult result;
    ASSERT_THAT(game->Apply(text, &result), IsOk());
    EXPECT_EQ(result.text, "e5e6m");
  }
  const auto game = GameAt("makruk", "7k/8/p7/4P3/8/P7/8/K7 w - - 0 1");
  ExpectRefused(*game, "a3a4m", ErrorReason::kIllegalAction, "does not promote");
  for (const char* text : {"e5e6q", "e5e6M", "e5e6+", "e5e6=m"}) {
    ExpectRefused(*game, text, ErrorReason::kBadActionText, "is not a valid Makruk action");
  }
}

TEST(MakrukRules, M3_CheckmateWins) {
  const auto game = GameAt("makruk", "k7/7R/8/8/8/8/8/K5R1 w - - 0 1");
  Play(*game, {"g1g8"});
  ExpectEnd(*game, Result::kWhiteWins, Termination::kCheckmate, "M3");
  EXPECT_THAT(game->Adjudicate().checkers, ElementsAre("g8"));
  EXPECT_THAT(LegalOf(*game), IsEmpty());
  ExpectRefused(*game, "a8a7", ErrorReason::kGameOver, "White wins by checkmate");
}

TEST(MakrukRules, M3_StalemateIsADraw) {
  const auto game = GameAt("makruk", "k7/8/1K1M4/8/8/8/8/7S w - - 0 1");
  Play(*game, {"d6c7"});
  ExpectEnd(*game, Result::kDraw, Termination::kStalemate, "M3");
  EXPECT_THAT(LegalOf(*game), IsEmpty());
}

TEST(MakrukRules, M3_KingMayNotBeLeftAttacked) {
  EXPECT_THAT(Targets("7k/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e2"), IsEmpty());
  EXPECT_THAT(LegalOf(*GameAt("makruk", "7k/8/8/8/4r3/8/3M4/4K3 w - - 0 1")),
              ElementsAre("d2e3", "e1d1", "e1f1", "e1f2"));
}

TEST(MakrukRules, M3_DeadPositionsAreDrawn) {
  for (const char* fen : {"7k/8/8/8/8/8/8/K7 w - - 0 1",           // bare kings
                          "7k/8/8/8/3N4/8/8/K7 b - - 0 1",         // a knight
                          "7k/8/8/8/3n4/8/8/K7 w - - 0 1",         //
                          "7k/8/8/8/3M4/8/8/K7 w - - 0 1",         // a met
                          "7k/8/8/8/3P4/8/8/K7 w - - 0 1",         // a pawn
                          "7k/8/8/8/3p4/8/8/K7 w - - 0 1",         //
                          "7k/8/8/8/3M4/2M5/8/K7 w - - 0 1",       // mets on one colour
                          "7k/8/8/8/3m4/2M1M3/8/K7 w - - 0 1"}) {  // of both sides
    ExpectEnd(*GameAt("makruk", fen), Result::kDraw, Termination::kDeadPosition, "M3");
    // A draw by dead position does not empty the list of moves (C12).
    EXPECT_FALSE(LegalOf(*GameAt("makruk", fen)).empty()) << fen;
  }
}

TEST(MakrukRules, M3_OtherPositionsWithLittleMaterialAreOngoing) {
  for (const char* fen : {"7k/8/8/8/3S4/8/8/K7 w - - 0 1",    // a khon
                          "7k/8/8/8/3R4/8/8/K7 w - - 0 1",    // a rook
                          "7k/8/8/8/3MM3/8/8/K7 w - - 0 1",   // mets on both colours
                          "7k/8/8/8/3Mm3/8/8/K7 w - - 0 1",   //
                          "7k/8/8/8/3NN3/8/8/K7 w - - 0 1",   //
                          "7k/8/8/8/3N4/4n3/8/K7 w - - 0 1",  //
                          "7k/8/8/8/3N4/2M5/8/K7 w - - 0 1",  //
                          "7k/8/8/3p4/8/3P4/8/K7 w - - 0 1",  //
                          "7k/8/8/3M4/8/3P4/8/K7 w - - 0 1"}) {
    ExpectOngoing(*GameAt("makruk", fen));
  }
}

TEST(MakrukRules, M3_ACaptureMayMakeThePositionDead) {
  const auto game = GameAt("makruk", "7k/8/8/8/8/8/1r6/K6N w - - 0 1");
  Play(*game, {"a1b2"});
  ExpectEnd(*game, Result::kDraw, Termination::kDeadPosition, "M3");
  ExpectRefused(*game, "h8h7", ErrorReason::kGameOver, "neither side can give mate");
}

TEST(MakrukRules, C13_StalemateTakesPrecedenceOverDeadPosition) {
  ExpectEnd(*GameAt("makruk", "k7/2M5/1K6/8/8/8/8/8 b - - 0 1"), Result::kDraw,
            Termination::kStalemate, "M3");
}

const Actions kRound = {"a1a2", "h8h7", "a2a1", "h7h8"};
constexpr const char* kPawnsFen = "7k/8/p7/8/8/7P/8/K7 w - - 0 1";

TEST(MakrukRules, M4_ThirdOccurrenceIsADrawByDefault) {
  const auto game = GameAt("makruk", kPawnsFen);
  Play(*game, kRound);
  ExpectOngoing(*game);
  Play(*game, kRound);
  ExpectEnd(*game, Result::kDraw, Termination::kRepetition, "M4");
}

TEST(MakrukRules, M4_WithPolicyClaimEitherPlayerMayClaim) {
  for (const char* claim : {"claim draw", "black:claim draw"}) {
    const auto game = GameAt("makruk", kPawnsFen, {{"draw_policy", "claim"}});
    Play(*game, kRound);
    ExpectRefused(*game, claim, ErrorReason::kClaimRefused, "occurred twice, not three times");
    Play(*game, kRound);
    ExpectOngoing(*game);
    ASSERT_THAT(game->Adjudicate().claims, SizeIs(1));
    Play(*game, {claim});
    ExpectEnd(*game, Result::kDraw, Termination::kRepetition, "M4");
  }
}

TEST(MakrukRules, M4_AClaimNotMadeLapsesWithTheNextMove) {
  const auto game = GameAt("makruk", kPawnsFen, {{"draw_policy", "claim"}});
  Play(*game, kRound);
  Play(*game, kRound);
  Play(*game, {"h3h4"});
  EXPECT_THAT(game->Adjudicate().claims, IsEmpty());
  ExpectRefused(*game, "claim draw", ErrorReason::kClaimRefused, "occurred once");
}

}  // namespace
}  // namespace arbiter
