// Tests of Chak's moves in SAN and LAN: ruling K18.
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::GameAt;
using testing::IsOk;
using testing::LegalOf;
using testing::SanOf;
using testing::StartOf;

struct SanCase {
  const char* fen;
  const char* action;
  const char* san;
};

TEST(ChakSan, K18_WritesSan) {
  const SanCase written[] = {
      {"8k/9/9/9/9/9/2P6/9/K8 w - - 0 1", "c3c4", "c4"},
      {"8k/9/9/9/9/9/2P6/9/K8 w - - 0 1", "c3b3", "b3"},
      {"8k/9/9/9/9/3v5/2P6/9/K8 w - - 0 1", "c3d4", "cxd4"},
      {"8k/9/9/9/9/2P6/9/9/K8 w - - 0 1", "c4c5+", "c5=W"},
      {"8k/9/9/9/3v5/2P6/9/9/K8 w - - 0 1", "c4d5", "cxd5=W"},
      {"8k/9/9/9/9/2K6/9/9/9 w - - 0 1", "c4c5+", "Kc5=D"},
      {"8k/9/9/9/3v5/2K6/9/9/9 w - - 0 1", "c4d5", "Kxd5=D"},
      {"9/9/9/8k/9/9/9/9/K8 b - - 0 1", "i6h5+", "Kh5=D"},
      {"8k/9/4D4/9/9/9/9/9/9 w - - 0 1", "e7e5", "De5"},
      {"8k/9/9/9/4W4/9/9/9/K8 w - - 0 1", "e5e6", "We6"},
      {"8k/9/9/9/4J4/9/9/9/K8 w - - 0 1", "e5f6", "Jf6"},
      {"8k/9/9/9/4S4/9/9/9/K8 w - - 0 1", "e5e4", "Se4"},
      {"7k1/4o4/4v4/9/4Q4/9/9/9/1K7 w - - 0 1", "e5e8", "Qxe8"},
      {"8k/9/9/9/9/9/9/9/K1R6 w - - 0 1", "c1c9", "Rc9+"},
      {"k8/7R1/9/9/9/9/9/9/K7R w - - 0 1", "i1i9", "Ri9#"},   // checkmate
      {"3k5/4o4/4D4/9/9/9/9/9/9 w - - 0 1", "e7c7", "Dc7#"},  // stalemate
      {"k8/4o4/4D4/9/9/9/9/9/9 w - - 0 1", "e7e8", "Dxe8#"},  // altar mate
      {"k8/9/4D4/9/9/9/9/9/9 w - - 0 1", "e7e8", "De8#"},
  };
  for (const SanCase& move : written) {
    EXPECT_EQ(SanOf("chak", move.fen, move.action), move.san) << move.fen;
  }
}

TEST(ChakSan, K18_DisambiguatesAsInChess) {
  const char* file = "8k/9/9/9/9/9/9/9/KV3V3 w - - 0 1";
  EXPECT_EQ(SanOf("chak", file, "b1d2"), "Vbd2");
  EXPECT_EQ(SanOf("chak", file, "f1d2"), "Vfd2");
  EXPECT_EQ(SanOf("chak", file, "f1g3"), "Vg3");
  const char* all = "8k/9/9/9/9/9/2V3V2/9/K1V6 w - - 0 1";
  EXPECT_EQ(SanOf("chak", all, "c1e2"), "V1e2");
  EXPECT_EQ(SanOf("chak", all, "c3e2"), "Vc3e2");
  EXPECT_EQ(SanOf("chak", all, "g3e2"), "Vge2");
  // Pawn captures name the file of the pawn.
  EXPECT_EQ(SanOf("chak", "8k/9/9/9/9/3v5/2P1P4/9/K8 w - - 0 1", "e3d4"), "exd4");
}

TEST(ChakSan, K18_PawnsThatReachTheSameSquareAreDisambiguated) {
  const char* fen = "8k/9/9/9/9/9/3P1P3/4P4/K8 w - - 0 1";
  EXPECT_EQ(SanOf("chak", fen, "d3e3"), "de3");
  EXPECT_EQ(SanOf("chak", fen, "f3e3"), "fe3");
  EXPECT_EQ(SanOf("chak", fen, "e2e3"), "ee3");
  EXPECT_EQ(SanOf("chak", fen, "d3d4"), "d4");
}

