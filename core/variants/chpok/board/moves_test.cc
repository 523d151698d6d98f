// Tests the moves of the pieces of Chpok: rulings P11 to P13 and P15.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Actions;
using ::testing::ElementsAre;
using testing::ExpectEnd;
using testing::ExpectIllegal;
using testing::ExpectOngoing;
using testing::ExpectRefused;
using testing::ExpectSteps;
using testing::Fails;
using testing::FenOf;
using testing::GameAt;
using ::testing::IsEmpty;
using testing::LegalOf;
using testing::Play;
using testing::StartOf;
using testing::Step;
using testing::TargetsFrom;
using ::testing::UnorderedElementsAreArray;

using Squares = std::vector<std::string>;

// Returns a FEN with this board, this side to move and defaults in every other field.
std::string Plain(std::string_view board, std::string_view side = "w") {
  return StrCat(board, " ", side, " - 1,1 0,0 0,0 0,0 1 {d=0}");
}

// The targets of a piece on a board.
struct TargetCase {
  const char* board;
  const char* side;
  const char* from;
  Squares targets;
};

void ExpectTargets(const std::vector<TargetCase>& cases) {
  for (const TargetCase& expected : cases) {
    EXPECT_EQ(TargetsFrom("chpok", Plain(expected.board, expected.side), expected.from),
              expected.targets)
        << expected.from << " on " << expected.board;
  }
}

