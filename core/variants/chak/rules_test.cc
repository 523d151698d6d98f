// Tests of how Chak's pieces move: rulings K1 to K12.
#include "core/variants/chak/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using testing::ExpectIllegal;
using testing::FenAfter;
using testing::GameAt;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::LegalOf;
using testing::Play;
using testing::ReadFen;
using testing::StartOf;
using testing::TargetsFrom;

std::vector<std::string> Targets(std::string_view fen, std::string_view from) {
  return TargetsFrom("chak", fen, from);
}

bool InCheck(std::string_view fen) { return GameAt("chak", fen)->Adjudicate().check; }

TEST(ChakRules, StartHas33Moves) {
  const auto game = StartOf("chak");
  EXPECT_EQ(testing::FenOf(*game),
            "rvsqkjsvr/4o4/p1p1p1p1p/9/9/9/P1P1P1P1P/4O4/RVSJKQSVR w - - 0 1");
  EXPECT_EQ(LegalOf(*game).size(), 33u);
}

TEST(ChakRules, K1_RiverAndTemplesAreAmongTheRegions) {
  std::vector<std::vector<std::string>> temples;
  for (const RegionInfo& region : chak::ChakRules::Info().regions) {
    if (region.kind.number == chak::kTempleRegion.number) temples.push_back(region.squares);
    if (region.kind.number == chak::kRiverRegion.number) {
      EXPECT_THAT(region.squares,
                  ElementsAre("a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5"));
    }
  }
  EXPECT_THAT(temples,
              ElementsAre(ElementsAre("d1", "e1", "f1", "d2", "e2", "f2", "d3", "e3", "f3"),
                          ElementsAre("d7", "e7", "f7", "d8", "e8", "f8", "d9", "e9", "f9")));
}

TEST(ChakRules, K2_KingStepsOneSquareAnyWay) {
  EXPECT_THAT(Targets("8k/9/9/9/9/9/9/3K5/9 w - - 0 1", "d2"),
              ElementsAre("c1", "c2", "c3", "d1", "d3", "e1", "e2", "e3"));
}

TEST(ChakRules, K3_DivineKingGoesOneOrTwoSquaresStraight) {
  EXPECT_THAT(Targets("8k/9/4D4/9/9/9/9/9/9 w - - 0 1", "e7"),
              ElementsAre("c5", "c7", "c9", "d6", "d7", "d8", "e5", "e6", "e8", "e9", "f6", "f7",
                          "f8", "g5", "g7", "g9"));
  EXPECT_THAT(Targets("9/9/9/9/9/9/4d4/9/K8 b - - 0 1", "e3"),
              ElementsAre("c1", "c3", "c5", "d2", "d3", "d4", "e1", "e2", "e4", "e5", "f2", "f3",
                          "f4", "g1", "g3", "g5"));
}

TEST(ChakRules, K3_DivineKingDoesNotJumpButMayCrossAttackedSquares) {
  // The pawn on d7 attacks e6, which the divine king may cross on its way to e5 but not enter. The
  // pieces on d7 and f7 block it.
  EXPECT_THAT(Targets("8k/9/3pDW3/9/9/9/9/9/9 w - - 0 1", "e7"),
              ElementsAre("c5", "c9", "d6", "d7", "d8", "e5", "e8", "e9", "f6", "f8", "g5", "g9"));
}

TEST(ChakRules, K3_DivineKingChecksFromTwoSquaresUnlessSomethingStandsBetween) {
  EXPECT_TRUE(InCheck("4k4/9/4D4/9/9/9/9/9/9 b - - 0 1"));
  EXPECT_FALSE(InCheck("4k4/4o4/4D4/9/9/9/9/9/9 b - - 0 1"));
  EXPECT_FALSE(InCheck("3k5/9/4D4/9/9/9/9/9/9 b - - 0 1"));
}