TEST(ChakSan, K18_APinnedPieceNeedsNoDisambiguation) {
  // The vulture on d1 is pinned to the first rank.
  EXPECT_EQ(SanOf("chak", "8k/9/9/9/9/7V1/9/9/K2V4r w - - 0 1", "h4f3"), "Vf3");
}

TEST(ChakSan, K18_AKingIsNotReadAsADivineKing) {
  EXPECT_THAT(GameAt("chak", "8k/9/9/9/9/2K6/9/9/9 w - - 0 1")->ReadMove("Dc5", Notation::kSan),
              Fails(ErrorReason::kBadNotation, std::string("names no legal move")));
}

TEST(ChakSan, K18_SignsAreOptionalOnInput) {
  const auto game = GameAt("chak", "8k/9/9/9/3v5/2P6/9/9/K1R6 w - - 0 1");
  for (const char* san : {"cxd5=W", "cxd5", "cd5", "c4xd5", "cxd5=W+", "cxd5#"}) {
    const auto action = game->ReadMove(san, Notation::kSan);
    ASSERT_THAT(action, IsOk()) << san;
    EXPECT_EQ(*action, "c4d5+") << san;
  }
  EXPECT_EQ(*game->ReadMove("Rc1b1", Notation::kSan), "c1b1");
  EXPECT_EQ(*game->ReadMove("c5", Notation::kSan), "c4c5+");
}

TEST(ChakSan, K18_RefusesTextsThatNameNoMoveOrSeveral) {
  const auto game = GameAt("chak", "8k/9/9/9/9/9/9/9/KV3V3 w - - 0 1");
  EXPECT_THAT(
      game->ReadMove("Vd2", Notation::kSan),
      Fails(ErrorReason::kBadNotation, std::string("'Vd2' names more than one legal move")));
  for (const char* san :
       {"Vd4", "Vxd2", "Vbxd2", "Vg3=W", "", "V", "d2", "vbd2", "Vzd2", "O-O", "b1d2", "\xff"}) {
    EXPECT_THAT(game->ReadMove(san, Notation::kSan),
                Fails(ErrorReason::kBadNotation, std::string("names no legal move")))
        << san;
  }
}

TEST(ChakSan, K18_EveryMoveRoundTrips) {
  for (const char* fen : {"rvsqkjsvr/4o4/p1p1p1p1p/9/9/9/P1P1P1P1P/4O4/RVSJKQSVR w - - 0 1",
                          "4k4/4o4/3v5/4W4/2v6/1P1P1P3/2J1Jw3/4Q4/1R2K2R1 w - - 0 1",
                          "8k/9/3WWW3/3W1W3/3WWW3/9/9/9/K8 w - - 0 1"}) {
    const auto game = GameAt("chak", fen);
    for (const std::string& action : LegalOf(*game)) {
      for (const Notation notation : {Notation::kAction, Notation::kSan, Notation::kLan}) {
        const auto text = game->WriteMove(action, notation);
        ASSERT_THAT(text, IsOk()) << action;
        const auto back = game->ReadMove(*text, notation);
        ASSERT_THAT(back, IsOk()) << action << " as " << *text;
        EXPECT_EQ(*back, action) << *text;
      }
    }
  }
}

TEST(ChakSan, WritesLongAlgebraicNotation) {
  EXPECT_EQ(SanOf("chak", "8k/9/9/9/3v5/2P6/9/9/K8 w - - 0 1", "c4d5", Notation::kLan), "c4xd5=W");
  EXPECT_EQ(SanOf("chak", "8k/9/9/9/9/9/9/9/K1R6 w - - 0 1", "c1c9", Notation::kLan), "Rc1-c9+");
}

TEST(ChakSan, ThereIsNoThaiSan) {
  EXPECT_THAT(StartOf("chak")->WriteMove("c3c4", Notation::kThaiSan),
              Fails(ErrorReason::kBadField, std::string("Thai")));
}

}  // namespace
}  // namespace arbiter
