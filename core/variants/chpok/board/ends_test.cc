// Tests the ends of a game of Chpok: rulings P17, P20, P23 and P25.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/variants/chpok/info.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::Contains;
using testing::ControlsOf;
using ::testing::ElementsAre;
using testing::ExpectEnd;
using testing::ExpectIllegal;
using testing::ExpectOngoing;
using testing::ExpectRefused;
using testing::FenOf;
using testing::GameAt;
using ::testing::IsEmpty;
using testing::LegalOf;
using ::testing::Not;
using testing::Play;

// An action that ends the game.
struct Ending {
  const char* fen;
  const char* action;
  Result result;
  Termination termination;
  const char* rule;
  const char* after;
};

void ExpectEndings(const std::vector<Ending>& endings) {
  for (const Ending& ending : endings) {
    const auto game = GameAt("chpok", ending.fen);
    ExpectOngoing(*game);
    Play(*game, {ending.action});
    EXPECT_EQ(FenOf(*game), ending.after);
    ExpectEnd(*game, ending.result, ending.termination, ending.rule);
    ExpectRefused(*game, "a1a2", ErrorReason::kGameOver, "");
    ExpectRefused(*game, "undo", ErrorReason::kGameOver, "");
    ExpectRefused(*game, "resign", ErrorReason::kGameOver, "");
    ExpectRefused(*game, "claim win", ErrorReason::kGameOver, "");
    EXPECT_THAT(ControlsOf(*game), IsEmpty());
  }
}

// An action that does not end the game.
struct Continuation {
  const char* fen;
  const char* action;
};

void ExpectNoEnds(const std::vector<Continuation>& cases) {
  for (const auto& [fen, action] : cases) {
    const auto game = GameAt("chpok", fen);
    Play(*game, {action});
    ExpectOngoing(*game);
  }
}

TEST(ChpokEnds, P17_PointsDecideWhenTheLastKingIsGone) {
  ExpectEndings({
      {"7k/8/8/8/8/8/8/K6R w - 1,1 0,0 0,0 0,0 1 {d=0}", "h1h8", Result::kWhiteWins,
       Termination::kKingCaptured, "P17", "7R/8/8/8/8/8/8/K7 b - 1,1 1004,0 0,0 0,0 1 {d=0}"},
      {"k6r/8/8/8/8/8/8/7K b - 1,1 5,0 0,0 0,0 1 {d=0}", "h8h1", Result::kBlackWins,
       Termination::kKingCaptured, "P17", "k7/8/8/8/8/8/8/7r w - 1,1 5,1004 0,0 0,0 2 {d=0,-999}"},
      // The player who captures the king can still be behind, or level.
      {"7k/8/8/8/8/8/8/K6R w - 1,1 0,2000 0,0 0,0 2 {d=0,-2000}", "h1h8", Result::kBlackWins,
       Termination::kKingCaptured, "P17",
       "7R/8/8/8/8/8/8/K7 b - 1,1 1004,2000 0,0 0,0 2 {d=0,-2000}"},
      {"7k/8/8/8/8/8/8/K6R w - 1,1 0,1004 0,0 0,0 2 {d=0,-1004}", "h1h8", Result::kDraw,
       Termination::kKingCaptured, "P17",
       "7R/8/8/8/8/8/8/K7 b - 1,1 1004,1004 0,0 0,0 2 {d=0,-1004}"},
  });
}

TEST(ChpokEnds, C12_WithoutAKingNoMovesAreListed) {
  const auto game = GameAt("chpok", "7k/8/8/8/8/8/8/K6R w - 1,1 0,0 0,0 0,0 1 {d=0}");
  Play(*game, {"h1h8"});
  EXPECT_THAT(LegalOf(*game), IsEmpty());
}