TEST(ChakRules, K4_JaguarStepsLikeAKingOrLeapsLikeAKnight) {
  EXPECT_THAT(Targets("8k/9/9/9/4J4/9/9/9/K8 w - - 0 1", "e5"),
              ElementsAre("c4", "c6", "d3", "d4", "d5", "d6", "d7", "e4", "e6", "f3", "f4", "f5",
                          "f6", "f7", "g4", "g6"));
}

TEST(ChakRules, K5_VultureLeaps) {
  EXPECT_THAT(Targets("8k/9/9/3RRR3/3RVR3/3RRR3/9/9/K8 w - - 0 1", "e5"),
              ElementsAre("c4", "c6", "d3", "d7", "f3", "f7", "g4", "g6"));
}

TEST(ChakRules, K6_SerpentGoesStraightUntilBlocked) {
  EXPECT_THAT(Targets("8k/9/9/9/4R1v2/9/4P4/9/K8 w - - 0 1", "e5"),
              ElementsAre("a5", "b5", "c5", "d5", "e4", "e6", "e7", "e8", "e9", "f5", "g5"));
}

struct QuetzalCase {
  const char* name;
  const char* fen;
  std::vector<std::string> targets;
};

TEST(ChakRules, K7_QuetzalHopsExactlyOnePiece) {
  const QuetzalCase cases[] = {
      {"no mount", "7k1/9/9/9/4Q4/9/9/9/1K7 w - - 0 1", {}},
      {"an enemy as mount", "7k1/9/4v4/9/4Q4/9/9/9/1K7 w - - 0 1", {"e8", "e9"}},
      {"a capture ends it", "7k1/4o4/4v4/9/4Q4/9/9/9/1K7 w - - 0 1", {"e8"}},
      {"its own piece blocks it", "4W2k1/9/4v4/9/4Q4/9/9/9/1K7 w - - 0 1", {"e8"}},
      {"no capture of the mount", "7k1/9/9/4v4/4Q4/9/9/9/1K7 w - - 0 1", {"e7", "e8", "e9"}},
      {"not over two", "7k1/4v4/4v4/4V4/4Q4/9/9/9/1K7 w - - 0 1", {"e7"}},
      {"its own king", "7k1/9/9/9/4Q4/4K4/9/9/9 w - - 0 1", {"e1", "e2", "e3"}},
      {"the enemy king", "9/9/4k4/9/4Q4/9/9/9/1K7 w - - 0 1", {"e8", "e9"}},
      {"an offering", "7k1/9/9/9/4Q4/9/9/4O4/1K7 w - - 0 1", {"e1"}},
      {"quetzals", "7k1/9/4Q4/9/2q1Q4/9/9/9/1K7 w - - 0 1", {"a5", "b5", "e8", "e9"}},
      {"a quetzal over a quetzal", "7k1/9/9/9/qq2Q4/9/9/9/1K7 w - - 0 1", {"a5"}},
      {"diagonally", "7k1/9/6v2/9/4Q4/9/9/9/1K7 w - - 0 1", {"h8", "i9"}},
  };
  for (const QuetzalCase& test : cases) {
    EXPECT_THAT(Targets(test.fen, "e5"), ElementsAreArray(test.targets)) << test.name;
  }
}

TEST(ChakRules, K7_QuetzalAttacksOnlyBeyondOneMount) {
  EXPECT_FALSE(InCheck("8k/9/9/9/4q4/9/9/9/4K4 w - - 0 1"));
  EXPECT_TRUE(InCheck("8k/9/9/9/4q4/9/4P4/9/4K4 w - - 0 1"));
  EXPECT_FALSE(InCheck("8k/9/9/9/4q4/9/4P4/4O4/4K4 w - - 0 1"));
}

TEST(ChakRules, K7_AMoveMayNotMountAQuetzalThatThenAttacksTheKing) {
  ExpectIllegal("chak", "8k/9/9/9/4q4/9/3P5/9/4K4 w - - 0 1", "d3e3",
                "leaves the king on e1 attacked by the quetzal on e5");
}

