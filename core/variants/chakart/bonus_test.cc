// Tests of the choices that Chakart's eggs and pushed pawns bring: rulings H13 to H16 and H22.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::ExpectIllegal;
using testing::FenAfter;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::LegalOf;
using ::testing::Not;
using testing::Play;

// Returns the FEN of a position with pending choices.
std::string PendingFen(std::string_view board_side_ply, std::string_view pending) {
  return StrCat(board_side_ply, R"( {"flags":"1111","pending":")", pending, R"("})");
}
// Returns the FEN of a position without pending choices.
std::string PlainFen(std::string_view board_side_ply) {
  return StrCat(board_side_ply, R"( {"flags":"1111"})");
}

struct Step {
  std::string fen;
  const char* action;
  std::string after;
};

void ExpectSteps(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    EXPECT_EQ(FenAfter("chakart", step.fen, step.action), step.after)
        << step.action << " in " << step.fen;
  }
}

TEST(ChakartBonus, H13_KingBooSwapsAnyTwoPieces) {
  // a2~h8 would put the white pawn on its last rank.
  EXPECT_THAT(LegalOf(*GameAt("chakart", PendingFen("7k/8/8/8/8/8/P7/K6n w 4", "swap"))),
              ElementsAre("a1~a2", "a1~h1", "a1~h8", "h1~a2", "h1~h8"));
  ExpectSteps({
      {PendingFen("7k/8/8/8/8/8/P7/K6n w 4", "swap"), "h1~a2", PlainFen("7k/8/8/8/8/8/n7/K6P b 5")},
      {PendingFen("7k/8/8/8/8/8/P7/K6n w 4", "swap"), "a1~h8", PlainFen("7K/8/8/8/8/8/P7/k6n b 5")},
      // A swap of two equal pieces changes nothing.
      {PendingFen("7k/8/8/8/8/8/8/KNN5 b 5", "swap"), "b1~c1", PlainFen("7k/8/8/8/8/8/8/KNN5 w 6")},
  });
}

TEST(ChakartBonus, H13_KingBooSwapsNoImmobilisedPiece) {
  EXPECT_THAT(LegalOf(*GameAt("chakart", PendingFen("o6k/8/8/8/8/8/8/KO5N w 4", "swap"))),
              ElementsAre("a1~h1", "a1~h8", "h1~h8"));
}

TEST(ChakartBonus, H13_KingBooPutsNoPawnOnItsOwnLastRank) {
  // A white pawn may stand on rank 1, a black one on rank 8.
  EXPECT_THAT(LegalOf(*GameAt("chakart", PendingFen("7k/8/8/p7/8/8/P7/K7 b 5", "swap"))),
              ElementsAre("a1~a2", "a1~h8", "a2~a5", "a5~h8"));
}

TEST(ChakartBonus, H13_ASwapIsReadWithItsSquaresInEitherOrder) {
  for (const char* text : {"h1~a2", "a2~h1"}) {
    const auto game = GameAt("chakart", PendingFen("7k/8/8/8/8/8/P7/K6n w 4", "swap"));
    ActionResult result;
    ASSERT_THAT(game->Apply(text, &result), IsOk());
    EXPECT_EQ(result.text, "h1~a2");
  }
}

TEST(ChakartBonus, H13_ASwapHasNoOtherEffect) {
  ExpectSteps({{PendingFen("r6k/8/8/8/8/1m6/8/K6B w 4", "swap"), "h1~a8",
                PlainFen("B6k/8/8/8/8/1m6/8/K6r b 5")}});
  for (const char* text : {"a1b1", "N@e4", "0000", "a1~b3", "a1~c3"}) {
    ExpectIllegal("chakart", PendingFen("r6k/8/8/8/8/1m6/8/K6B w 4", "swap"), text, "");
  }
}

