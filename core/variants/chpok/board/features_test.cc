// Tests the extraordinary features of the board phase: rulings P21, P22 and P15. For hill and
// racing see ends_test.cc, for castlings castling_test.cc, for points points_test.cc and for undo
// undo_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/strings.h"
#include "core/variants/chpok/board/events.h"
#include "core/variants/chpok/info.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::ExpectEnd;
using testing::ExpectIllegal;
using testing::ExpectOngoing;
using testing::ExpectRefused;
using testing::ExpectSteps;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::LegalOf;
using testing::Play;
using testing::Step;
using testing::TargetsFrom;

using Squares = std::vector<std::string>;

// Returns a FEN with these features, or without any feature if `features` is empty.
std::string With(std::string_view features, std::string_view board, std::string_view side = "w") {
  const std::string_view newborn = features == "newborn" ? "1,1" : "0,0";
  return StrCat(board, " ", side, " - 1,1 0,0 0,0 ", newborn, " 1 {",
                features.empty() ? "" : StrCat("xf=", features, ";"), "d=0}");
}

// The targets of a piece with a feature and without it.
struct Change {
  const char* board;
  const char* side;
  const char* from;
  Squares with;
  Squares without;
};

void ExpectChanges(std::string_view feature, const std::vector<Change>& changes) {
  for (const Change& change : changes) {
    EXPECT_EQ(TargetsFrom("chpok", With(feature, change.board, change.side), change.from),
              change.with)
        << feature << " on " << change.board;
    EXPECT_EQ(TargetsFrom("chpok", With("", change.board, change.side), change.from),
              change.without)
        << change.board;
  }
}

TEST(ChpokFeatures, P21_CruelKingsCaptureTheirOwnPieces) {
  ExpectChanges("cruel",
                {{"7k/8/8/8/8/8/3PP3/3KR3",
                  "w",
                  "d1",
                  {"c1", "c2", "d2x", "e1", "e1x", "e2x"},
                  {"c1", "c2", "e1"}},
                 {"kr5/pp5/7/7/7/7/7/6K", "b", "a8", {"a7x", "b7x", "b8", "b8x"}, {"b8"}},
                 // Other pieces do not capture pieces of their own side.
                 {"7k/8/8/8/8/2P5/3D4/KN6", "w", "b1", {"a3"}, {"a3"}},
                 {"7k/8/8/8/8/2P5/3D4/KN6",
                  "w",
                  "d2",
                  {"b2", "c1", "d4", "e1", "e3", "f2"},
                  {"b2", "c1", "d4", "e1", "e3", "f2"}},
                 {"7k/8/8/8/8/2P5/3D4/KN6", "w", "c3", {"c4"}, {"c4"}},
                 {"7k/8/8/8/8/8/8/KR6",
                  "w",
                  "b1",
                  {"b2", "b3", "b4", "b5", "b6", "b7", "b8", "c1", "d1", "e1", "f1", "g1", "h1"},
                  {"b2", "b3", "b4", "b5", "b6", "b7", "b8", "c1", "d1", "e1", "f1", "g1", "h1"}}});
}

TEST(ChpokFeatures, P21_TheXDistinguishesTheCaptureFromCastling) {
  const Step steps[] = {
      {"7k/8/8/8/8/8/3PP3/3KR3 w - 1,1 0,0 0,0 0,0 1 {xf=cruel;d=0}", "d1e1x",
       "7k/8/8/8/8/8/3PP3/4K3 b - 1,1 0,0 0,0 0,0 1 {xf=cruel;d=0}"},
      {"7k/8/8/8/8/8/3PP3/3KR3 w - 1,1 0,0 0,0 0,0 1 {xf=cruel;d=0}", "d1e1",
       "7k/8/8/8/8/8/3PP3/3RK3 b - 0,1 0,0 0,0 0,0 1 {xf=cruel;d=0}"},
  };
  ExpectSteps("chpok", steps);
  const std::string cruel = With("cruel", "7k/8/8/8/8/8/3Pp3/3KR3");
  for (const char* action : {"d1d2", "d1c1x", "d1e2x", "e1d1x", "e1e2x"}) {
    ExpectIllegal("chpok", cruel, action, "");
  }
  ExpectIllegal("chpok", With("", "7k/8/8/8/8/8/3PP3/3KR3"), "d1e1x", "");
  ExpectIllegal("chpok", With("", "7k/8/8/8/8/8/3PP3/3KR3"), "d1d2x", "");
}