TEST(ChakRules, K8_ShamanStepsDiagonallyForwardAndBackward) {
  const auto steps = ElementsAre("d4", "d6", "e4", "e6", "f4", "f6");
  EXPECT_THAT(Targets("8k/9/9/9/4S4/9/9/9/K8 w - - 0 1", "e5"), steps);
  EXPECT_THAT(Targets("8k/9/9/9/4s4/9/9/9/K8 b - - 0 1", "e5"), steps);
}

TEST(ChakRules, K8_WarriorStepsLikeAShaman) {
  EXPECT_THAT(Targets("8k/9/4W4/9/9/9/9/9/K8 w - - 0 1", "e7"),
              ElementsAre("d6", "d8", "e6", "e8", "f6", "f8"));
}

TEST(ChakRules, K9_PawnStepsForwardAndSidewaysAndCapturesDiagonallyForward) {
  EXPECT_THAT(Targets("8k/9/9/9/9/9/2P6/9/K8 w - - 0 1", "c3"), ElementsAre("b3", "c4", "d3"));
  EXPECT_THAT(Targets("8k/9/9/9/9/3v5/2P6/9/K8 w - - 0 1", "c3"),
              ElementsAre("b3", "c4", "d3", "d4"));
  EXPECT_THAT(Targets("8k/9/2p6/3V5/9/9/9/9/K8 b - - 0 1", "c7"),
              ElementsAre("b7", "c6", "d6", "d7"));
}

TEST(ChakRules, K9_PawnCapturesNeitherForwardNorSidewaysNorBackward) {
  EXPECT_THAT(Targets("8k/9/9/9/9/2v6/2Pv5/1v7/K8 w - - 0 1", "c3"), ElementsAre("b3"));
}

TEST(ChakRules, K10_OfferingNeitherMovesNorCaptures) {
  EXPECT_THAT(Targets("8k/9/9/9/9/9/3v1v3/4O4/K8 w - - 0 1", "e2"), IsEmpty());
}

TEST(ChakRules, K10_OfferingMayBeCapturedAndBlocks) {
  EXPECT_EQ(FenAfter("chak", "k8/4o4/9/5V3/9/9/9/9/8K w - - 7 3", "f6e8"),
            "k8/4V4/9/9/9/9/9/9/8K b - - 0 3");
  EXPECT_THAT(Targets("k8/4o4/4R4/9/9/9/9/9/8K w - - 0 1", "e7"), ::testing::Contains("e8"));
  EXPECT_THAT(Targets("k8/4o4/4R4/9/9/9/9/9/8K w - - 0 1", "e7"),
              ::testing::Not(::testing::Contains("e9")));
  EXPECT_FALSE(InCheck("k8/9/9/9/9/4r4/9/4O4/4K4 w - - 0 1"));
}

TEST(ChakRules, K11_PawnAndKingPromoteAtOnceOnTheFarSide) {
  EXPECT_THAT(Targets("8k/9/9/9/9/2P6/9/9/K8 w - - 0 1", "c4"), ElementsAre("b4", "c5+", "d4"));
  EXPECT_THAT(Targets("8k/9/9/2p6/9/9/9/9/K8 b - - 0 1", "c6"), ElementsAre("b6", "c5+", "d6"));
  EXPECT_THAT(Targets("8k/9/9/9/9/2K6/9/9/9 w - - 0 1", "c4"),
              ElementsAre("b3", "b4", "b5+", "c3", "c5+", "d3", "d4", "d5+"));
}