TEST(ChakartBonus, H13_ToadettesPieceIsPlacedOnAnySquareWithoutAPiece) {
  const auto game = GameAt("chakart", PendingFen("7k/8/8/8/m2o4/w2d4/e7/K7 w 4", "drop:q"));
  const auto legal = LegalOf(*game);
  EXPECT_EQ(legal.size(), 61u);
  for (const char* text : {"Q@a2", "Q@a3", "Q@a4", "Q@d3", "Q@e8"}) {
    EXPECT_THAT(legal, Contains(text));
  }
  for (const char* text : {"Q@a1", "Q@d4", "Q@h8"}) EXPECT_THAT(legal, Not(Contains(text)));
  for (const char* text : {"Q@d4", "N@b1", "a1b1"}) {
    ExpectIllegal("chakart", FenOf(*game), text, "");
  }
}

TEST(ChakartBonus, H13_BananaBombAndEggActOnAPlacedPiece) {
  ExpectSteps({
      {PendingFen("7k/8/8/8/4d3/8/8/K7 w 6", "drop:n"), "N@e4{push=e5}",
       PlainFen("7k/8/8/4N3/8/8/8/K7 b 7")},
      {PendingFen("7k/8/8/3r4/4w3/8/8/K7 b 7", "drop:n"), "N@e4{push=d5}",
       PlainFen("7k/8/8/3n4/8/8/8/K7 w 8")},
      {PendingFen("7k/8/8/8/4e3/8/8/K7 w 6", "drop:n"), "N@e4{egg=toadette,piece=k}",
       PendingFen("7k/8/8/8/4N3/8/8/K7 w 6", "drop:k")},
      {PendingFen("7k/8/8/8/4e3/8/8/K7 w 6", "drop:q"), "Q@e4{egg=daisy}",
       PendingFen("7k/8/8/8/4Q3/8/8/K7 w 6", "again")},
      {PendingFen("7k/8/8/8/8/8/8/K7 b 7", "drop:k"), "K@e4", PlainFen("7k/8/8/8/4k3/8/8/K7 w 8")},
  });
}

TEST(ChakartBonus, H13_DaisyGivesAnotherMoveOfAnyKind) {
  const std::string fen = PendingFen("4k3/8/8/8/4n3/8/3Q4/4K3 w 4", "again");
  const auto legal = LegalOf(*GameAt("chakart", fen));
  for (const char* text : {"d2d4", "d2d4?", "e1*e4", "e1f1"}) EXPECT_THAT(legal, Contains(text));
  ExpectSteps({
      {fen, "e1f1", PlainFen("4k3/8/8/8/4n3/8/3Q4/5K2 b 5")},
      {fen, "e1*e4", R"(4k3/8/8/8/8/8/3Q4/4K3 b 5 {"flags":"0111"})"},
      {fen, "d2d4?", R"(4k3/8/8/8/3In3/8/8/4K3 b 5 {"flags":"1011"})"},
      {PendingFen("4k3/8/8/8/8/3e4/3Q4/4K3 w 4", "again"), "d2d3{egg=daisy}",
       PendingFen("4k3/8/8/8/8/3Q4/8/4K3 w 4", "again")},
  });
}

TEST(ChakartBonus, H14_AChoiceThatCannotBeMadeLapses) {
  ExpectSteps({
      // Only one piece is not immobilised.
      {PlainFen("7l/8/8/8/8/8/4e3/4K3 w 4"), "e1e2{egg=kingboo}",
       PlainFen("7l/8/8/8/8/8/4K3/8 b 5")},
      // The pawn is blocked and the king immobilised. The end of the turn frees the king.
      {PlainFen("7k/8/4n3/4e3/4P3/8/8/L7 w 4"), "e4e5{egg=daisy}",
       PlainFen("7k/8/4n3/4P3/4m3/8/8/K7 b 5")},
      // After the promotion only the queen could be swapped.
      {PendingFen("4P2l/8/8/8/8/8/8/L7 w 4", "promotion:e8,swap"), "e8=q",
       PlainFen("4Q2l/8/8/8/8/8/8/K7 b 5")},
  });
}

