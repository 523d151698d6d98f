// Tests of how Chakart's pieces move: rulings H2 to H7 and H13.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using testing::ExpectIllegal;
using testing::FenAfter;
using testing::FenOf;
using testing::GameAt;
using ::testing::IsEmpty;
using testing::LegalOf;
using ::testing::Not;
using testing::Play;
using testing::StartOf;
using testing::TargetsFrom;

using Squares = std::vector<std::string>;

constexpr const char* kNoPowers = R"( {"flags":"0000"})";

// Returns the targets of a piece in a position in which both sides have used their powers.
Squares Targets(std::string_view board_side_ply, std::string_view from) {
  return TargetsFrom("chakart", StrCat(board_side_ply, kNoPowers), from);
}

TEST(ChakartMovement, H2_StartHas20Moves) {
  const auto game = StartOf("chakart");
  EXPECT_EQ(FenOf(*game), R"(rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"1111"})");
  EXPECT_EQ(LegalOf(*game).size(), 20u);
}

TEST(ChakartMovement, H2_PiecesMoveAsInChess) {
  EXPECT_THAT(Targets("7k/8/8/8/3K4/8/8/8 w 0", "d4"),
              ElementsAre("c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"));
  EXPECT_THAT(Targets("7k/8/8/2PPP3/2PNP3/2PPP3/8/K7 w 0", "d4"),
              ElementsAre("b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"));
  EXPECT_THAT(Targets("7k/8/3n4/8/3R1P2/8/8/K7 w 0", "d4"),
              ElementsAre("a4", "b4", "c4", "d1", "d2", "d3", "d5", "d6", "e4"));
  EXPECT_THAT(Targets("7k/8/1n6/8/3B4/8/5P2/K7 w 0", "d4"),
              ElementsAre("b2", "b6", "c3", "c5", "e3", "e5", "f6", "g7", "h8"));
  EXPECT_THAT(Targets("7k/8/8/8/2PPP3/2PQn3/2PPP3/K7 w 0", "d3"), ElementsAre("e3"));
}

TEST(ChakartMovement, H2_KingsMayMoveIntoAttackAndStayInIt) {
  EXPECT_THAT(Targets("4r2k/8/8/8/8/8/8/3K4 w 0", "d1"), ElementsAre("c1", "c2", "d2", "e1", "e2"));
  EXPECT_THAT(LegalOf(*GameAt("chakart", StrCat("3r3k/8/8/8/8/8/P7/3K4 w 0", kNoPowers))),
              ElementsAre("a2a3", "a2a4", "d1c1", "d1c2", "d1d2", "d1e1", "d1e2"));
}

TEST(ChakartMovement, H2_NoCastling) {
  EXPECT_THAT(Targets("r3k2r/8/8/8/8/8/8/R3K2R w 0", "e1"),
              ElementsAre("d1", "d2", "e2", "f1", "f2"));
}

TEST(ChakartMovement, H2_NoEnPassant) {
  const auto game = GameAt("chakart", "7k/8/8/8/3p4/8/4P3/K7 w 0");
  Play(*game, {"e2e4"});
  // d4e3 captures the mushroom, not the pawn on e4, and is carried on to f2.
  EXPECT_THAT(TargetsFrom(*game, "d4"), ElementsAre("d3", "e3"));
  Play(*game, {"d4e3"});
  EXPECT_EQ(FenOf(*game), R"(7k/8/8/8/3mP3/8/5p2/K7 w 2 {"flags":"1111"})");
}

TEST(ChakartMovement, H3_LinesEndAtTheFirstBananaBombOrVisiblePiece) {
  const std::pair<const char*, Squares> ranks[] = {
      {"R2d3k", {"b1", "c1", "d1"}},
      {"R2w3k", {"b1", "c1", "d1"}},
      {"R2n3k", {"b1", "c1", "d1"}},
      {"R2o3k", {"b1", "c1", "d1"}},
      {"R2N3k", {"b1", "c1"}},
      {"R2O3k", {"b1", "c1"}},
      {"R2e1d1k", {"b1", "c1", "d1", "e1", "f1"}},
      {"Rm1e1w1k", {"b1", "c1", "d1", "e1", "f1"}},
      {"R2i3k", {"b1", "c1", "d1", "e1", "f1", "g1", "h1"}},
      {"Rmmeie1k", {"b1", "c1", "d1", "e1", "f1", "g1", "h1"}},
  };
  for (const auto& [rank, squares] : ranks) {
    EXPECT_THAT(Targets(StrCat("7K/8/8/8/8/8/P7/", rank, " w 0"), "a1"), ElementsAreArray(squares))
        << rank;
  }
}

