// Tests undos: ruling P19. For their effect on clocks see clocks_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

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
using testing::IsOk;
using testing::LegalOf;
using ::testing::Not;
using testing::Play;
using testing::VariantNamed;

// Returns a FEN with two kings and these undos left.
std::string Kings(const std::string& undos, const std::string& side = "w") {
  return "7k/8/8/8/8/8/8/K7 " + side + " - 1,1 0,0 " + undos + " 0,0 1 {xf=undo=3;d=0}";
}

TEST(ChpokUndo, P19_TakesBackTheOpponentsLastMoveAndOnesOwn) {
  const auto game = GameAt("chpok",
                           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 2,2 0,0 1 "
                           "{xf=undo=2;d=0}");
  Play(*game, {"e2e4", "e7e5", "undo"});
  EXPECT_EQ(FenOf(*game),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 1,2 0,0 1 {xf=undo=2;d=0}");
  EXPECT_EQ(game->turn(), Color::kWhite);
  EXPECT_EQ(game->ply(), 0u);
  // The game continues from there with other moves.
  Play(*game, {"d2d4", "g8f6"});
  EXPECT_EQ(FenOf(*game),
            "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w - 1,1 0,0 1,2 0,0 2 "
            "{xf=undo=2;d=0*2}");
}

TEST(ChpokUndo, P19_BlackCanTakeBack) {
  const auto game = GameAt("chpok", Kings("3,3"));
  Play(*game, {"a1a2", "h8h7", "a2a3"});
  Play(*game, {"undo"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/K7/8 b - 1,1 0,0 3,2 0,0 1 {xf=undo=3;d=0}");
}

TEST(ChpokUndo, P19_PositionPointsRightsAndHistoryAreRestored) {
  struct Pair {
    const char* own;
    const char* reply;
  };
  const std::string before = "4k2r/P7/8/3pP3/6R1/8/8/R3K3 w d6 1,1 3,0 ";
  const std::string after = " 1,1 7 {xf=undo=2,points=1234567,newborn,remove,skip;d=0*6,3}";
  const Pair pairs[] = {
      {"e5d6", "e8h8"},   // En passant and castling.
      {"a7a8q", "h8h1"},  // Promotion and points for the last row.
      {"a7a8k", "P@b7"},  // A new king and a new pawn.
      {"e1a1", "d5d4"},   // Castling.
      {"P@b2", "h8h2"},   // A new pawn.
      {"x@a1", "x@h8"},   // Removals.
      {"0000", "0000"},   // Passes.
      {"g4g8", "h8g8"},   // A lost piece.
      {"e5e6", "x@d5"},
  };
  for (const auto& [own, reply] : pairs) {
    const auto game = GameAt("chpok", before + "2,2" + after);
    Play(*game, {own, reply});
    EXPECT_NE(FenOf(*game).substr(0, before.size()), before);
    Play(*game, {"undo"});
    EXPECT_EQ(FenOf(*game), before + "1,2" + after) << own << " " << reply;
    // The capture en passant and the new pawn are legal again.
    Play(*game, {"e5d6", "e8d8", "P@c2"});
    ExpectOngoing(*game);
  }
}

TEST(ChpokUndo, P19_KingsAndTheirPointsAreRestored) {
  const std::string before = "k3k3/8/8/8/8/8/8/K3R2K w - 1,1 0,0 ";
  const std::string after = " 0,0 1 {xf=undo=1,remove;d=0}";
  const auto game = GameAt("chpok", before + "1,1" + after);
  Play(*game, {"e1e8", "x@a8"});
  ExpectEnd(*game, Result::kWhiteWins, Termination::kKingCaptured, "P17");
  ExpectRefused(*game, "undo", ErrorReason::kGameOver, "");

  const auto other = GameAt("chpok", before + "1,1" + after);
  Play(*other, {"e1e8", "a8b8"});
  EXPECT_EQ(FenOf(*other),
            "1k2R3/8/8/8/8/8/8/K6K w - 1,1 1004,0 1,1 0,0 2 {xf=undo=1,remove;d=0,1004}");
  Play(*other, {"undo"});
  EXPECT_EQ(FenOf(*other), before + "0,1" + after);
}

TEST(ChpokUndo, P19_OldDifferencesAreRestored) {
  const std::string after = " 0,0 41 {xf=undo=2;d=-7,4,3*19}";
  const auto game = GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 3,0 2,2" + after);
  Play(*game, {"a1a2", "h8h7", "a2a3", "h7h6"});
  EXPECT_EQ(FenOf(*game), "8/8/7k/8/8/K7/8/8 w - 1,1 3,0 2,2 0,0 43 {xf=undo=2;d=3*21}");
  Play(*game, {"undo", "undo"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/8/K7 w - 1,1 3,0 0,2" + after);
}

TEST(ChpokUndo, P19_SeveralUndosInARowGoFurtherBack) {
  const auto game = GameAt("chpok", Kings("3,3"));
  Play(*game, {"a1a2", "h8h7", "a2a3", "h7h6", "undo"});
  EXPECT_EQ(FenOf(*game), "8/7k/8/8/8/8/K7/8 w - 1,1 0,0 2,3 0,0 2 {xf=undo=3;d=0*2}");
  Play(*game, {"undo"});
  EXPECT_EQ(FenOf(*game), Kings("1,3"));
  ExpectRefused(*game, "undo", ErrorReason::kIllegalAction, "P19");
}

// Plies that were taken back are no longer on the record.
TEST(ChpokUndo, P19_AnUndoCanGoBackPastAnEarlierUndo) {
  const auto game = GameAt("chpok", Kings("3,3"));
  Play(*game, {"a1a2", "h8h7", "a2a3", "h7h6", "undo"});
  Play(*game, {"a2b2", "h7g7", "undo"});
  EXPECT_EQ(FenOf(*game), "8/7k/8/8/8/8/K7/8 w - 1,1 0,0 1,3 0,0 2 {xf=undo=3;d=0*2}");
  Play(*game, {"undo"});
  EXPECT_EQ(FenOf(*game), Kings("0,3"));
}

TEST(ChpokUndo, P19_UndosLeftAreNotRestored) {
  const auto game = GameAt("chpok", Kings("3,3"));
  Play(*game, {"a1a2", "h8h7", "a2a3", "undo"});  // Black takes back.
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/K7/8 b - 1,1 0,0 3,2 0,0 1 {xf=undo=3;d=0}");
  // The record has one ply, and two after Black's next move.
  ExpectRefused(*game, "undo", ErrorReason::kIllegalAction, "P19");
  Play(*game, {"h8g8", "undo"});  // White takes back.
  EXPECT_EQ(FenOf(*game), Kings("2,2"));
  ExpectRefused(*game, "undo", ErrorReason::kIllegalAction, "P19");
}

TEST(ChpokUndo, P19_UndoNeedsTwoPliesSinceTheStart) {
  for (const char* side : {"w", "b"}) {
    const auto game = GameAt("chpok", Kings("3,3", side));
    ExpectRefused(*game, "undo", ErrorReason::kIllegalAction, "P19");
    Play(*game, {side[0] == 'w' ? "a1a2" : "h8h7"});
    ExpectRefused(*game, "undo", ErrorReason::kIllegalAction, "P19");
    Play(*game, {side[0] == 'w' ? "h8h7" : "a1a2", "undo"});
    ExpectRefused(*game, "undo", ErrorReason::kIllegalAction, "P19");
  }
  const auto start = testing::StartOf("chpok", {{"skip_bidding", "true"}, {"features", "undo=5"}});
  ExpectRefused(*start, "undo", ErrorReason::kIllegalAction, "P19");
}

TEST(ChpokUndo, P19_UndoIsOnlyLegalOnOnesOwnTurn) {
  const auto game = GameAt("chpok", Kings("3,3"));
  Play(*game, {"a1a2", "h8h7"});
  ExpectRefused(*game, "black:undo", ErrorReason::kNotYourTurn, "");
  Play(*game, {"a2a3"});
  ExpectRefused(*game, "white:undo", ErrorReason::kNotYourTurn, "");
  Play(*game, {"black:undo"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/K7/8 b - 1,1 0,0 3,2 0,0 1 {xf=undo=3;d=0}");
}

TEST(ChpokUndo, P19_UndoNeedsAnUndoLeft) {
  const auto game = GameAt("chpok", Kings("0,1"));
  Play(*game, {"a1a2", "h8h7"});
  ExpectRefused(*game, "undo", ErrorReason::kIllegalAction, "P19");
  Play(*game, {"a2a3", "undo", "h8h7", "a2a3"});
  ExpectRefused(*game, "undo", ErrorReason::kIllegalAction, "P19");

  const auto off = GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}");
  Play(*off, {"a1a2", "h8h7"});
  ExpectRefused(*off, "undo", ErrorReason::kIllegalAction, "P19");
}

TEST(ChpokUndo, P19_UndoIsRefusedAfterTheEnd) {
  const auto resigned = GameAt("chpok", Kings("3,3"));
  Play(*resigned, {"a1a2", "h8h7", "resign"});
  ExpectRefused(*resigned, "undo", ErrorReason::kGameOver, "");
  const auto captured =
      GameAt("chpok", "6rk/8/8/8/8/8/8/1R5K w - 1,1 0,0 3,3 0,0 1 {xf=undo=3;d=0}");
  Play(*captured, {"b1b2", "g8g1", "b2a2", "g1h1"});
  ExpectEnd(*captured, Result::kBlackWins, Termination::kKingCaptured, "P17");
  ExpectRefused(*captured, "undo", ErrorReason::kGameOver, "");
}

TEST(ChpokUndo, P19_UndoIsAControlActionAndNotAMove) {
  const auto game = GameAt("chpok", Kings("3,3"));
  EXPECT_THAT(ControlsOf(*game), Not(Contains("undo")));
  Play(*game, {"a1a2"});
  EXPECT_THAT(ControlsOf(*game), Not(Contains("undo")));
  Play(*game, {"h8h7"});
  EXPECT_THAT(ControlsOf(*game), Contains("undo"));
  EXPECT_THAT(LegalOf(*game), Not(Contains("undo")));
  ActionResult applied;
  ASSERT_THAT(game->Apply("white:undo", &applied), IsOk());
  EXPECT_EQ(applied.text, "undo");
}

TEST(ChpokUndo, P19_ASnapshotHoldsThePliesThatCanBeTakenBack) {
  const auto game = GameAt("chpok", Kings("3,3"));
  Play(*game, {"a1a2", "h8h7", "a2a3", "h7h6", "undo", "a2b2", "h7g7"});
  const auto copy = VariantNamed("chpok").FromSnapshot(game->Snapshot(), {});
  ASSERT_THAT(copy, IsOk());
  EXPECT_EQ((*copy)->Snapshot(), game->Snapshot());
  Play(**copy, {"undo", "undo"});
  EXPECT_EQ(FenOf(**copy), Kings("0,3"));
  ExpectRefused(**copy, "undo", ErrorReason::kIllegalAction, "P19");
  // The FEN does not include the record, so there is no action to undo.
  ExpectRefused(*GameAt("chpok", FenOf(*game)), "undo", ErrorReason::kIllegalAction, "P19");
}

TEST(ChpokUndo, P19_AGameWithAnUndoEqualsTheGameWithoutIt) {
  const auto taken_back = GameAt("chpok", Kings("3,3"));
  Play(*taken_back, {"a1a2", "h8h7", "undo", "a1b1", "h8g8"});
  const auto straight = GameAt("chpok", Kings("2,3"));
  Play(*straight, {"a1b1", "h8g8"});
  EXPECT_EQ(FenOf(*taken_back), FenOf(*straight));
  EXPECT_EQ(LegalOf(*taken_back), LegalOf(*straight));
}

// A player without a legal move must pass even if they have an undo left. A pass that was taken
// back does not count.
TEST(ChpokUndo, P23_AnUndoDoesNotReplaceAForcedPass) {
  const auto game =
      GameAt("chpok", "7k/8/8/8/1p6/1P6/BP6/KP6 w - 1,1 0,0 3,3 0,0 1 {xf=undo=3;d=0}");
  Play(*game, {"0000", "h8h7"});
  EXPECT_THAT(LegalOf(*game), ::testing::ElementsAre("0000"));
  Play(*game, {"undo"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/1p6/1P6/BP6/KP6 w - 1,1 0,0 2,3 0,0 1 {xf=undo=3;d=0}");
  Play(*game, {"0000"});
  ExpectOngoing(*game);
}

TEST(ChpokUndo, P23_AForcedPassIsRestored) {
  const std::string board = "7k/8/8/8/1p6/1P6/BP6/KP6 b - 1,1 0,0 ";
  const std::string after = " 0,0 1 {xf=undo=3;pass=1;d=0}";
  const auto game = GameAt("chpok", board + "3,3" + after);
  Play(*game, {"h8h7", "0000", "undo"});
  EXPECT_EQ(FenOf(*game), board + "3,2" + after);
}

// A pass that was taken back is not one of the two that end the game.
TEST(ChpokUndo, P23_APassThatWasTakenBackDoesNotCount) {
  const auto game =
      GameAt("chpok", "6pk/6pb/6p1/8/1p4P1/1P6/BP6/KP6 w - 1,1 0,0 1,1 0,0 2 {xf=undo=1;d=0*2}");
  Play(*game, {"g4g5", "0000", "undo"});
  EXPECT_EQ(FenOf(*game),
            "6pk/6pb/6p1/8/1p4P1/1P6/BP6/KP6 w - 1,1 0,0 0,1 0,0 2 {xf=undo=1;d=0*2}");
  Play(*game, {"g4g5", "0000"});
  ExpectOngoing(*game);
  Play(*game, {"0000"});
  ExpectEnd(*game, Result::kWhiteWins, Termination::kBlocked, "P23");
}

}  // namespace
}  // namespace arbiter