TEST(ChpokEnds, P17_PointsDecideAtTheMoveLimit) {
  ExpectEndings({
      {"7k/8/8/8/8/8/8/K7 b - 1,1 1,0 0,0 0,0 10 {xf=moves=10;d=0*9,1}", "h8h7", Result::kWhiteWins,
       chpok::kPointsEnd, "P17",
       "8/7k/8/8/8/8/8/K7 w - 1,1 1,0 0,0 0,0 11 {xf=moves=10;d=0*9,1*2}"},
      {"7k/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 10 {xf=moves=10;d=0*10}", "h8h7", Result::kDraw,
       chpok::kPointsEnd, "P17", "8/7k/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 11 {xf=moves=10;d=0*11}"},
      // The last move still scores.
      {"7k/8/8/8/8/8/r7/K7 b - 1,1 1,0 0,0 0,0 10 {xf=moves=10;d=0*9,1}", "a2b2",
       Result::kBlackWins, chpok::kPointsEnd, "P17",
       "7k/8/8/8/8/8/1r6/K7 w - 1,1 1,3 0,0 0,0 11 {xf=moves=10;d=0*9,1,-2}"},
      // The default limit is 888.
      {"7k/8/8/8/8/8/8/K7 b - 1,1 2,0 0,0 0,0 888 {d=2*21}", "h8h7", Result::kWhiteWins,
       chpok::kPointsEnd, "P17", "8/7k/8/8/8/8/8/K7 w - 1,1 2,0 0,0 0,0 889 {d=2*21}"},
  });
  ExpectNoEnds({
      {"7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 10 {xf=moves=10;d=0*10}", "a1a2"},
      {"7k/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 9 {xf=moves=10;d=0*9}", "h8h7"},
      {"7k/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 10 {d=0*10}", "h8h7"},
  });
}

TEST(ChpokEnds, P17_AFenPastTheMoveLimitIsAFinishedGame) {
  const auto game =
      GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,3 0,0 0,0 11 {xf=moves=10;d=0*10,-3}");
  ExpectEnd(*game, Result::kBlackWins, chpok::kPointsEnd, "P17");
  EXPECT_THAT(LegalOf(*game), IsEmpty());
  ExpectRefused(*game, "a1a2", ErrorReason::kGameOver, "");
}

TEST(ChpokEnds, P17_TheFirstOfSeveralEndsCounts) {
  ExpectEndings({
      // The capture of the last king comes before the hill, the home row and the move limit. The
      // king scores only once.
      {"8/8/8/3k4/3K4/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d4d5", Result::kWhiteWins,
       Termination::kKingCaptured, "P17",
       "8/8/8/3K4/8/8/8/8 b - 1,1 1001,0 0,0 0,0 1 {xf=hill;d=0}"},
      {"3k4/3K4/8/8/8/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=racing;d=0}", "d7d8", Result::kWhiteWins,
       Termination::kKingCaptured, "P17",
       "3K4/8/8/8/8/8/8/8 b - 1,1 1004,0 0,0 0,0 1 {xf=racing;d=0}"},
      {"7k/8/8/8/8/8/6r1/6K1 b - 1,1 0,0 0,0 0,0 10 {xf=moves=10;d=0*10}", "g2g1",
       Result::kBlackWins, Termination::kKingCaptured, "P17",
       "7k/8/8/8/8/8/8/6r1 w - 1,1 0,1004 0,0 0,0 11 {xf=moves=10;d=0*10,-1004}"},
      // Hill and racing come before the move limit.
      {"8/8/8/3k4/8/8/8/K7 b - 1,1 0,0 0,0 0,0 10 {xf=moves=10,hill;d=0*10}", "d5d4",
       Result::kBlackWins, chpok::kHillEnd, "P20",
       "8/8/8/8/3k4/8/8/K7 w - 1,1 0,1001 0,0 0,0 11 {xf=moves=10,hill;d=0*10,-1001}"},
      {"8/8/8/8/8/8/3k4/K7 b - 1,1 0,0 0,0 0,0 10 {xf=moves=10,racing;d=0*10}", "d2d1",
       Result::kBlackWins, chpok::kRacingEnd, "P20",
       "8/8/8/8/8/8/8/K2k4 w - 1,1 0,1004 0,0 0,0 11 {xf=moves=10,racing;d=0*10,-1004}"},
      // The move limit comes before the second forced pass.
      {"6pk/6pb/6p1/6P1/1p6/1P6/BP6/KP6 b - 1,1 0,0 0,0 0,0 10 {xf=moves=10;pass=1;d=0*10}", "0000",
       Result::kDraw, chpok::kPointsEnd, "P17",
       "6pk/6pb/6p1/6P1/1p6/1P6/BP6/KP6 w - 1,1 0,0 0,0 0,0 11 {xf=moves=10;pass=1;d=0*11}"},
  });
}