TEST(ChakartMovement, H3_BishopsAndQueensPassTheSameSquaresAsRooks) {
  // The diagonal holds a mushroom on b2, a hidden queen on c3, an egg on d4 and a banana on f6.
  const char* board = "7k/8/5d2/8/3e4/2i5/Pm6/BP5K w 0";
  EXPECT_THAT(Targets(board, "a1"), ElementsAre("b2", "c3", "d4", "e5", "f6"));
  EXPECT_THAT(Targets("7k/8/5d2/8/3e4/2i5/Pm6/QP5K w 0", "a1"),
              ElementsAre("b2", "c3", "d4", "e5", "f6"));
}

TEST(ChakartMovement, H3_ObjectsThatAreOnlyPassedStay) {
  EXPECT_EQ(FenAfter("chakart", "7K/8/8/8/8/8/8/Qm1e3k w 0", "a1f1"),
            R"(7K/8/8/8/8/8/8/1m1e1Q1k b 1 {"flags":"1111"})");
}

TEST(ChakartMovement, H4_PawnMovesForward) {
  struct Case {
    const char* rank4;
    const char* rank3;
    Squares targets;
  };
  const Case cases[] = {
      // A double step passes mushrooms, eggs and a hidden queen.
      {"8", "8", {"e3", "e4"}},
      {"8", "4e3", {"e3", "e4"}},
      {"8", "4m3", {"e3", "e4"}},
      {"8", "4i3", {"e3", "e4"}},
      {"8", "4d3", {"e3"}},
      {"8", "4w3", {"e3"}},
      {"8", "4n3", {}},
      {"8", "4N3", {}},
      {"8", "4o3", {}},
      // The target square may hold any object or a hidden queen, but not a visible piece.
      {"4e3", "8", {"e3", "e4"}},
      {"4m3", "8", {"e3", "e4"}},
      {"4d3", "8", {"e3", "e4"}},
      {"4w3", "8", {"e3", "e4"}},
      {"4i3", "8", {"e3", "e4"}},
      {"4n3", "8", {"e3"}},
      {"4N3", "8", {"e3"}},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(Targets(StrCat("7k/8/8/8/", c.rank4, "/", c.rank3, "/4P3/K7 w 0"), "e2"),
                ElementsAreArray(c.targets))
        << c.rank4 << " over " << c.rank3;
  }
}

TEST(ChakartMovement, H4_DoubleStepsOnlyFromTheFirstTwoRanks) {
  EXPECT_THAT(Targets("7k/8/8/8/8/8/8/K3P3 w 0", "e1"), ElementsAre("e2", "e3"));
  EXPECT_THAT(Targets("7k/8/8/8/8/8/4d3/K3P3 w 0", "e1"), ElementsAre("e2"));
  EXPECT_THAT(Targets("7k/8/8/8/8/4P3/8/K7 w 0", "e3"), ElementsAre("e4"));
  EXPECT_THAT(Targets("4p2k/8/8/8/8/8/8/K7 b 1", "e8"), ElementsAre("e6", "e7"));
  EXPECT_THAT(Targets("7k/4p3/8/8/8/8/8/K7 b 1", "e7"), ElementsAre("e5", "e6"));
  EXPECT_THAT(Targets("7k/8/4p3/8/8/8/8/K7 b 1", "e6"), ElementsAre("e5"));
}

TEST(ChakartMovement, H4_PawnMovesDiagonallyOntoAnEnemyOrAnObject) {
  for (const char* rank4 : {"3mPe2", "3dPw2", "3nPr2", "3oPt2"}) {
    EXPECT_THAT(Targets(StrCat("7k/8/8/8/", rank4, "/4P3/8/K7 w 0"), "e3"), ElementsAre("d4", "f4"))
        << rank4;
  }
  // It does not move diagonally onto an empty square, a piece of its own side or a hidden queen.
  for (const char* rank4 : {"4P3", "3NPR2", "3iP3"}) {
    EXPECT_THAT(Targets(StrCat("7k/8/8/8/", rank4, "/4P3/8/K7 w 0"), "e3"), IsEmpty()) << rank4;
  }
  EXPECT_THAT(Targets("7k/8/8/8/4p3/3mpN2/8/K7 b 1", "e4"), ElementsAre("d3", "f3"));
}

TEST(ChakartMovement, H5_PawnPromotesToFivePieces) {
  EXPECT_THAT(Targets("3n1e1k/4P3/8/8/8/8/8/K7 w 0", "e7"),
              ElementsAre("d8b", "d8k", "d8n", "d8q", "d8r", "e8b", "e8k", "e8n", "e8q", "e8r",
                          "f8b", "f8k", "f8n", "f8q", "f8r"));
  EXPECT_THAT(Targets("7k/8/8/8/8/8/4p3/K7 b 1", "e2"),
              ElementsAre("e1b", "e1k", "e1n", "e1q", "e1r"));
  EXPECT_EQ(FenAfter("chakart", "7k/4P3/8/8/8/8/8/K7 w 0", "e7e8k"),
            R"(4K2k/4m3/8/8/8/8/8/K7 b 1 {"flags":"1111"})");
  EXPECT_EQ(FenAfter("chakart", "3n3k/4P3/8/8/8/8/8/K7 w 0", "e7d8n"),
            R"(3N3k/4m3/8/8/8/8/8/K7 b 1 {"flags":"1111"})");
}