TEST(ChakartBonus, H15_APawnCarriedOrPushedOntoItsLastRankPromotesByChoice) {
  ExpectSteps({
      {PlainFen("7k/4m3/4P3/8/8/8/8/K7 w 4"), "e6e7",
       PendingFen("4P2k/8/4m3/8/8/8/8/K7 w 4", "promotion:e8")},
      {PlainFen("7k/4d3/4P3/8/8/8/8/K7 w 4"), "e6e7{push=e8}",
       PendingFen("4P2k/8/4m3/8/8/8/8/K7 w 4", "promotion:e8")},
      {PlainFen("3r3k/4w3/4P3/8/8/8/8/K7 w 4"), "e6e7{push=d8}",
       PendingFen("3P3k/8/4m3/8/8/8/8/K7 w 4", "promotion:d8")},
      {PlainFen("7k/8/8/8/8/3p4/3m4/7K b 5"), "d3d2",
       PendingFen("7k/8/8/8/8/3m4/8/3p3K b 5", "promotion:d1")},
      // The chain continues from e8 to d8 before the promotion.
      {PlainFen("4d2k/4m3/4P3/8/8/8/8/K7 w 4"), "e6e7{push=d8}",
       PendingFen("3P3k/8/4m3/8/8/8/8/K7 w 4", "promotion:d8")},
  });
}

TEST(ChakartBonus, H15_APawnThatLeavesItsLastRankOrChangesSidesDoesNotPromote) {
  const std::string egg = PlainFen("4e2k/4m3/4P3/8/8/8/8/K7 w 4");
  ExpectSteps({
      {PlainFen("4d2k/4m3/4P3/8/8/8/8/K7 w 4"), "e6e7{push=e7}",
       PlainFen("7k/4P3/4m3/8/8/8/8/K7 b 5")},
      {egg, "e6e7{egg=koopa}", PlainFen("7k/8/4P3/8/8/8/8/K7 b 5")},
      {egg, "e6e7{egg=chomp}", PlainFen("7k/8/4m3/8/8/8/8/K7 b 5")},
      {egg, "e6e7{egg=waluigi}", PlainFen("4p2k/8/4m3/8/8/8/8/K7 b 5")},
  });
}

TEST(ChakartBonus, H15_ThePromotionComesBeforeTheBonusOfTheSameAction) {
  const std::string egg = PlainFen("4e2k/4m3/4P3/8/8/8/8/K7 w 4");
  const char* board = "4P2k/8/4m3/8/8/8/8/K7 w 4";
  ExpectSteps({
      {egg, "e6e7{egg=kingboo}", PendingFen(board, "promotion:e8,swap")},
      {egg, "e6e7{egg=toadette,piece=b}", PendingFen(board, "promotion:e8,drop:b")},
      {egg, "e6e7{egg=daisy}", PendingFen(board, "promotion:e8,again")},
      {egg, "e6e7{egg=luigi}", PendingFen(board, "promotion:e8")},
      {PendingFen(board, "promotion:e8,swap"), "e8=n",
       PendingFen("4N2k/8/4m3/8/8/8/8/K7 w 4", "swap")},
      {PendingFen(board, "promotion:e8,drop:b"), "e8=q",
       PendingFen("4Q2k/8/4m3/8/8/8/8/K7 w 4", "drop:b")},
      {PendingFen(board, "promotion:e8,again"), "e8=k",
       PendingFen("4K2k/8/4m3/8/8/8/8/K7 w 4", "again")},
  });
}