TEST(ChakRules, K11_ThePlusSignIsPrintedAndOptionalOnInput) {
  const char* fen = "8k/9/9/9/3v5/2P6/9/9/K8 w - - 0 1";
  for (const char* text : {"c4c5", "c4c5+"}) {
    const auto game = GameAt("chak", fen);
    ActionResult result;
    ASSERT_THAT(game->Apply(text, &result), IsOk());
    EXPECT_EQ(result.text, "c4c5+");
    EXPECT_EQ(testing::FenOf(*game), "8k/9/9/9/2Wv5/9/9/9/K8 b - - 0 1");
  }
  EXPECT_EQ(FenAfter("chak", fen, "c4d5+"), "8k/9/9/9/3W5/9/9/9/K8 b - - 0 1");
  EXPECT_EQ(FenAfter("chak", "8k/9/9/9/9/K8/9/9/9 w - - 0 1", "a4b5"),
            "8k/9/9/9/1D7/9/9/9/9 b - - 0 1");
  EXPECT_EQ(FenAfter("chak", "9/9/9/8k/9/9/9/9/K8 b - - 0 1", "i6i5+"),
            "9/9/9/9/8d/9/9/9/K8 w - - 0 2");
}

TEST(ChakRules, K11_ThePlusSignIsRefusedOnOtherMoves) {
  ExpectIllegal("chak", "8k/9/9/9/9/2P6/9/9/K8 w - - 0 1", "c4b4+", "does not promote");
}

TEST(ChakRules, K11_DivineKingAndWarriorStayOnTheFarSide) {
  EXPECT_THAT(Targets("k8/9/9/9/4W4/9/9/9/K8 w - - 0 1", "e5"), ElementsAre("d6", "e6", "f6"));
  EXPECT_THAT(Targets("8k/9/9/9/D8/9/9/9/9 w - - 0 1", "a5"),
              ElementsAre("a6", "a7", "b5", "b6", "c5", "c7"));
}

TEST(ChakRules, K11_DivineKingAndWarriorAttackNothingOutsideTheFarSide) {
  // Green's divine king on e4 is not in check from the warrior next to it.
  EXPECT_THAT(ReadFen("chak", "9/9/9/9/4W4/4d4/9/9/K8 w - - 0 1"), IsOk());
  // It gives check to a divine king on e5, which cannot capture it.
  const char* fen = "9/9/9/9/4D4/4d4/9/9/9 w - - 0 1";
  EXPECT_THAT(GameAt("chak", fen)->Adjudicate().checkers, ElementsAre("e4"));
  EXPECT_THAT(Targets(fen, "e5"), ElementsAre("c5", "c7", "d6", "e6", "e7", "f6", "g5", "g7"));
}

TEST(ChakRules, K12_RoyalMayNotBeLeftAttacked) {
  // The shaman on e2 is pinned on the e-file by the serpent.
  EXPECT_THAT(Targets("8k/9/9/9/4r4/9/9/4S4/4K4 w - - 0 1", "e2"), ElementsAre("e3"));
  // Only moves that parry the check are legal: the king steps aside or the shaman interposes.
  EXPECT_THAT(LegalOf(*GameAt("chak", "8k/9/9/9/4r4/9/9/3S5/4K4 w - - 0 1")),
              ElementsAre("d2e3", "e1d1", "e1f1", "e1f2"));
}

TEST(ChakRules, K12_NoCastlingNoDoubleStepNoEnPassant) {
  const char* fen = "4k4/9/9/9/9/9/9/4P4/R3K3R w - - 0 1";
  EXPECT_THAT(Targets(fen, "e1"), ElementsAre("d1", "d2", "f1", "f2"));
  EXPECT_THAT(Targets(fen, "e2"), ElementsAre("d2", "e3", "f2"));
  // A pawn that has just moved sideways has no moves but its usual ones.
  const auto game = GameAt("chak", "k8/9/9/2p6/9/9/9/9/8K b - - 0 1");
  Play(*game, {"c6d6", "i1h1"});
  EXPECT_THAT(TargetsFrom(*game, "d6"), ElementsAre("c6", "d5+", "e6"));
}

}  // namespace
}  // namespace arbiter