TEST(ChpokEnds, P17_AResignationLosesWhateverThePoints) {
  const char* ahead = "7k/8/8/8/8/8/8/K7 w - 1,1 2000,0 0,0 0,0 2 {d=0,2000}";
  const auto white = GameAt("chpok", ahead);
  Play(*white, {"resign"});
  ExpectEnd(*white, Result::kBlackWins, Termination::kResignation, "C7");
  EXPECT_EQ(FenOf(*white), ahead);
  const auto black = GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,2000 0,0 0,0 2 {d=0,-2000}");
  Play(*black, {"black:resign"});
  ExpectEnd(*black, Result::kWhiteWins, Termination::kResignation, "C7");
}

TEST(ChpokEnds, P17_DrawsCannotBeAgreed) {
  const auto game = GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}");
  for (const char* action : {"draw?", "black:draw?", "draw!", "black:draw!", "draw-"}) {
    ExpectRefused(*game, action, ErrorReason::kIllegalAction, "P17");
  }
  EXPECT_THAT(ControlsOf(*game), Contains("resign"));
  EXPECT_THAT(ControlsOf(*game), Contains("black:resign"));
  EXPECT_THAT(ControlsOf(*game), Not(Contains("draw?")));
  EXPECT_THAT(ControlsOf(*game), Not(Contains("black:draw?")));
}

TEST(ChpokEnds, P1_BidsAreRefusedOnTheBoard) {
  const auto game = GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0;tc=5+0}");
  for (const char* action : {"match white", "raise time +3 5+2", "raise home +2 RNBQKBNR",
                             "challenger:resign", "opponent:timeout"}) {
    ExpectRefused(*game, action, ErrorReason::kIllegalAction, "");
  }
}

TEST(ChpokEnds, P20_AKingOnTheHillEndsTheGame) {
  ExpectEndings({
      {"7k/8/8/8/3K4/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d4d5", Result::kWhiteWins,
       chpok::kHillEnd, "P20", "7k/8/8/3K4/8/8/8/8 b - 1,1 1001,0 0,0 0,0 1 {xf=hill;d=0}"},
      {"7k/8/8/8/3K4/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d4e5", Result::kWhiteWins,
       chpok::kHillEnd, "P20", "7k/8/8/4K3/8/8/8/8 b - 1,1 1001,0 0,0 0,0 1 {xf=hill;d=0}"},
      // A king can come from any direction.
      {"7k/8/4K3/8/8/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "e6e5", Result::kWhiteWins,
       chpok::kHillEnd, "P20", "7k/8/8/4K3/8/8/8/8 b - 1,1 1001,0 0,0 0,0 1 {xf=hill;d=0}"},
      {"8/8/8/3k4/8/8/8/K7 b - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d5e4", Result::kBlackWins,
       chpok::kHillEnd, "P20", "8/8/8/8/4k3/8/8/K7 w - 1,1 0,1001 0,0 0,0 2 {xf=hill;d=0,-1001}"},
      // The move scores 1000 for each enemy king, in addition to the points for row and kind.
      {"5kkk/8/8/8/3K4/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=points=0000009,hill;d=0}", "d4d5",
       Result::kWhiteWins, chpok::kHillEnd, "P20",
       "5kkk/8/8/3K4/8/8/8/8 b - 1,1 3010,0 0,0 0,0 1 {xf=points=0000009,hill;d=0}"},
      // An enemy king that is captured on the hill counts as well.
      {"7k/8/8/3k4/3K4/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d4d5", Result::kWhiteWins,
       chpok::kHillEnd, "P20", "7k/8/8/3K4/8/8/8/8 b - 1,1 2001,0 0,0 0,0 1 {xf=hill;d=0}"},
  });
}

