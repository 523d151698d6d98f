// Tests of Chak's FEN: rulings F1, F2 and K17.
#include <gtest/gtest.h>

#include "core/variants/chak/rules.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::ExpectEnd;
using testing::ExpectRefused;
using testing::Fails;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::LegalOf;
using testing::ReadFen;

struct Refusal {
  const char* fen;
  const char* reason;
};

TEST(ChakNotation, F1_FensRoundTrip) {
  for (const char* fen : {"rvsqkjsvr/4o4/p1p1p1p1p/9/9/9/P1P1P1P1P/4O4/RVSJKQSVR w - - 0 1",
                          "9/9/9/9/4D4/4d4/9/9/9 w - - 99 120", "8k/9/9/9/9/9/9/9/K8 b - - 7 9"}) {
    EXPECT_EQ(FenOf(*GameAt("chak", fen)), fen);
  }
}

TEST(ChakNotation, F1_PychessSpellingIsReadAndPrintedOnRequest) {
  const char* pychess = "8k/9/4+P4/9/4+K4/9/4+p4/9/9 b - - 0 7";
  const char* standard = "8k/9/4W4/9/4D4/9/4w4/9/9 b - - 0 7";
  for (const char* fen : {pychess, standard}) {
    const auto game = GameAt("chak", fen);
    EXPECT_EQ(game->Fen(FenStyle::kStandard), standard);
    EXPECT_EQ(game->Fen(FenStyle::kPychess), pychess);
  }
  EXPECT_EQ(FenOf(*GameAt("chak", "9/9/9/9/9/4+k4/9/9/K8 w - - 0 1")),
            "9/9/9/9/9/4d4/9/9/K8 w - - 0 1");
}

TEST(ChakNotation, F2_ErrorsNameFieldAndRank) {
  const Refusal refusals[] = {
      {"", "field 1 (board)"},
      {"8k/9/9/9/9/9/9/9/K8", "field 2 (side to move) is missing"},
      {"8k/9/9/9/9/9/9/9/K8 w - - 0 1 x", "7 fields"},
      {"8k/9/9/9/9/9/9/9/K8 g - - 0 1", "field 2 (side to move) must be w or b"},
      {"8k/9/9/9/9/9/9/9/K8 w KQ - 0 1", "field 3"},
      {"8k/9/9/9/9/9/9/9/K8 w - e3 0 1", "field 4"},
      {"8k/9/9/9/9/9/9/9/K8 w - - -1 1", "field 5"},
      {"8k/9/9/9/9/9/9/9/K8 w - - 01 1", "field 5"},
      {"8k/9/9/9/9/9/9/9/K8 w - - 99999999999999999999 1", "field 5"},
      {"8k/9/9/9/8/9/9/9/K8 w - - 0 1", "rank 5: there are 8 files, not 9"},
      {"8k/9/91/9/9/9/9/9/K8 w - - 0 1", "rank 7"},
      {"8k/9/9/9P/9/9/9/9/K8 w - - 0 1", "rank 6: there are more than 9 files"},
      {"8k/9/9/9/9/9/45/9/K8 w - - 0 1", "rank 3: there are two numbers in a row"},
      {"8k/9/9/9/9/9/9/K8 w - - 0 1", "9 ranks"},
      {"8k/9/9/9/9/9/9/9/9/K8 w - - 0 1", "9 ranks"},
      {"8k/9/4X4/9/9/9/9/9/K8 w - - 0 1", "rank 7: 'X' is not a piece"},
      {"8k/9/4+J4/9/9/9/9/9/K8 w - - 0 1", "rank 7: '+' is not a piece"},
      {"8k/9/9/9/9/9/9/9/K7+ w - - 0 1", "rank 1: '+' is not a piece"},
      {"8k/9/9/9/9/9/9/9/K7\x01 w - - 0 1", "rank 1"},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_THAT(ReadFen("chak", refusal.fen),
                Fails(ErrorReason::kBadFen, std::string(refusal.reason)))
        << refusal.fen;
  }
  EXPECT_THAT(ReadFen("chak", std::string(5000, '9')),
              Fails(ErrorReason::kBadFen, std::string("longer than")));
}

