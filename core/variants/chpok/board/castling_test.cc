// Tests castling: ruling P16.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/variants/chpok/board/events.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using testing::ExpectIllegal;
using testing::ExpectRefused;
using testing::ExpectSteps;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::LegalOf;
using ::testing::Not;
using testing::Play;
using testing::Step;
using testing::TargetsFrom;

TEST(ChpokCastling, P16_TheRookGoesNextToTheKingAndTheKingToItsOtherSide) {
  const Step steps[] = {
      // These are the castlings of chess.
      {"4k3/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1h1",
       "4k3/8/8/8/8/8/8/5RK1 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      {"4k3/8/8/8/8/8/8/R3K3 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1a1",
       "4k3/8/8/8/8/8/8/2KR4 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      {"4k2r/8/8/8/8/8/8/4K3 b - 1,1 0,0 0,0 0,0 1 {d=0}", "e8h8",
       "5rk1/8/8/8/8/8/8/4K3 w - 1,0 0,0 0,0 0,0 2 {d=0*2}"},
      {"r3k3/8/8/8/8/8/8/4K3 b - 1,1 0,0 0,0 0,0 1 {d=0}", "e8a8",
       "2kr4/8/8/8/8/8/8/4K3 w - 1,0 0,0 0,0 0,0 2 {d=0*2}"},
      // There are one, five and six squares between the pieces.
      {"4k3/8/8/8/8/8/8/4K1R1 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1g1",
       "4k3/8/8/8/8/8/8/5RK1 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      {"4k3/8/8/8/8/8/8/2R1K3 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1c1",
       "4k3/8/8/8/8/8/8/2KR4 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      {"4k3/8/8/8/8/8/8/1K5R w - 1,1 0,0 0,0 0,0 1 {d=0}", "b1h1",
       "4k3/8/8/8/8/8/8/2RK4 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      {"4k3/8/8/8/8/8/8/R6K w - 1,1 0,0 0,0 0,0 1 {d=0}", "h1a1",
       "4k3/8/8/8/8/8/8/5KR1 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      // The king reaches the edge of the board.
      {"4k3/8/8/8/8/8/8/5K1R w - 1,1 0,0 0,0 0,0 1 {d=0}", "f1h1",
       "4k3/8/8/8/8/8/8/6RK b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      {"r1k5/8/8/8/8/8/8/4K3 b - 1,1 0,0 0,0 0,0 1 {d=0}", "c8a8",
       "kr6/8/8/8/8/8/8/4K3 w - 1,0 0,0 0,0 0,0 2 {d=0*2}"},
      // The board is narrower or wider than 8 files.
      {"3k2/6/6/6/6/6/6/R4K w - 1,1 0,0 0,0 0,0 1 {d=0}", "f1a1",
       "3k2/6/6/6/6/6/6/3KR1 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      {"4k5/10/10/10/10/10/10/4K4R w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1j1",
       "4k5/10/10/10/10/10/10/5RK3 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
  };
  ExpectSteps("chpok", steps);
}

TEST(ChpokCastling, P16_AdjacentPiecesSwap) {
  const Step steps[] = {
      {"4k3/8/8/8/8/8/8/4KR2 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1f1",
       "4k3/8/8/8/8/8/8/4RK2 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      {"4k3/8/8/8/8/8/8/3RK3 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1d1",
       "4k3/8/8/8/8/8/8/3KR3 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      {"6kr/8/8/8/8/8/8/4K3 b - 1,1 0,0 0,0 0,0 1 {d=0}", "g8h8",
       "6rk/8/8/8/8/8/8/4K3 w - 1,0 0,0 0,0 0,0 2 {d=0*2}"},
  };
  ExpectSteps("chpok", steps);
}

TEST(ChpokCastling, P16_AttacksAndEarlierMovesDoNotMatter) {
  const Step attacked[] = {
      // The attacked square is that of the king, the one between, or the king's target.
      {"k3r3/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1h1",
       "k3r3/8/8/8/8/8/8/5RK1 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      {"k4r2/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1h1",
       "k4r2/8/8/8/8/8/8/5RK1 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
      {"k5r1/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1h1",
       "k5r1/8/8/8/8/8/8/5RK1 b - 0,1 0,0 0,0 0,0 1 {d=0}"},
  };
  ExpectSteps("chpok", attacked);

  const auto game = GameAt("chpok", "k7/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {d=0}");
  Play(*game, {"h1h2", "a8b8", "h2h1", "b8a8", "e1e2", "a8b8", "e2e1", "b8a8", "e1h1"});
  EXPECT_EQ(FenOf(*game), "k7/8/8/8/8/8/8/5RK1 b - 0,1 0,0 0,0 0,0 5 {d=0*5}");
}

// A rook that was a pawn can castle, but not on the opponent's home row.
TEST(ChpokCastling, P16_PromotedRooksCastleOnTheirOwnHomeRow) {
  const auto game = GameAt("chpok", "k6K/3P4/8/8/8/8/8/8 w - 1,1 0,0 0,0 0,0 1 {d=0}");
  Play(*game, {"d7d8r"});
  // The rook is on the opponent's home row.
  Play(*game, {"a8a7"});
  ExpectRefused(*game, "h8d8", ErrorReason::kIllegalAction, "");
  Play(*game, {"d8d1", "a7a6", "h8g7", "a6a5", "g7f6", "a5b6", "f6e5", "b6b7", "e5e4", "b7b8",
               "e4e3", "b8a8", "e3e2", "a8b8", "e2e1", "b8a8", "e1d1"});
  EXPECT_EQ(FenOf(*game).substr(0, 28), "k7/8/8/8/8/8/8/3KR3 b - 0,1 ");
}

TEST(ChpokCastling, P16_TheSquaresBetweenMustBeEmpty) {
  for (const char* row : {"4KN1R", "4K1NR", "4Kn1R", "4K1nR", "4K1KR", "4KRKR", "4K1rR"}) {
    ExpectIllegal("chpok", std::string("k7/8/8/8/8/8/8/") + row + " w - 1,1 0,0 0,0 0,0 1 {d=0}",
                  "e1h1", "");
  }
  ExpectIllegal("chpok", "k7/8/8/8/8/8/8/RN2K3 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1a1", "");
}

TEST(ChpokCastling, P16_OnlyAKingAndARookOfOneSideCastleOnTheirHomeRow) {
  const char* const cases[][2] = {
      // The pieces are not on their home row.
      {"k7/8/8/8/8/8/4K2R/8 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e2h2"},
      {"4K2R/8/8/8/8/8/8/k7 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e8h8"},
      {"8/8/8/8/8/8/8/K3k2r b - 1,1 0,0 0,0 0,0 1 {d=0}", "e1h1"},
      {"k7/8/8/8/8/8/4K3/4R3 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e2e1"},
      {"k7/8/8/8/8/8/7R/4K3 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1h2"},
      // The pieces are not a king and a rook of the player to move.
      {"k7/8/8/8/8/8/8/4K2r w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1h1"},
      {"k7/8/8/8/8/8/8/4K2Q w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1h1"},
      {"k7/8/8/8/8/8/8/4K2D w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1h1"},
      {"k7/8/8/8/8/8/8/K3Q2R w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1h1"},
      {"k7/8/8/8/8/8/8/4K2K w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1h1"},
      // The action text is not that of the castling.
      {"k7/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {d=0}", "h1e1"},
      {"k7/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {d=0}", "e1g1"},
  };
  for (const auto& [fen, action] : cases) ExpectIllegal("chpok", fen, action, "");
  // The same pieces can castle on their own home row.
  EXPECT_THAT(TargetsFrom("chpok", "4k2r/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 1 {d=0}", "e8"),
              Contains("h8"));
}

TEST(ChpokCastling, P16_EveryPairOfKingAndRookIsAMove) {
  const auto game = GameAt("chpok", "k7/8/8/8/8/8/8/RK1KR1KR w - 1,1 0,0 0,0 0,0 1 {d=0}");
  EXPECT_THAT(TargetsFrom(*game, "b1"), ::testing::ElementsAre("a1", "a2", "b2", "c1", "c2"));
  EXPECT_THAT(TargetsFrom(*game, "d1"), ::testing::ElementsAre("c1", "c2", "d2", "e1", "e2"));
  EXPECT_THAT(TargetsFrom(*game, "g1"), ::testing::ElementsAre("e1", "f1", "f2", "g2", "h1", "h2"));
  Play(*game, {"g1e1"});
  EXPECT_EQ(FenOf(*game), "k7/8/8/8/8/8/8/RK1KKR1R b - 0,1 0,0 0,0 0,0 1 {d=0}");

  // Of two rooks on one side only the nearer one can castle.
  const auto rooks = GameAt("chpok", "k7/8/8/8/8/8/8/R1R1K1RR w - 1,1 0,0 0,0 0,0 1 {d=0}");
  EXPECT_THAT(LegalOf(*rooks, "e1"),
              ::testing::ElementsAre("e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1"));
}

TEST(ChpokCastling, P16_EachPlayerCastlesOnce) {
  const auto game = GameAt("chpok", "r3k2r/8/8/8/8/8/8/R3K2R w - 1,1 0,0 0,0 0,0 1 {d=0}");
  Play(*game, {"e1h1", "e8a8"});
  EXPECT_EQ(FenOf(*game), "2kr3r/8/8/8/8/8/8/R4RK1 w - 0,0 0,0 0,0 0,0 2 {d=0*2}");
  ExpectRefused(*game, "g1f1", ErrorReason::kIllegalAction, "");
  EXPECT_THAT(LegalOf(*game, "g1"), Not(Contains("g1f1")));
  Play(*game, {"a1a2"});
  ExpectRefused(*game, "c8d8", ErrorReason::kIllegalAction, "");
}

TEST(ChpokCastling, P16_EachPlayerHasTheirOwnCastlings) {
  const char* const row = "r3k2r/8/8/8/8/8/8/R3K2R";
  const auto only_black = GameAt("chpok", std::string(row) + " w - 0,1 0,0 0,0 0,0 1 {d=0}");
  ExpectRefused(*only_black, "e1h1", ErrorReason::kIllegalAction, "");
  Play(*only_black, {"a1a2", "e8h8"});
  EXPECT_EQ(FenOf(*only_black), "r4rk1/8/8/8/8/8/R7/4K2R w - 0,0 0,0 0,0 0,0 2 {d=0*2}");
  const auto only_white = GameAt("chpok", std::string(row) + " b - 1,0 0,0 0,0 0,0 1 {d=0}");
  ExpectRefused(*only_white, "e8h8", ErrorReason::kIllegalAction, "");
}

TEST(ChpokCastling, P16_TheFeatureSetsTheNumberOfCastlings) {
  const auto twice =
      GameAt("chpok", "k7/8/8/8/8/8/8/R3K2R w - 2,2 0,0 0,0 0,0 1 {xf=castlings=2;d=0}");
  Play(*twice, {"e1h1", "a8b8", "g1f1"});
  EXPECT_EQ(FenOf(*twice), "1k6/8/8/8/8/8/8/R4KR1 b - 0,2 0,0 0,0 0,0 2 {xf=castlings=2;d=0*2}");
  Play(*twice, {"b8a8"});
  EXPECT_THAT(LegalOf(*twice), AllOf(Not(Contains("f1a1")), Not(Contains("f1g1"))));

  const auto never =
      GameAt("chpok", "r3k2r/8/8/8/8/8/8/R3K2R w - 0,0 0,0 0,0 0,0 1 {xf=castlings=0;d=0}");
  ExpectRefused(*never, "e1h1", ErrorReason::kIllegalAction, "");
}

TEST(ChpokCastling, P16_CastlingClearsTheEnPassantSquare) {
  const auto game = GameAt("chpok", "4k2r/8/8/8/3p4/8/4P3/4K3 w - 1,1 0,0 0,0 0,0 1 {d=0}");
  Play(*game, {"e2e4", "e8h8"});
  EXPECT_EQ(FenOf(*game), "5rk1/8/8/8/3pP3/8/8/4K3 w - 1,0 0,0 0,0 0,0 2 {d=0*2}");
}

TEST(ChpokCastling, P16_CastlingHasAnEvent) {
  const auto game = GameAt("chpok", "4k3/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {d=0}");
  ActionResult applied;
  ASSERT_THAT(game->Apply("e1h1", &applied), IsOk());
  EXPECT_EQ(applied.text, "e1h1");
  EXPECT_TRUE(std::any_of(applied.events.begin(), applied.events.end(), [](const Event& event) {
    return event.kind == &chpok::kCastledEvent && event.color == Color::kWhite;
  }));
}

}  // namespace
}  // namespace arbiter