// Returns the error message of an illegal action, without the action at its beginning.
std::string WhyNot(std::string_view fen, const std::string& action) {
  const absl::Status status = GameAt("chpok", fen)->Apply(action, nullptr);
  EXPECT_FALSE(status.ok()) << action;
  return testing::Message(status).substr(action.size() + 2);
}

TEST(ChpokFeatures, P21_ARefusalNamesTheCause) {
  const std::string cruel = With("cruel", "7k/8/8/4P3/8/8/3Pp3/3KR3");
  EXPECT_EQ(WhyNot(cruel, "d1d2"),
            "its own pawn is on d2; to capture it, add an x to the move (P21)");
  EXPECT_EQ(WhyNot(cruel, "d1e5"), "its own pawn is on e5");
  EXPECT_EQ(WhyNot(cruel, "e1e5"), "its own pawn is on e5");
  EXPECT_EQ(WhyNot(cruel, "d1e5x"), "a king moves one square in any direction (P12)");
  for (const char* square : {"c1", "e2"}) {
    EXPECT_EQ(WhyNot(cruel, StrCat("d1", square, "x")),
              StrCat("no piece of its own side is on ", square,
                     "; the x is only for a capture of one's own piece (P21)"));
  }
  EXPECT_EQ(WhyNot(cruel, "e1e2x"), "only a king can capture its own side's pieces (P21)");
}