TEST(ChpokMoves, P11_TheStartPositionHas20Moves) {
  const auto game = StartOf("chpok", {{"skip_bidding", "true"}});
  EXPECT_EQ(FenOf(*game),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 {d=0}");
  EXPECT_EQ(game->turn(), Color::kWhite);
  EXPECT_THAT(LegalOf(*game), ElementsAre("a2a3", "a2a4", "b1a3", "b1c3", "b2b3", "b2b4", "c2c3",
                                          "c2c4", "d2d3", "d2d4", "e2e3", "e2e4", "f2f3", "f2f4",
                                          "g1f3", "g1h3", "g2g3", "g2g4", "h2h3", "h2h4"));
}

TEST(ChpokMoves, P11_TheHomeRowIsThatOfTheWidthOrTheOption) {
  const std::pair<OptionMap, const char*> starts[] = {
      {{{"features", "width=6"}},
       "rnqknr/pppppp/6/6/6/6/PPPPPP/RNQKNR w - 1,1 0,0 0,0 0,0 1 {d=0}"},
      {{{"features", "width=7"}},
       "rnbqknr/ppppppp/7/7/7/7/PPPPPPP/RNBQKNR w - 1,1 0,0 0,0 0,0 1 {d=0}"},
      {{{"features", "width=9"}},
       "rnbdqkbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBDQKBNR w - 1,1 0,0 0,0 0,0 1 {d=0}"},
      {{{"features", "width=10,undo=2,hill"}},
       "rnbdqkdbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBDQKDBNR w - 1,1 0,0 2,2 0,0 1 "
       "{xf=undo=2,hill;d=0}"},
      // Both sides have the same piece on the same file.
      {{{"features", "width=6"}, {"home_row", "KPRNQD"}},
       "kprnqd/pppppp/6/6/6/6/PPPPPP/KPRNQD w - 1,1 0,0 0,0 0,0 1 {d=0}"},
  };
  for (const auto& [options, fen] : starts) {
    OptionMap all = options;
    all["skip_bidding"] = "true";
    EXPECT_EQ(FenOf(*StartOf("chpok", all)), fen);
  }
}

TEST(ChpokMoves, P12_ChessPiecesMoveAsInChess) {
  ExpectTargets({
      {"8/8/8/8/3K4/8/8/7k", "w", "d4", {"c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"}},
      {"8/8/8/2pP4/3K4/8/8/7k", "w", "d4", {"c3", "c4", "c5", "d3", "e3", "e4", "e5"}},
      {"7k/8/8/1p3P2/8/3Q4/8/K7", "w", "d3", {"a3", "b1", "b3", "b5", "c2", "c3", "c4",
                                              "d1", "d2", "d4", "d5", "d6", "d7", "d8",
                                              "e2", "e3", "e4", "f1", "f3", "g3", "h3"}},
      {"7k/8/3p4/8/1P1R4/8/8/K7",
       "w",
       "d4",
       {"c4", "d1", "d2", "d3", "d5", "d6", "e4", "f4", "g4", "h4"}},
      {"7k/8/1p6/8/3B4/8/5P2/K7",
       "w",
       "d4",
       {"b2", "b6", "c3", "c5", "e3", "e5", "f6", "g7", "h8"}},
      {"7k/8/8/8/3N4/1P6/2p5/K7", "w", "d4", {"b5", "c2", "c6", "e2", "e6", "f3", "f5"}},
      // Black's pieces move in the same way.
      {"7k/8/8/8/3n4/1P6/2p5/K7", "b", "d4", {"b3", "b5", "c6", "e2", "e6", "f3", "f5"}},
      // Kings can be adjacent.
      {"8/8/8/8/8/8/1k6/K7", "w", "a1", {"a2", "b1", "b2"}},
  });
}

TEST(ChpokMoves, P12_DragonsLeapTwoStraightOrStepDiagonally) {
  ExpectTargets({
      // This is the example of the source.
      {"7k/8/8/8/4D3/8/8/K7", "w", "e4", {"c4", "d3", "d5", "e2", "e6", "f3", "f5", "g4"}},
      {"7k/8/8/8/4d3/8/8/K7", "b", "e4", {"c4", "d3", "d5", "e2", "e6", "f3", "f5", "g4"}},
      // A dragon leaps over pieces of both sides, and does not capture its own side's pieces.
      {"7k/8/4p3/3PpP2/3pDp2/4P3/8/K7", "w", "e4", {"c4", "d3", "e2", "e6", "f3", "g4"}},
      {"7k/8/8/8/4D3/5P2/4p3/K7", "w", "e4", {"c4", "d3", "d5", "e2", "e6", "f5", "g4"}},
      {"7k/8/8/8/2P1D1P1/8/4P3/K7", "w", "e4", {"d3", "d5", "e6", "f3", "f5"}},
      {"7k/8/8/8/8/8/8/D3K3", "w", "a1", {"a3", "b2", "c1"}},
      {"7k/8/8/8/8/8/1D6/4K3", "w", "b2", {"a1", "a3", "b4", "c1", "c3", "d2"}},
  });
}

TEST(ChpokMoves, P12_PawnsStepAndCapture) {
  ExpectTargets({
      {"7k/8/8/8/8/8/4P3/K7", "w", "e2", {"e3", "e4"}},
      {"7k/8/8/8/8/4P3/8/K7", "w", "e3", {"e4"}},
      {"7k/8/8/8/4p3/4P3/8/K7", "w", "e3", {}},
      {"7k/8/8/8/4p3/8/4P3/K7", "w", "e2", {"e3"}},
      {"7k/8/8/8/8/4p3/4P3/K7", "w", "e2", {}},
      {"7k/8/8/3p1P2/4P3/8/8/K7", "w", "e4", {"d5", "e5"}},
      {"k7/3p4/8/8/8/8/8/K7", "b", "d7", {"d5", "d6"}},
      {"k7/8/3p4/8/8/8/8/K7", "b", "d6", {"d5"}},
      {"k7/8/8/3p4/2P1N3/8/8/K7", "b", "d5", {"c4", "d4", "e4"}},
      // A pawn on its first row steps only one square, even if two are empty.
      {"k7/8/8/8/8/8/8/K2P4", "w", "d1", {"d2"}},
      {"k2p4/8/8/8/8/8/8/K7", "b", "d8", {"d7"}},
  });
}

TEST(ChpokMoves, P12_EveryPawnOnItsSecondRowCanMakeADoubleStep) {
  const auto white = GameAt("chpok", Plain("k7/8/8/8/8/8/8/K2P4"));
  Play(*white, {"d1d2", "a8a7", "d2d4"});
  EXPECT_EQ(FenOf(*white), "8/k7/8/8/3P4/8/8/K7 b d3 1,1 0,0 0,0 0,0 2 {d=0*2}");
  const auto black = GameAt("chpok", Plain("k2p4/8/8/8/8/8/8/K7", "b"));
  Play(*black, {"d8d7", "a1a2", "d7d5"});
  EXPECT_EQ(FenOf(*black), "k7/8/8/3p4/8/8/K7/8 w d6 1,1 0,0 0,0 0,0 3 {d=0*3}");
}

TEST(ChpokMoves, P12_EveryDoubleStepSetsTheEnPassantSquare) {
  const auto game = StartOf("chpok", {{"skip_bidding", "true"}});
  Play(*game, {"e2e4"});
  EXPECT_EQ(FenOf(*game),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b e3 1,1 0,0 0,0 0,0 1 {d=0}");
  Play(*game, {"a7a5"});
  EXPECT_EQ(FenOf(*game),
            "rnbqkbnr/1ppppppp/8/p7/4P3/8/PPPP1PPP/RNBQKBNR w a6 1,1 0,0 0,0 0,0 2 {d=0*2}");
  Play(*game, {"g1f3"});
  EXPECT_EQ(FenOf(*game),
            "rnbqkbnr/1ppppppp/8/p7/4P3/5N2/PPPP1PPP/RNBQKB1R b - 1,1 0,0 0,0 0,0 2 {d=0*2}");
}

TEST(ChpokMoves, P12_PawnsCaptureEnPassant) {
  struct Capture {
    std::string fen;
    Actions actions;
    const char* after;
  };
  const Capture captures[] = {
      {Plain("k7/3p4/8/4P3/8/8/8/K7", "b"),
       {"d7d5", "e5d6"},
       "k7/8/3P4/8/8/8/8/K7 b - 1,1 2,0 0,0 0,0 2 {d=0*2}"},
      {Plain("k7/8/8/8/3p4/8/4P3/K7"),
       {"e2e4", "d4e3"},
       "k7/8/8/8/8/4p3/8/K7 w - 1,1 0,2 0,0 0,0 2 {d=0,-2}"},
      {Plain("k9/9p/10/8P1/10/10/10/K9", "b"),
       {"j7j5", "i5j6"},
       "k9/10/9P/10/10/10/10/K9 b - 1,1 2,0 0,0 0,0 2 {d=0*2}"},
      // The FEN has the en-passant square.
      {"k7/8/8/2PpP3/8/8/8/K7 w d6 1,1 0,0 0,0 0,0 9 {d=0*9}",
       {"c5d6"},
       "k7/8/3P4/4P3/8/8/8/K7 b - 1,1 2,0 0,0 0,0 9 {d=0*9}"},
  };
  for (const Capture& capture : captures) {
    const auto game = GameAt("chpok", capture.fen);
    Play(*game, capture.actions);
    EXPECT_EQ(FenOf(*game), capture.after);
  }
}

TEST(ChpokMoves, P12_EnPassantIsLegalOnlyAtOnce) {
  const auto game = GameAt("chpok", Plain("k7/3p4/8/4P3/8/8/8/K7", "b"));
  Play(*game, {"d7d5", "a1b1", "a8b8"});
  ExpectRefused(*game, "e5d6", ErrorReason::kIllegalAction, "");
  // A capture does not go across the edge of the board.
  EXPECT_THAT(TargetsFrom("chpok", "k7/8/8/p6P/8/8/8/K7 w a6 1,1 0,0 0,0 0,0 9 {d=0*9}", "h5"),
              ElementsAre("h6"));
}

TEST(ChpokMoves, P12_PiecesStayOnBoardsOfEveryWidth) {
  for (int width = 6; width <= 10; ++width) {
    const auto file = [](int index) { return std::string(1, static_cast<char>('a' + index)); };
    const int last = width - 1;
    // Returns the targets of a piece on rank 4 of the first or last file. Pawns are on the squares
    // that a move across the edge would reach.
    const auto targets = [&](char piece, bool right) {
      const std::string row =
          right ? StrCat(last, std::string(1, piece)) : StrCat(std::string(1, piece), last);
      const std::string next = right ? StrCat("p", last) : StrCat(last, "p");
      const std::string fen =
          Plain(StrCat(width, "/", width, "/", width, "/", right ? next : StrCat(width), "/", row,
                       "/", right ? StrCat(width) : next, "/", width, "/", "2Kk", width - 4));
      return TargetsFrom("chpok", fen, StrCat(file(right ? last : 0), 4));
    };
    for (const bool right : {true, false}) {
      const std::string edge = file(right ? last : 0);
      const std::string second = file(right ? last - 1 : 1);
      const std::string third = file(right ? last - 2 : 2);
      const std::string fourth = file(right ? last - 3 : 3);
      const std::string fifth = file(right ? last - 4 : 4);
      const Squares diagonal = {second + "3", third + "2",  second + "5",
                                third + "6",  fourth + "7", fifth + "8"};
      Squares straight;
      for (const char* rank : {"1", "2", "3", "5", "6", "7", "8"}) straight.push_back(edge + rank);
      for (int i = 0; i < width; ++i) {
        if (file(i) != edge) straight.push_back(file(i) + "4");
      }
      Squares bishop = diagonal;
      // From the left, the bishop captures the king on d1. From the right, its line ends on a file
      // that depends on the width, and its own king is on c1.
      const std::string foot = fourth + "1";
      if (foot != "c1") bishop.push_back(foot);
      EXPECT_THAT(targets('B', right), UnorderedElementsAreArray(bishop)) << width << edge;
      EXPECT_THAT(targets('R', right), UnorderedElementsAreArray(straight)) << width << edge;
      Squares queen = bishop;
      queen.insert(queen.end(), straight.begin(), straight.end());
      EXPECT_THAT(targets('Q', right), UnorderedElementsAreArray(queen)) << width << edge;
      EXPECT_THAT(targets('K', right),
                  UnorderedElementsAreArray(
                      {edge + "3", edge + "5", second + "3", second + "4", second + "5"}));
      EXPECT_THAT(targets('N', right), UnorderedElementsAreArray(
                                           {second + "2", second + "6", third + "3", third + "5"}));
      EXPECT_THAT(targets('D', right),
                  UnorderedElementsAreArray(
                      {edge + "2", edge + "6", third + "4", second + "3", second + "5"}));
      EXPECT_THAT(targets('P', right), UnorderedElementsAreArray({edge + "5"}));
    }
  }
}

// The other pawn is on the square that a capture would reach if the board continued across its
// edge.
TEST(ChpokMoves, P12_PawnsDoNotCaptureAcrossTheEdge) {
  ExpectTargets({
      {"2k3/6/p5/6/5P/6/6/2K3", "w", "f4", {"f5"}},
      {"2k3/6/6/6/P4p/6/6/2K3", "w", "a4", {"a5"}},
      {"2k3/6/6/P4p/6/6/6/2K3", "b", "f5", {"f4"}},
      {"2k3/6/6/p5/6/5P/6/2K3", "b", "a5", {"a4"}},
      {"2k4/7/p6/7/6P/7/7/2K4", "w", "g4", {"g5"}},
      {"2k5/8/p7/8/7P/8/8/2K5", "w", "h4", {"h5"}},
      {"2k6/9/9/P7p/9/9/9/2K6", "b", "i5", {"i4"}},
      {"2k7/10/10/P8p/10/10/10/2K7", "b", "j5", {"j4"}},
      {"2k7/10/10/p9/10/9P/10/2K7", "b", "a5", {"a4"}},
  });
}

TEST(ChpokMoves, P11_TheBoardHasTheFilesOfItsWidth) {
  const auto narrow = GameAt("chpok", Plain("2k3/6/6/6/6/6/6/2K3"));
  EXPECT_THAT(narrow->LegalTexts("g1"), Fails(ErrorReason::kBadField, ""));
  EXPECT_THAT(LegalOf(*narrow, "f1"), IsEmpty());
  const auto wide = GameAt("chpok", Plain("2k7/10/10/10/10/10/10/2K6R"));
  EXPECT_THAT(LegalOf(*wide, "j1"),
              ElementsAre("j1d1", "j1e1", "j1f1", "j1g1", "j1h1", "j1i1", "j1j2", "j1j3", "j1j4",
                          "j1j5", "j1j6", "j1j7", "j1j8"));
}

TEST(ChpokMoves, P12_IllegalAndMalformedMovesAreRefused) {
  const std::string fen = Plain("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
  for (const char* action : {"e2e5", "e2d3", "a1a2", "a1a3", "f1c4", "b1d2", "e4e5", "e2e2", "e1e2",
                             "e1g1", "e2e4q", "e2e4x", "P@e4", "x@e2", "0000"}) {
    ExpectIllegal("chpok", fen, action, "");
  }
  ExpectRefused(*GameAt("chpok", fen), "e7e5", ErrorReason::kNotYourTurn, "");
  const auto game = GameAt("chpok", fen);
  for (const char* text : {"", "e2", "e2-e4", "E2E4", "e2e4 ", "P@", "p@e4", "x@", "00000"}) {
    ExpectRefused(*game, text, ErrorReason::kBadActionText, "");
  }
}

TEST(ChpokMoves, P13_KingsCanBeLeftAttackedAndMoveIntoAttack) {
  const auto game = GameAt("chpok", Plain("4r2k/8/8/8/8/8/4R3/4K3"));
  Play(*game, {"e2a2"});
  ExpectOngoing(*game);
  EXPECT_FALSE(game->Adjudicate().check);
  EXPECT_THAT(game->Adjudicate().checkers, IsEmpty());
  Play(*game, {"e8e1"});
  ExpectEnd(*game, Result::kBlackWins, Termination::kKingCaptured, "P17");

  const auto beside = GameAt("chpok", Plain("8/8/8/8/8/2k5/8/K7"));
  Play(*beside, {"a1b2"});
  ExpectOngoing(*beside);
}

TEST(ChpokMoves, P13_ASideCanHaveSeveralKings) {
  const auto game = GameAt("chpok", Plain("7k/8/8/8/8/8/8/K1K4K"));
  EXPECT_THAT(LegalOf(*game), ElementsAre("a1a2", "a1b1", "a1b2", "c1b1", "c1b2", "c1c2", "c1d1",
                                          "c1d2", "h1g1", "h1g2", "h1h2"));
}

TEST(ChpokMoves, P13_OneOfSeveralKingsIsCapturedLikeAnyPiece) {
  const auto game = GameAt("chpok", Plain("k6k/8/8/8/8/8/8/K6R"));
  Play(*game, {"h1h8"});
  EXPECT_EQ(FenOf(*game), "k6R/8/8/8/8/8/8/K7 b - 1,1 1004,0 0,0 0,0 1 {d=0}");
  ExpectOngoing(*game);
  EXPECT_THAT(LegalOf(*game), ElementsAre("a8a7", "a8b7", "a8b8"));
}

TEST(ChpokMoves, P15_PawnsPromoteOnTheEighthRow) {
  ExpectTargets({
      {"k7/4P3/8/8/8/8/8/K7", "w", "e7", {"e8b", "e8d", "e8k", "e8n", "e8q", "e8r"}},
      {"k3r3/4P3/8/8/8/8/8/K7", "w", "e7", {}},
      {"k3rn2/4P3/8/8/8/8/8/K7", "w", "e7", {"f8b", "f8d", "f8k", "f8n", "f8q", "f8r"}},
      {"k7/8/8/8/8/8/3p4/K7", "b", "d2", {"d1b", "d1d", "d1k", "d1n", "d1q", "d1r"}},
  });
  const Step steps[] = {
      {"k7/4P3/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e7e8q",
       "k3Q3/8/8/8/8/8/8/K7 b - 1,1 4,0 0,0 0,0 1 {d=0}"},
      {"k7/4P3/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e7e8k",
       "k3K3/8/8/8/8/8/8/K7 b - 1,1 4,0 0,0 0,0 1 {d=0}"},
      {"k7/8/8/8/8/8/3p4/K7 b - 1,1 0,0 0,0 0,0 1 {d=0}", "d2d1d",
       "k7/8/8/8/8/8/8/K2d4 w - 1,1 0,4 0,0 0,0 2 {d=0,-4}"},
      {"k4n2/4P3/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e7f8n",
       "k4N2/8/8/8/8/8/8/K7 b - 1,1 4,0 0,0 0,0 1 {d=0}"},
  };
  ExpectSteps("chpok", steps);
}

TEST(ChpokMoves, P15_PromotionIsCompulsoryAndNeverToAPawn) {
  const std::string fen = Plain("k7/4P3/8/8/8/8/8/K7");
  ExpectIllegal("chpok", fen, "e7e8", "");
  EXPECT_FALSE(GameAt("chpok", fen)->Apply("e7e8p", nullptr).ok());
  EXPECT_FALSE(GameAt("chpok", fen)->Apply("e7e8Q", nullptr).ok());
  ExpectIllegal("chpok", Plain("k7/8/4P3/8/8/8/8/K7"), "e6e7q", "");
}

}  // namespace
}  // namespace arbiter