TEST(ChakartBonus, H15_ThePromotionHasFiveChoicesAndNoOtherEffect) {
  const std::string fen = PendingFen("4P2k/8/4m3/8/8/8/8/K7 w 4", "promotion:e8");
  EXPECT_THAT(LegalOf(*GameAt("chakart", fen)),
              ElementsAre("e8=b", "e8=k", "e8=n", "e8=q", "e8=r"));
  ExpectSteps({
      {fen, "e8=q", PlainFen("4Q2k/8/4m3/8/8/8/8/K7 b 5")},
      {fen, "e8=r", PlainFen("4R2k/8/4m3/8/8/8/8/K7 b 5")},
      {fen, "e8=b", PlainFen("4B2k/8/4m3/8/8/8/8/K7 b 5")},
  });
  for (const char* text : {"d8=q", "a1b1", "e6e7", "0000"}) {
    ExpectIllegal("chakart", fen, text, "");
  }
}

TEST(ChakartBonus, H15_AnImmobilisedPawnStaysImmobilisedWhenItPromotes) {
  const auto game = GameAt("chakart", "4e2k/4m3/4P3/8/8/8/8/K7 w 4");
  Play(*game, {"e6e7{egg=bowser}"});
  EXPECT_EQ(FenOf(*game), PendingFen("4S2k/8/4m3/8/8/8/8/K7 w 4", "promotion:e8"));
  Play(*game, {"e8=r"});
  EXPECT_EQ(FenOf(*game), PlainFen("4U2k/8/4m3/8/8/8/8/K7 b 5"));
  Play(*game, {"h8h7", "a1b1"});
  EXPECT_EQ(FenOf(*game), PlainFen("4R3/7k/4m3/8/8/8/8/1K6 b 7"));
}

TEST(ChakartBonus, H16_ThePlyCountRisesOncePerTurn) {
  const auto game = GameAt("chakart", "4e2k/4m3/4P3/8/8/8/8/K6R w 4");
  for (const char* text : {"e6e7{egg=toadette,piece=n}", "e8=q", "N@c3"}) {
    EXPECT_EQ(game->turn(), Color::kWhite);
    EXPECT_EQ(game->ply(), 4u);
    EXPECT_EQ(game->move_number(), 3u);
    Play(*game, {text});
  }
  EXPECT_EQ(FenOf(*game), PlainFen("4Q2k/8/4m3/8/8/2N5/8/K6R b 5"));
  EXPECT_EQ(game->turn(), Color::kBlack);
  EXPECT_EQ(game->ply(), 5u);
}

TEST(ChakartBonus, H16_PowersUsedInABonusActionStayUsed) {
  const auto game = GameAt("chakart", "4k3/4n3/8/8/8/4n3/3e4/3QK3 w 4");
  Play(*game, {"d1d2{egg=daisy}", "e1*e3", "e7c6", "e1d1"});
  EXPECT_EQ(FenOf(*game), R"(4k3/4e3/2n5/8/8/8/3Q4/3K4 b 7 {"flags":"0111"})");
}

// A FEN does not say which pieces the end of the turn frees if Luigi has turned an immobilised
// piece in the same action that brought a pawn to its last rank; records and snapshots do.
TEST(ChakartBonus, H22_SnapshotsKeepThePiecesThatTheEndOfTheTurnFrees) {
  const auto game = GameAt("chakart", R"(4e2k/4d3/3P4/u7/8/8/8/K7 w 0 {"flags":"0000"})");
  Play(*game, {"d6e7{push=e8,egg=luigi}"});
  const std::string between =
      R"(4P2k/8/8/U7/8/8/8/K7 w 0 {"flags":"0000","pending":"promotion:e8"})";
  ASSERT_THAT(FenOf(*game), ::testing::StartsWith("4P2k/"));
  const auto read = testing::VariantNamed("chakart").FromSnapshot(game->Snapshot(), {});
  Play(**read, {"e8=q"});
  EXPECT_THAT(FenOf(**read), ::testing::StartsWith("4Q2k/8/3m4/U7/"));
  EXPECT_THAT(testing::FenAfter("chakart", between, "e8=q"), ::testing::StartsWith("4Q2k/8/8/R7/"));
}

}  // namespace
}  // namespace arbiter