TEST(ChpokEnds, P20_TheHillIsOnTheMiddleFileOrFiles) {
  const char* const hills[][2] = {
      {"5k/6/6/6/2K3/6/6/6 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "c4c5"},
      {"5k/6/6/6/2K3/6/6/6 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "c4d5"},
      {"6k/7/7/7/3K3/7/7/7 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d4d5"},
      {"8k/9/9/9/4K4/9/9/9 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "e4e5"},
      {"9k/10/10/10/4K5/10/10/10 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "e4e5"},
      {"9k/10/10/10/4K5/10/10/10 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "e4f5"},
  };
  for (const auto& [fen, action] : hills) {
    const auto game = GameAt("chpok", fen);
    Play(*game, {action});
    ExpectEnd(*game, Result::kWhiteWins, chpok::kHillEnd, "P20");
  }
  ExpectNoEnds({
      {"5k/6/6/6/2K3/6/6/6 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "c4b5"},
      {"6k/7/7/7/3K3/7/7/7 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d4c5"},
      {"6k/7/7/7/3K3/7/7/7 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d4e5"},
      {"8k/9/9/9/4K4/9/9/9 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "e4d5"},
      {"9k/10/10/10/4K5/10/10/10 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "e4d5"},
  });
}

TEST(ChpokEnds, P20_OtherMovesDoNotReachTheHill) {
  ExpectNoEnds({
      // Another piece reaches the hill, a king reaches its own side's centre or a square outside
      // the centre, or the feature is not in force.
      {"7k/8/8/8/3Q4/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d4d5"},
      {"7k/8/8/8/8/3K4/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d3d4"},
      {"8/8/3k4/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d6d5"},
      {"7k/8/8/8/3K4/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d4c5"},
      {"7k/8/8/8/3K4/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=racing;d=0}", "d4d5"},
      // The king is already on the hill.
      {"7k/8/8/3K4/8/8/8/R7 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "a1a2"},
      {"7k/8/8/3K4/8/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "d5d6"},
  });
}

TEST(ChpokEnds, P20_AKingOnTheOpponentsHomeRowEndsTheGame) {
  ExpectEndings({
      {"7k/K7/8/8/8/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=racing;d=0}", "a7b8", Result::kWhiteWins,
       chpok::kRacingEnd, "P20", "1K5k/8/8/8/8/8/8/8 b - 1,1 1004,0 0,0 0,0 1 {xf=racing;d=0}"},
      {"8/8/8/8/8/8/3k4/K7 b - 1,1 0,0 0,0 0,0 1 {xf=racing;d=0}", "d2d1", Result::kBlackWins,
       chpok::kRacingEnd, "P20",
       "8/8/8/8/8/8/8/K2k4 w - 1,1 0,1004 0,0 0,0 2 {xf=racing;d=0,-1004}"},
      {"k6k/7K/8/8/8/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=racing;d=0}", "h7h8", Result::kWhiteWins,
       chpok::kRacingEnd, "P20", "k6K/8/8/8/8/8/8/8 b - 1,1 2004,0 0,0 0,0 1 {xf=racing;d=0}"},
  });
  ExpectNoEnds({
      {"7k/K7/8/8/8/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}", "a7a8"},
      {"7k/Q7/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {xf=racing;d=0}", "a7a8"},
      {"7k/8/8/8/8/8/K7/8 w - 1,1 0,0 0,0 0,0 1 {xf=racing;d=0}", "a2a1"},
      // Promotion to a king and castling do not reach a goal.
      {"7k/3P4/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {xf=racing;d=0}", "d7d8k"},
      {"7k/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {xf=hill,racing;d=0}", "e1h1"},
  });
  EXPECT_EQ(testing::FenAfter("chpok", "7k/3P4/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {xf=racing;d=0}",
                              "d7d8k"),
            "3K3k/8/8/8/8/8/8/K7 b - 1,1 4,0 0,0 0,0 1 {xf=racing;d=0}");
}

TEST(ChpokEnds, P20_PointsDecideWhenAKingReachesAGoal) {
  ExpectEndings({
      {"7k/8/8/8/3K4/8/8/8 w - 1,1 0,2000 0,0 0,0 2 {xf=hill;d=0,-2000}", "d4d5",
       Result::kBlackWins, chpok::kHillEnd, "P20",
       "7k/8/8/3K4/8/8/8/8 b - 1,1 1001,2000 0,0 0,0 2 {xf=hill;d=0,-2000}"},
      {"7k/K7/8/8/8/8/8/8 w - 1,1 0,1004 0,0 0,0 2 {xf=racing;d=0,-1004}", "a7a8", Result::kDraw,
       chpok::kRacingEnd, "P20",
       "K6k/8/8/8/8/8/8/8 b - 1,1 1004,1004 0,0 0,0 2 {xf=racing;d=0,-1004}"},
  });
}

TEST(ChpokEnds, F1_TheFenDoesNotShowThatAKingReachedAGoal) {
  for (const char* fen : {"7k/8/8/3K4/8/8/8/8 b - 1,1 1001,0 0,0 0,0 1 {xf=hill;d=0}",
                          "K6k/8/8/8/8/8/8/8 b - 1,1 1004,0 0,0 0,0 1 {xf=racing;d=0}"}) {
    ExpectOngoing(*GameAt("chpok", fen));
  }
}

TEST(ChpokEnds, P23_APlayerWithoutAMoveMustPass) {
  const auto game = GameAt("chpok", "7k/8/8/8/1p6/1P6/BP6/KP6 w - 1,1 0,0 0,0 0,0 1 {d=0}");
  EXPECT_THAT(LegalOf(*game), ElementsAre("0000"));
  Play(*game, {"0000"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/1p6/1P6/BP6/KP6 b - 1,1 0,0 0,0 0,0 1 {pass=1;d=0}");
  ExpectOngoing(*game);
  // Black's move resets the forced pass, so White's next pass is the first again.
  Play(*game, {"h8h7"});
  EXPECT_EQ(FenOf(*game), "8/7k/8/8/1p6/1P6/BP6/KP6 w - 1,1 0,0 0,0 0,0 2 {d=0*2}");
  Play(*game, {"0000", "h7h8"});
  ExpectOngoing(*game);
}

TEST(ChpokEnds, P23_APlayerWithAMoveMustNotPass) {
  ExpectIllegal("chpok", "7k/8/8/8/1p6/1P6/BP6/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}", "0000", "");
  // A forced pass of the other side does not make a pass legal.
  ExpectIllegal("chpok", "7k/8/8/8/1p6/1P6/BP6/KP6 b - 1,1 0,0 0,0 0,0 1 {pass=1;d=0}", "0000", "");
  // Placing a pawn, removing a piece and castling count as moves.
  const auto newborn =
      GameAt("chpok", "7k/8/8/8/1p6/1P6/BP6/KP6 w - 1,1 0,0 0,0 1,0 1 {xf=newborn;d=0}");
  EXPECT_THAT(LegalOf(*newborn), Contains("P@c2"));
  EXPECT_THAT(LegalOf(*newborn), Not(Contains("0000")));
  EXPECT_THAT(
      LegalOf(*GameAt("chpok", "7k/8/8/8/1p6/1P6/BP6/KP6 w - 1,1 0,0 0,0 0,0 1 {xf=remove;d=0}")),
      ElementsAre("x@a1", "x@a2", "x@b1", "x@b2", "x@b3"));
  EXPECT_THAT(
      LegalOf(*GameAt("chpok", "7k/8/8/8/1p6/1P1p4/BP1P4/KRB5 w - 1,1 0,0 0,0 0,0 1 {d=0}")),
      ElementsAre("a1b1"));
}

TEST(ChpokEnds, P23_TwoForcedPassesInARowEndTheGameOnPoints) {
  const char* blocked = "6pk/6pb/6p1/6P1/1p6/1P6/BP6/KP6 w - 1,1 3,1 0,0 0,0 2 {d=0,2}";
  const auto game = GameAt("chpok", blocked);
  Play(*game, {"0000"});
  EXPECT_THAT(LegalOf(*game), ElementsAre("0000"));
  Play(*game, {"0000"});
  ExpectEnd(*game, Result::kWhiteWins, Termination::kBlocked, "P23");
  ExpectRefused(*game, "0000", ErrorReason::kGameOver, "");

  ExpectEndings({
      {"6pk/6pb/6p1/6P1/1p6/1P6/BP6/KP6 w - 1,1 1,3 0,0 0,0 2 {pass=1;d=0,-2}", "0000",
       Result::kBlackWins, Termination::kBlocked, "P23",
       "6pk/6pb/6p1/6P1/1p6/1P6/BP6/KP6 b - 1,1 1,3 0,0 0,0 2 {pass=1;d=0,-2}"},
      {"6pk/6pb/6p1/6P1/1p6/1P6/BP6/KP6 b - 1,1 0,0 0,0 0,0 1 {pass=1;d=0}", "0000", Result::kDraw,
       Termination::kBlocked, "P23",
       "6pk/6pb/6p1/6P1/1p6/1P6/BP6/KP6 w - 1,1 0,0 0,0 0,0 2 {pass=1;d=0*2}"},
  });
}

TEST(ChpokEnds, P23_WithSkipNoPassIsForced) {
  const auto game =
      GameAt("chpok", "6pk/6pb/6p1/6P1/1p6/1P6/BP6/KP6 w - 1,1 0,0 0,0 0,0 1 {xf=skip;d=0}");
  Play(*game, {"0000", "0000", "0000", "0000"});
  EXPECT_EQ(FenOf(*game), "6pk/6pb/6p1/6P1/1p6/1P6/BP6/KP6 w - 1,1 0,0 0,0 0,0 3 {xf=skip;d=0*3}");
  ExpectOngoing(*game);
}

// White and Black score 1 in turn, so the lead rises and falls, and nobody can make a claim.
TEST(ChpokEnds, P25_RepetitionAndQuietMovesDoNotEndTheGame) {
  for (const char* policy : {"claim", "automatic"}) {
    const auto game = GameAt("chpok", "7k/8/8/8/1r6/8/8/K6R w - 1,1 0,0 0,0 0,0 1 {d=0}",
                             {{"draw_policy", policy}});
    for (int round = 0; round < 60; ++round) Play(*game, {"h1h5", "b4b8", "h5h1", "b8b4"});
    ExpectOngoing(*game);
    EXPECT_THAT(game->Adjudicate().claims, IsEmpty());
    EXPECT_EQ(game->move_number(), 121u);
  }
}

TEST(ChpokEnds, P25_ThereIsNoStalemateAndNoDeadPosition) {
  // Every move by Black loses the king.
  const auto game = GameAt("chpok", "7k/8/6Q1/8/8/8/8/K7 b - 1,1 2,0 0,0 0,0 1 {d=0}");
  ExpectOngoing(*game);
  EXPECT_THAT(LegalOf(*game), ElementsAre("h8g7", "h8g8", "h8h7"));
  ExpectOngoing(*GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}"));
}

}  // namespace
}  // namespace arbiter
