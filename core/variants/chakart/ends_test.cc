// Tests of what ends a game of Chakart and what does not: rulings H17 to H19 and C14.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using testing::ExpectEnd;
using testing::ExpectIllegal;
using testing::ExpectOngoing;
using testing::ExpectRefused;
using testing::FenOf;
using testing::GameAt;
using ::testing::IsEmpty;
using testing::LegalOf;
using testing::Play;

struct Ending {
  const char* fen;
  const char* action;
  Result result;
  const char* after;
};

TEST(ChakartEnds, H17_TheSideWithoutAKingHasLost) {
  const Ending endings[] = {
      // A move captures the king. A rook that ends the game puts no banana.
      {"7k/8/8/8/8/8/8/K6R w 0", "h1h8", Result::kWhiteWins,
       R"(7R/8/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/1p6/K7 b 1", "b2a1q", Result::kBlackWins,
       R"(7k/8/8/8/8/8/1m6/q7 w 2 {"flags":"1111"})"},
      // The king is immobilised.
      {"7l/8/8/8/8/8/8/K6Q w 0", "h1h8", Result::kWhiteWins,
       R"(7Q/8/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
      // The shell removes the king.
      {"7k/8/8/8/8/8/8/K7 w 0", "a1*h8", Result::kWhiteWins,
       R"(8/8/8/8/8/8/8/K7 b 1 {"flags":"0111"})"},
      // A banana pushes a knight onto the king. The knight has already left its egg.
      {"8/8/8/8/3k4/3d4/8/K1N5 w 0", "c1d3{push=d4}", Result::kWhiteWins,
       R"(8/8/8/8/3N4/8/8/K1e5 b 1 {"flags":"1111"})"},
      // The mover's own king is captured by a push or by Chomp.
      {"7k/8/8/8/3K4/3d4/8/2N5 w 0", "c1d3{push=d4}", Result::kBlackWins,
       R"(7k/8/8/8/3N4/8/8/2e5 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/e7/K7 w 0", "a1a2{egg=chomp}", Result::kBlackWins,
       R"(7k/8/8/8/8/8/8/8 b 1 {"flags":"1111"})"},
      // A placed piece is pushed onto the king.
      {R"(8/8/8/3k4/4w3/8/8/K7 w 6 {"flags":"1111","pending":"drop:r"})", "R@e4{push=d5}",
       Result::kWhiteWins, R"(8/8/8/3R4/8/8/8/K7 b 7 {"flags":"1111"})"},
  };
  for (const Ending& ending : endings) {
    const auto game = GameAt("chakart", ending.fen);
    Play(*game, {ending.action});
    EXPECT_EQ(FenOf(*game), ending.after);
    ExpectEnd(*game, ending.result, Termination::kKingCaptured, "H17");
    // The list of moves is empty once a side has no king (C12).
    EXPECT_THAT(LegalOf(*game), IsEmpty());
    ExpectRefused(*game, "a1a2", ErrorReason::kGameOver, "");
    ExpectRefused(*game, "resign", ErrorReason::kGameOver, "");
  }
}

TEST(ChakartEnds, H17_NothingIsPendingOnceTheGameIsOver) {
  // The pawn captures the king on g8, so it does not promote.
  const auto pushed = GameAt("chakart", "6k1/5w2/5P2/8/8/8/8/K7 w 4");
  Play(*pushed, {"f6f7{push=g8}"});
  EXPECT_EQ(FenOf(*pushed), R"(6P1/8/5m2/8/8/8/8/K7 b 5 {"flags":"1111"})");
  ExpectEnd(*pushed, Result::kWhiteWins, Termination::kKingCaptured, "H17");

  const auto again =
      GameAt("chakart", R"(7k/8/8/8/8/8/8/K6Q w 4 {"flags":"1111","pending":"again"})");
  Play(*again, {"h1h8"});
  EXPECT_EQ(FenOf(*again), R"(7Q/8/8/8/8/8/8/K7 b 5 {"flags":"1111"})");
  ExpectEnd(*again, Result::kWhiteWins, Termination::kKingCaptured, "H17");
}

TEST(ChakartEnds, H17_EveryKingCounts) {
  // Promoted, immobilised and placed kings count.
  const auto promoted = GameAt("chakart", "8/P6k/8/8/8/8/8/Kq6 w 0");
  Play(*promoted, {"a7a8k", "b1a1"});
  ExpectOngoing(*promoted);
  // The pawn's mushroom on a7 carries the new king to a6.
  Play(*promoted, {"a8a7", "a1a6"});
  ExpectEnd(*promoted, Result::kBlackWins, Termination::kKingCaptured, "H17");

  const auto frozen = GameAt("chakart", "7k/8/8/L7/8/8/8/Kq6 b 1");
  Play(*frozen, {"b1a1"});
  ExpectOngoing(*frozen);
  Play(*frozen, {"0000"});
  EXPECT_EQ(FenOf(*frozen), R"(7k/8/8/K7/8/8/8/q7 b 3 {"flags":"1111","passes":1})");
  Play(*frozen, {"a1a5"});
  ExpectEnd(*frozen, Result::kBlackWins, Termination::kKingCaptured, "H17");

  const auto placed =
      GameAt("chakart", R"(7k/8/8/8/8/8/8/Kq6 w 4 {"flags":"1111","pending":"drop:k"})");
  Play(*placed, {"K@c8", "b1a1"});
  ExpectOngoing(*placed);
}

TEST(ChakartEnds, H17_OneOfSeveralKingsMayBeChomped) {
  const auto game = GameAt("chakart", "7k/8/8/8/8/8/e7/K6K w 0");
  Play(*game, {"a1a2{egg=chomp}"});
  ExpectOngoing(*game);
}

TEST(ChakartEnds, H17_AFenWithoutAKingIsAFinishedGame) {
  const std::pair<const char*, Result> finished[] = {
      {"7k/8/8/8/8/8/8/Q7 w 9", Result::kBlackWins},
      {"7k/8/8/8/8/8/8/Q7 b 9", Result::kBlackWins},
      {"8/8/8/8/8/8/8/L7 w 9", Result::kWhiteWins},
      // If neither side has a king, the player who moved last has won.
      {"q7/8/8/8/8/8/8/Q7 w 10", Result::kBlackWins},
      {"q7/8/8/8/8/8/8/Q7 b 11", Result::kWhiteWins},
  };
  for (const auto& [fen, result] : finished) {
    const auto game = GameAt("chakart", fen);
    ExpectEnd(*game, result, Termination::kKingCaptured, "H17");
    EXPECT_THAT(LegalOf(*game), IsEmpty()) << fen;
  }
}

TEST(ChakartEnds, H18_APlayerWhoCannotActMustPassWhichFreesPieces) {
  const auto game = GameAt("chakart", "7k/8/8/8/8/8/8/7L w 10");
  EXPECT_THAT(LegalOf(*game), ElementsAre("0000"));
  Play(*game, {"0000"});
  EXPECT_EQ(FenOf(*game), R"(7k/8/8/8/8/8/8/7K b 11 {"flags":"1111","passes":1})");
  ExpectOngoing(*game);
  // Any other action resets the count of passes.
  Play(*game, {"h8g8"});
  EXPECT_EQ(FenOf(*game), R"(6k1/8/8/8/8/8/8/7K w 12 {"flags":"1111"})");
}

TEST(ChakartEnds, H18_APlayerWhoCanActMustNotPass) {
  ExpectIllegal("chakart", "7k/8/8/8/8/8/8/7K w 10", "0000", "");
}

TEST(ChakartEnds, H18_TwoPassesInARowAreADraw) {
  const auto game = GameAt("chakart", "7l/8/8/8/8/8/8/7L w 10");
  Play(*game, {"0000"});
  EXPECT_THAT(LegalOf(*game), ElementsAre("0000"));
  Play(*game, {"0000"});
  ExpectEnd(*game, Result::kDraw, Termination::kBlocked, "H18");
  ExpectRefused(*game, "h1h2", ErrorReason::kGameOver, "");
  EXPECT_THAT(LegalOf(*game), IsEmpty()) << "C12";

  const auto from_fen = GameAt("chakart", R"(7k/8/8/8/8/8/8/7L w 10 {"flags":"1111","passes":1})");
  Play(*from_fen, {"0000"});
  ExpectEnd(*from_fen, Result::kDraw, Termination::kBlocked, "H18");
}

TEST(ChakartEnds, C12_NoMoveIsListedAfterTheSecondPass) {
  const auto game = GameAt("chakart", R"(7k/8/8/8/8/8/8/K7 w 10 {"flags":"1111","passes":2})");
  ExpectEnd(*game, Result::kDraw, Termination::kBlocked, "H18");
  EXPECT_THAT(LegalOf(*game), IsEmpty());
  Budget budget;
  EXPECT_EQ(*game->Perft(1, budget, nullptr), 0);
  EXPECT_THAT(game->ReadMove("Kb1", Notation::kSan),
              testing::Fails(ErrorReason::kBadNotation, "H18"));
}

TEST(ChakartEnds, H18_PassesNotInARowDoNotCount) {
  const auto game = GameAt("chakart", R"(7k/8/8/8/8/8/8/7L b 11 {"flags":"1111","passes":1})");
  Play(*game, {"h8g8"});
  EXPECT_EQ(FenOf(*game), R"(6k1/8/8/8/8/8/8/7L w 12 {"flags":"1111"})");
  Play(*game, {"0000"});
  ExpectOngoing(*game);
}

TEST(ChakartEnds, H19_RepetitionAndQuietMovesDoNotEndTheGame) {
  const auto game = GameAt("chakart", "7k/8/8/8/8/8/8/K7 w 0");
  for (int round = 0; round < 30; ++round) Play(*game, {"a1b1", "h8g8", "b1a1", "g8h8"});
  ExpectOngoing(*game);
  EXPECT_THAT(game->Adjudicate().claims, IsEmpty());
  ExpectRefused(*game, "claim draw", ErrorReason::kClaimRefused, "");
  EXPECT_EQ(FenOf(*game), R"(7k/8/8/8/8/8/8/K7 w 120 {"flags":"1111"})");
}

TEST(ChakartEnds, H19_ResignationAndTimeoutEndTheGame) {
  const std::tuple<const char*, Result, Termination, const char*> cases[] = {
      {"resign", Result::kBlackWins, Termination::kResignation, "C7"},
      {"black:resign", Result::kWhiteWins, Termination::kResignation, "C7"},
      {"timeout", Result::kBlackWins, Termination::kTimeout, "C14"},
      {"black:timeout", Result::kWhiteWins, Termination::kTimeout, "C14"},
  };
  for (const auto& [action, result, termination, rule] : cases) {
    // A pending choice prevents neither a resignation nor a timeout (C7).
    for (const char* fen :
         {"7k/8/8/8/8/8/8/K7 w 0", R"(7k/8/8/8/8/8/8/K7 w 0 {"flags":"1111","pending":"swap"})"}) {
      const auto game = GameAt("chakart", fen);
      Play(*game, {action});
      ExpectEnd(*game, result, termination, rule);
    }
  }
}

TEST(ChakartEnds, C14_AnOfferStandsUntilTheOtherPlayerActs) {
  const auto game = GameAt("chakart", "7k/8/8/8/8/8/3e4/K2Q4 w 0");
  Play(*game, {"draw?"});
  // The offer stands while White completes the turn.
  Play(*game, {"d1d2{egg=daisy}", "a1b1"});
  EXPECT_EQ(game->Adjudicate().draw_offered_by, Color::kWhite);
  const auto accepted = GameAt("chakart", "7k/8/8/8/8/8/8/K7 w 0");
  Play(*accepted, {"draw?", "a1b1", "draw!"});
  ExpectEnd(*accepted, Result::kDraw, Termination::kDrawAgreed, "C14");
  // A move by Black answers the offer.
  Play(*game, {"h8h7"});
  EXPECT_FALSE(game->Adjudicate().draw_offered_by);
  ExpectRefused(*game, "draw!", ErrorReason::kIllegalAction, "");
}

// If the list of moves is empty (C12), no move is read or written in any notation.
TEST(ChakartEnds, H17_NoMoveIsReadWithoutAKing) {
  const auto game = testing::GameAt("chakart", "k7/8/8/8/8/8/P7/8 w 10");
  EXPECT_TRUE(testing::LegalOf(*game).empty());
  for (const Notation notation : {Notation::kAction, Notation::kSan, Notation::kLan}) {
    EXPECT_FALSE(game->ReadMove("a2a3", notation).ok());
  }
  EXPECT_FALSE(game->WriteMove("a2a3", Notation::kSan).ok());
}

}  // namespace
}  // namespace arbiter