TEST(ChakNotation, K17_ImpossiblePositionsAreRefused) {
  const Refusal refusals[] = {
      {"9/9/9/9/9/9/9/9/K8 w - - 0 1", "Green has 0 kings"},
      {"8k/9/9/9/9/9/9/9/9 w - - 0 1", "White has 0 kings"},
      {"8k/9/9/9/9/9/9/9/KK7 w - - 0 1", "White has 2 kings"},
      {"8k/9/9/9/8D/9/9/9/K8 w - - 0 1", "White has 2 kings and divine kings"},
      {"8k/9/9/9/K8/9/9/9/9 w - - 0 1", "White's king on a5"},
      {"9/9/9/9/8k/9/9/9/K8 w - - 0 1", "Green's king on i5"},
      {"8k/9/9/9/4P4/9/9/9/K8 w - - 0 1", "White's pawn on e5"},
      {"8k/9/9/9/9/4p4/9/9/K8 w - - 0 1", "Green's pawn on e4"},
      {"8k/9/9/9/9/D8/9/9/9 w - - 0 1", "White's divine king on a4 is outside its far side"},
      {"9/9/9/8d/9/9/9/9/K8 w - - 0 1", "Green's divine king on i6 is outside its far side"},
      {"8k/9/9/9/9/4W4/9/9/K8 w - - 0 1", "White's warrior on e4 is outside its far side"},
      {"8k/9/9/4w4/9/9/9/9/K8 w - - 0 1", "Green's warrior on e6 is outside its far side"},
      {"8k/9/9/9/9/9/4O4/9/K8 w - - 0 1", "White's offering on e3 is not on its own altar e2"},
      {"8k/9/9/9/9/9/9/4o4/K8 w - - 0 1", "Green's offering on e2 is not on its own altar e8"},
      {"8k/4O4/9/9/9/9/9/9/K8 w - - 0 1", "White's offering on e8"},
      {"8k/9/9/9/9/9/9/9/K7R w - - 0 1", "Green is not to move, but its king on i9"},
      {"8k/9/9/9/9/9/9/9/r3K4 b - - 0 1", "is in check from a1"},
      {"8k/9/9/9/9/PPPPPPPPP/PPPPPPPPP/PPPPPPPPP/KPPP5 w - - 0 1",
       "White has 31 pieces; a side has at most 30 (K17)"},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_THAT(ReadFen("chak", refusal.fen),
                Fails(ErrorReason::kImpossiblePosition, std::string(refusal.reason)))
        << refusal.fen;
  }
}

TEST(ChakNotation, K17_UnusualMaterialIsAllowed) {
  for (const char* fen :
       {"8k/9/9/9/9/PPPPPPPPP/PPPPPPPPP/PPPPPPPPP/KPP6 w - - 0 1",  // 30 pieces
        "8k/9/9/9/9/PPPPPPPPP/PPP6/9/K8 w - - 0 1", "8k/9/WWWWWWWWW/9/9/P8/9/9/K8 w - - 0 1",
        "8k/9/9/9/9/9/JJJ6/6QQQ/K1VVVVSSS w - - 0 1", "8k/9/9/9/9/9/9/9/K8 w - - 0 1"}) {
    EXPECT_THAT(ReadFen("chak", fen), IsOk()) << fen;
  }
}

TEST(ChakNotation, K17_DivineKingOnTheEnemyAltarIsAFinishedGame) {
  const auto white = GameAt("chak", "k8/4D4/9/9/9/9/9/9/9 b - - 0 1");
  ExpectEnd(*white, Result::kWhiteWins, chak::kAltarMateEnd, "K13");
  EXPECT_TRUE(LegalOf(*white).empty());
  ExpectRefused(*white, "a9a8", ErrorReason::kGameOver, "altar mate");
  const auto black = GameAt("chak", "9/9/9/9/9/9/9/4d4/K8 w - - 0 1");
  ExpectEnd(*black, Result::kBlackWins, chak::kAltarMateEnd, "K13");
}

TEST(ChakNotation, F1_MoveNumberRisesAfterGreensTurn) {
  const auto game = testing::StartOf("chak");
  EXPECT_EQ(game->ply(), 0u);
  testing::Play(*game, {"c3c4"});
  EXPECT_EQ(game->move_number(), 1u);
  EXPECT_EQ(game->ply(), 1u);
  testing::Play(*game, {"c7c6"});
  EXPECT_EQ(game->move_number(), 2u);
  EXPECT_EQ(FenOf(*game), "rvsqkjsvr/4o4/p3p1p1p/2p6/9/2P6/P3P1P1P/4O4/RVSJKQSVR w - - 2 2");
}

}  // namespace
}  // namespace arbiter