TEST(ChakartMovement, H6_StealthGoesToEmptySquaresOnly) {
  EXPECT_THAT(TargetsFrom("chakart", "7k/8/8/8/8/8/PP6/Qm1dK3 w 0", "a1"),
              ElementsAre("b1", "c1", "c1?", "d1"));
  EXPECT_THAT(TargetsFrom("chakart", "7k/8/8/8/8/8/PP6/Q1r1K3 w 0", "a1"),
              ElementsAre("b1", "b1?", "c1"));
  ExpectIllegal("chakart", "7k/8/8/8/8/8/PP6/R1r1K3 w 0", "a1b1?", "");
}

TEST(ChakartMovement, H6_EachSideUsesStealthOnceAndItEndsTheTurn) {
  EXPECT_EQ(FenAfter("chakart", "6k1/8/8/8/8/8/8/Q2K4 w 4", "a1h8?"),
            R"(6kI/8/8/8/8/8/8/3K4 b 5 {"flags":"1011"})");
  EXPECT_EQ(FenAfter("chakart", "6k1/8/8/8/8/8/q7/3K4 b 5", "a2a8?"),
            R"(i5k1/8/8/8/8/8/8/3K4 w 6 {"flags":"1110"})");
  const char* used = R"(6k1/8/8/8/8/8/8/Q2K4 w 4 {"flags":"1011"})";
  EXPECT_THAT(TargetsFrom("chakart", used, "a1"), Not(Contains("h8?")));
  ExpectIllegal("chakart", used, "a1h8?", "");
}

TEST(ChakartMovement, H7_ShellHitsWhatAQueenOnTheSquareCouldCapture) {
  // The shell passes the egg and the mushroom in front of e5, but neither the banana in front of b4
  // nor the bomb in front of h1.
  const char* fen = "7k/8/8/4n3/1n2m3/2d1e1n1/8/1nn1K1wr w 0";
  EXPECT_THAT(TargetsFrom("chakart", fen, "e1"),
              ElementsAre("*c1", "*e5", "*g3", "d1", "d2", "e2", "f1", "f2"));
}

TEST(ChakartMovement, H7_ShellPassesHiddenQueensButDoesNotHitThem) {
  const char* fen = R"(4k3/4o3/8/8/8/4i3/8/4K3 w 8 {"flags":"1110"})";
  EXPECT_THAT(TargetsFrom("chakart", fen, "e1"), ElementsAre("*e7", "d1", "d2", "e2", "f1", "f2"));
  ExpectIllegal("chakart", fen, "e1*e3", "");
}

TEST(ChakartMovement, H7_ShellRemovesThePieceAndLeavesTheKing) {
  EXPECT_EQ(FenAfter("chakart", "7k/8/8/4n3/8/4m3/8/4K3 w 6", "e1*e5"),
            R"(7k/8/8/8/8/4m3/8/4K3 b 7 {"flags":"0111"})");
  EXPECT_EQ(FenAfter("chakart", "7k/8/7O/8/8/8/8/4K3 b 7", "h8*h6"),
            R"(7k/8/8/8/8/8/8/4K3 w 8 {"flags":"1101"})");
}

TEST(ChakartMovement, H7_EachSideThrowsTheShellOnceWithAKingThatCanMove) {
  ExpectIllegal("chakart", R"(7k/8/8/4n3/8/8/8/4K3 w 6 {"flags":"0111"})", "e1*e5", "");
  ExpectIllegal("chakart", "7k/8/8/4n3/8/8/P7/4L3 w 6", "e1*e5", "");
  ExpectIllegal("chakart", "7k/8/8/4n3/8/8/8/4Q2K w 6", "e1*e5", "");
  // A king that can move may throw the shell even if the side's other king is immobilised.
  EXPECT_EQ(FenAfter("chakart", "7k/8/8/4n3/8/8/8/L3K3 w 6", "e1*e5"),
            R"(7k/8/8/8/8/8/8/K3K3 b 7 {"flags":"0111"})");
}

TEST(ChakartMovement, H13_AnImmobilisedPieceCannotMove) {
  EXPECT_THAT(LegalOf(*GameAt("chakart", StrCat("7k/8/8/8/8/8/P6S/UOCTL3 w 0", kNoPowers))),
              ElementsAre("a2a3", "a2a4"));
}

}  // namespace
}  // namespace arbiter