TEST(ChpokFeatures, P21_CapturingOnesOwnKingScoresNothing) {
  const auto game = GameAt("chpok", With("cruel", "7k/8/8/8/8/8/8/KK6"));
  Play(*game, {"a1b1x"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/8/1K6 b - 1,1 0,0 0,0 0,0 1 {xf=cruel;d=0}");
  ExpectOngoing(*game);
  // A king that was captured by its own side does not score on the hill.
  const auto hill = GameAt("chpok", With("hill,cruel", "kk6/8/8/8/3K4/8/8/8", "b"));
  Play(*hill, {"a8b8x", "d4d5"});
  EXPECT_EQ(FenOf(*hill), "1k6/8/8/3K4/8/8/8/8 b - 1,1 1001,0 0,0 0,0 2 {xf=hill,cruel;d=0*2}");
  ExpectEnd(*hill, Result::kWhiteWins, chpok::kHillEnd, "P20");
}

TEST(ChpokFeatures, P21_OwnCapturesScoreForRowAndKindAndReachGoals) {
  const Step steps[] = {
      {"7k/4P3/3K4/8/8/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=points=0000005,cruel;d=0}", "d6e7x",
       "7k/4K3/8/8/8/8/8/8 b - 1,1 8,0 0,0 0,0 1 {xf=points=0000005,cruel;d=0}"},
      {"7k/8/8/3P4/3K4/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=hill,cruel;d=0}", "d4d5x",
       "7k/8/8/3K4/8/8/8/8 b - 1,1 1001,0 0,0 0,0 1 {xf=hill,cruel;d=0}"},
      {"R6k/K7/8/8/8/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=racing,cruel;d=0}", "a7a8x",
       "K6k/8/8/8/8/8/8/8 b - 1,1 1004,0 0,0 0,0 1 {xf=racing,cruel;d=0}"},
  };
  ExpectSteps("chpok", steps);
}

TEST(ChpokFeatures, P22_SuperqueensLeapLikeKnights) {
  ExpectChanges("superqueen", {{"7k/8/8/8/8/8/PP6/QK6", "w", "a1", {"b3", "c2"}, {}},
                               {"7k/8/8/8/8/1p6/PPP5/QK6", "w", "a1", {"b3"}, {}},
                               {"qk6/pp6/8/8/8/8/8/7K", "b", "a8", {"b6", "c7"}, {}}});
}

TEST(ChpokFeatures, P22_CornerBishopsStepStraight) {
  ExpectChanges("cornerbishop", {{"7k/8/8/8/8/8/1P6/B2K4", "w", "a1", {"a2", "b1"}, {}},
                                 {"7k/8/8/8/8/8/pP6/Bn1K4", "w", "a1", {"a2", "b1"}, {}},
                                 {"7k/8/8/8/8/8/PP6/BN1K4", "w", "a1", {}, {}},
                                 {"B6k/1P6/8/8/8/8/8/K7", "w", "a8", {"a7", "b8"}, {}},
                                 {"7b/6p1/8/8/8/8/8/K6k", "b", "h8", {"g8", "h7"}, {}},
                                 {"3k2/6/6/6/6/6/4P1/3K1B", "w", "f1", {"e1", "f2"}, {}},
                                 {"4k5/10/10/10/10/10/8P1/4K4B", "w", "j1", {"i1", "j2"}, {}},
                                 // Only the corners of the board count: not squares next to them,
                                 // nor h1 on a board of ten files.
                                 {"7k/8/8/8/8/8/P1P5/1B1K4", "w", "b1", {}, {}},
                                 {"7k/8/8/8/8/1P6/B7/1P1K4", "w", "a2", {}, {}},
                                 {"4k5/10/10/10/10/10/6P1P1/4K2B2", "w", "h1", {}, {}}});
  // Other pieces are not affected.
  EXPECT_THAT(TargetsFrom("chpok", With("cornerbishop", "7k/8/8/8/8/8/PP6/DK6"), "a1"),
              ElementsAre("a3", "c1"));
}

TEST(ChpokFeatures, P22_BackpawnsStepBackToAnEmptySquare) {
  ExpectChanges("backpawn", {{"7k/8/8/8/4P3/8/8/K7", "w", "e4", {"e3", "e5"}, {"e5"}},
                             {"7k/8/8/8/8/8/4P3/K7", "w", "e2", {"e1", "e3", "e4"}, {"e3", "e4"}},
                             {"7k/8/8/8/8/8/8/K3P3", "w", "e1", {"e2"}, {"e2"}},
                             {"7k/8/8/8/4P3/3pnp2/8/K7", "w", "e4", {"e5"}, {"e5"}},
                             {"7k/8/8/8/4P3/4N3/8/K7", "w", "e4", {"e5"}, {"e5"}},
                             {"7k/p7/8/8/8/8/8/K7", "b", "a7", {"a5", "a6", "a8"}, {"a5", "a6"}},
                             {"7k/8/8/8/4p3/8/8/K7", "b", "e4", {"e3", "e5"}, {"e3"}},
                             {"4p2k/8/8/8/8/8/8/K7", "b", "e8", {"e7"}, {"e7"}}});
}

TEST(ChpokFeatures, P22_BackpawnsScoreAndCanMakeAnotherDoubleStep) {
  const Step steps[] = {
      {"7k/8/4P3/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {xf=backpawn;d=0}", "e6e5",
       "7k/8/8/4P3/8/8/8/K7 b - 1,1 1,0 0,0 0,0 1 {xf=backpawn;d=0}"},
      {"7k/8/8/8/4P3/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {xf=points=7000000,backpawn;d=0}", "e4e3",
       "7k/8/8/8/8/4P3/8/K7 b - 1,1 7,0 0,0 0,0 1 {xf=points=7000000,backpawn;d=0}"},
  };
  ExpectSteps("chpok", steps);
  const auto game = GameAt("chpok", With("backpawn", "7k/8/8/8/8/4P3/8/K7"));
  Play(*game, {"e3e2", "h8h7", "e2e4"});
  EXPECT_EQ(FenOf(*game), "8/7k/8/8/4P3/8/8/K7 b e3 1,1 0,0 0,0 0,0 2 {xf=backpawn;d=0*2}");
}

TEST(ChpokFeatures, P22_ANewbornPawnIsPlacedOnTheFirstTwoRows) {
  const auto white = GameAt("chpok", With("newborn", "k5/6/6/6/6/6/P5/K4N"));
  EXPECT_THAT(LegalOf(*white),
              ElementsAre("P@b1", "P@b2", "P@c1", "P@c2", "P@d1", "P@d2", "P@e1", "P@e2", "P@f2",
                          "a1b1", "a1b2", "a2a3", "a2a4", "f1d2", "f1e3"));
  const auto black = GameAt("chpok", With("newborn", "k4n/p5/6/6/6/6/6/K5", "b"));
  EXPECT_THAT(LegalOf(*black),
              ElementsAre("P@b7", "P@b8", "P@c7", "P@c8", "P@d7", "P@d8", "P@e7", "P@e8", "P@f7",
                          "a7a5", "a7a6", "a8b7", "a8b8", "f8d7", "f8e6"));
  const std::string on = With("newborn", "k5/6/6/6/6/6/P5/K4N");
  for (const char* action : {"P@b3", "P@a2", "P@f1", "P@b7", "N@b2"}) {
    EXPECT_FALSE(GameAt("chpok", on)->Apply(action, nullptr).ok()) << action;
  }
  ExpectIllegal("chpok", With("", "k5/6/6/6/6/6/P5/K4N"), "P@b2", "");
}

TEST(ChpokFeatures, P22_EachPlayerPlacesOneNewbornPawnInsteadOfAMove) {
  const auto game = GameAt("chpok", With("newborn", "k7/8/8/8/8/8/8/K7"));
  Play(*game, {"P@d2"});
  EXPECT_EQ(FenOf(*game), "k7/8/8/8/8/8/3P4/K7 b - 1,1 0,0 0,0 0,1 1 {xf=newborn;d=0}");
  Play(*game, {"P@e8"});
  EXPECT_EQ(FenOf(*game), "k3p3/8/8/8/8/8/3P4/K7 w - 1,1 0,0 0,0 0,0 2 {xf=newborn;d=0*2}");
  ExpectRefused(*game, "P@e2", ErrorReason::kIllegalAction, "");
  // The pawn moves like any other: up to two squares from the second row, one from the first.
  EXPECT_THAT(LegalOf(*game, "d2"), ElementsAre("d2d3", "d2d4"));
  Play(*game, {"d2d4"});
  EXPECT_THAT(LegalOf(*game, "e8"), ElementsAre("e8e7"));
  ExpectRefused(*game, "P@e7", ErrorReason::kIllegalAction, "");
}

TEST(ChpokFeatures, P22_NewbornClearsTheEnPassantSquare) {
  const auto game = GameAt("chpok", With("newborn", "k7/8/8/8/3p4/8/4P3/K7"));
  Play(*game, {"e2e4", "P@b7"});
  EXPECT_EQ(FenOf(*game), "k7/1p6/8/8/3pP3/8/8/K7 w - 1,1 0,0 0,0 1,0 2 {xf=newborn;d=0*2}");
}

TEST(ChpokFeatures, P22_APlayerCanRemoveOnlyTheirOwnPieces) {
  const auto game = GameAt("chpok", With("remove", "7k/8/8/8/8/8/8/KQ5K"));
  EXPECT_THAT(LegalOf(*game), Contains("x@a1"));
  EXPECT_THAT(LegalOf(*game), Contains("x@b1"));
  EXPECT_THAT(LegalOf(*game), Contains("x@h1"));
  for (const char* action : {"x@h8", "x@c3"}) {
    ExpectRefused(*game, action, ErrorReason::kIllegalAction, "");
  }
  ExpectIllegal("chpok", With("", "7k/8/8/8/8/8/8/KQ5K"), "x@b1", "");
  ActionResult applied;
  ASSERT_THAT(game->Apply("x@b1", &applied), IsOk());
  EXPECT_TRUE(std::any_of(applied.events.begin(), applied.events.end(),
                          [](const Event& event) { return event.kind == &chpok::kRemovedEvent; }));
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/8/K6K b - 1,1 0,0 0,0 0,0 1 {xf=remove;d=0}");
}

TEST(ChpokFeatures, P22_TheOpponentScoresForARemovedKing) {
  const auto white = GameAt("chpok", With("remove", "7k/8/8/8/8/8/8/KQ5K"));
  Play(*white, {"x@h1"});
  EXPECT_EQ(FenOf(*white), "7k/8/8/8/8/8/8/KQ6 b - 1,1 0,1000 0,0 0,0 1 {xf=remove;d=0}");
  ExpectOngoing(*white);
  const auto black = GameAt("chpok", With("remove", "k6k/8/8/8/8/8/8/K7", "b"));
  Play(*black, {"x@h8"});
  EXPECT_EQ(FenOf(*black), "k7/8/8/8/8/8/8/K7 w - 1,1 1000,0 0,0 0,0 2 {xf=remove;d=0,1000}");
  ExpectOngoing(*black);
}

TEST(ChpokFeatures, P22_RemovingTheLastKingEndsTheGame) {
  const auto game = GameAt("chpok", With("remove", "7k/8/8/8/8/8/8/K6Q"));
  Play(*game, {"x@a1"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/8/7Q b - 1,1 0,1000 0,0 0,0 1 {xf=remove;d=0}");
  ExpectEnd(*game, Result::kBlackWins, Termination::kKingCaptured, "P17");
  // The points decide, so a player can win in this way.
  const auto ahead =
      GameAt("chpok", "7k/8/8/8/8/8/8/K6Q w - 1,1 1001,0 0,0 0,0 2 {xf=remove;d=0,1001}");
  Play(*ahead, {"x@a1"});
  ExpectEnd(*ahead, Result::kWhiteWins, Termination::kKingCaptured, "P17");
}

TEST(ChpokFeatures, P22_SkipIsAlwaysLegal) {
  const auto game = GameAt("chpok", With("skip", "7k/8/8/8/3p4/8/4P3/K7"));
  EXPECT_THAT(LegalOf(*game), ElementsAre("0000", "a1a2", "a1b1", "a1b2", "e2e3", "e2e4"));
  Play(*game, {"e2e4", "0000"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/3pP3/8/8/K7 w - 1,1 0,0 0,0 0,0 2 {xf=skip;d=0*2}");
  Play(*game, {"0000", "0000", "0000"});
  ExpectOngoing(*game);
  ExpectIllegal("chpok", With("", "7k/8/8/8/3p4/8/4P3/K7"), "0000", "P23");
}

TEST(ChpokFeatures, P15_WithNopromotekingPawnsDoNotBecomeKings) {
  ExpectChanges(
      "nopromoteking",
      {{"7k/P7/8/8/8/8/8/K7",
        "w",
        "a7",
        {"a8b", "a8d", "a8n", "a8q", "a8r"},
        {"a8b", "a8d", "a8k", "a8n", "a8q", "a8r"}},
       {"7k/8/8/8/8/8/p7/1N5K",
        "b",
        "a2",
        {"a1b", "a1d", "a1n", "a1q", "a1r", "b1b", "b1d", "b1n", "b1q", "b1r"},
        {"a1b", "a1d", "a1k", "a1n", "a1q", "a1r", "b1b", "b1d", "b1k", "b1n", "b1q", "b1r"}}});
  ExpectIllegal("chpok", With("nopromoteking", "7k/P7/8/8/8/8/8/K7"), "a7a8k", "");
}

TEST(ChpokFeatures, P22_WithNoenpassantThereIsNoEnPassant) {
  const auto off = GameAt("chpok", With("noenpassant", "7k/8/8/8/3p4/8/4P3/K7"));
  Play(*off, {"e2e4"});
  EXPECT_EQ(FenOf(*off), "7k/8/8/8/3pP3/8/8/K7 b - 1,1 0,0 0,0 0,0 1 {xf=noenpassant;d=0}");
  EXPECT_THAT(LegalOf(*off, "d4"), ElementsAre("d4d3"));
  ExpectRefused(*off, "d4e3", ErrorReason::kIllegalAction, "");

  EXPECT_EQ(WhyNot(FenOf(*off), "d4e3"),
            "there is nothing on e3 for the pawn to capture, and noenpassant rules out captures "
            "en passant (P22)");
  EXPECT_EQ(WhyNot(FenOf(*off), "d4c3"), "there is nothing on c3 for the pawn to capture");

  const auto on = GameAt("chpok", With("", "7k/8/8/8/3p4/8/4P3/K7"));
  Play(*on, {"e2e4"});
  EXPECT_THAT(LegalOf(*on, "d4"), ElementsAre("d4d3", "d4e3"));
}

}  // namespace
}  // namespace arbiter
