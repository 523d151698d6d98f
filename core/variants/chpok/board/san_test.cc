// Tests the SAN of Chpok: ruling P28.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::GameAt;
using testing::IsOk;
using testing::LegalOf;
using testing::SanOf;

constexpr const char* kStart =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 {d=0}";
constexpr const char* kTwoRooks = "k7/8/8/8/8/8/8/R3K2R w - 1,1 0,0 0,0 0,0 1 {d=0}";
constexpr const char* kTwoKings = "k7/8/8/8/8/8/8/KRKR4 w - 1,1 0,0 0,0 0,0 1 {d=0}";
constexpr const char* kCruel = "7k/8/8/8/8/8/3PP3/3KR3 w - 1,1 0,0 0,0 0,0 1 {xf=cruel;d=0}";
constexpr const char* kBackpawn = "7k/8/8/3P4/8/8/3P4/K7 w - 1,1 0,0 0,0 0,0 1 {xf=backpawn;d=0}";
constexpr const char* kAll =
    "7k/8/8/8/2p5/2N5/1P6/K7 w - 1,1 0,0 0,0 1,1 1 {xf=cruel,superqueen,backpawn,newborn,remove,"
    "skip;d=0}";

struct Written {
  const char* fen;
  const char* action;
  const char* san;
};

const Written kWritten[] = {
    {kStart, "e2e4", "e4"},
    {kStart, "g1f3", "Nf3"},
    {"7k/8/8/3p4/4P3/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e4d5", "exd5"},
    {"7k/8/8/3pP3/8/8/8/K7 w d6 1,1 0,0 0,0 0,0 1 {d=0}", "e5d6", "exd6"},
    {"7k/4P3/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e7e8q", "e8=Q"},
    {"3n3k/4P3/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e7d8k", "exd8=K"},
    {"7k/8/8/8/8/8/4p3/K7 b - 1,1 0,0 0,0 0,0 1 {d=0}", "e2e1d", "e1=D"},
    // These are moves of dragons.
    {"7k/8/8/8/4D3/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e4e6", "De6"},
    {"7k/8/4p3/8/4D3/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e4e6", "Dxe6"},
    {"7k/8/8/8/2D1D3/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e4d5", "Ded5"},
    {"7k/8/8/4D3/8/8/8/K3D3 w - 1,1 0,0 0,0 0,0 1 {d=0}", "e5e3", "D5e3"},
    // Two pieces of the same kind can move to the same square.
    {"7k/8/8/8/8/8/8/KN3N2 w - 1,1 0,0 0,0 0,0 1 {d=0}", "b1d2", "Nbd2"},
    {"7k/8/8/8/8/R7/8/RK6 w - 1,1 0,0 0,0 0,0 1 {d=0}", "a1a2", "R1a2"},
    {"7k/8/8/8/8/8/8/2K1K3 w - 1,1 0,0 0,0 0,0 1 {d=0}", "c1d2", "Kcd2"},
    // There are no marks for check and checkmate.
    {"7k/8/8/8/8/8/8/K5Q1 w - 1,1 0,0 0,0 0,0 1 {d=0}", "g1g7", "Qg7"},
    {"7k/8/8/8/8/8/8/K6Q w - 1,1 0,0 0,0 0,0 1 {d=0}", "h1h8", "Qxh8"},
    // The side of the rook decides the text of a castling.
    {kTwoRooks, "e1h1", "O-O"},
    {kTwoRooks, "e1a1", "O-O-O"},
    {"r3k2r/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 1 {d=0}", "e8h8", "O-O"},
    {"r3k2r/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 1 {d=0}", "e8a8", "O-O-O"},
    {"k7/8/8/8/8/8/8/RK6 w - 1,1 0,0 0,0 0,0 1 {d=0}", "b1a1", "O-O-O"},
    {"k7/8/8/8/8/8/8/KR6 w - 1,1 0,0 0,0 0,0 1 {d=0}", "a1b1", "O-O"},
    {"k7/8/8/8/8/8/8/2K1R1K1 w - 1,1 0,0 0,0 0,0 1 {d=0}", "c1e1", "O-O"},
    {"k7/8/8/8/8/8/8/2K1R1K1 w - 1,1 0,0 0,0 0,0 1 {d=0}", "g1e1", "O-O-O"},
    // Two kings can castle to the side of the h-file, and one to the side of the a-file.
    {kTwoKings, "a1b1", "a1b1"},
    {kTwoKings, "c1d1", "c1d1"},
    {kTwoKings, "c1b1", "O-O-O"},
    // An own capture and a castling have the same squares.
    {kCruel, "d1e1", "O-O"},
    {kCruel, "d1e1x", "Kxe1"},
    {kCruel, "d1d2x", "Kxd2"},
    // Two pawns on a file can move to the same square from both sides.
    {kBackpawn, "d2d4", "d2d4"},
    {kBackpawn, "d5d4", "d5d4"},
    {kBackpawn, "d2d3", "d3"},
    {kBackpawn, "d5d6", "d6"},
    {kBackpawn, "d2d1", "d1"},
    {kAll, "P@d2", "P@d2"},
    {kAll, "x@c3", "x@c3"},
    {kAll, "x@a1", "x@a1"},
    {kAll, "0000", "--"},
    {"7k/8/8/8/1p6/1P6/BP6/KP6 w - 1,1 0,0 0,0 0,0 1 {d=0}", "0000", "--"},
    // Files beyond the h-file have letters, too.
    {"k9/10/10/10/10/10/10/K5N2R w - 1,1 0,0 0,0 0,0 1 {d=0}", "j1j5", "Rj5"},
    {"k9/10/10/10/10/10/10/K3N3N1 w - 1,1 0,0 0,0 0,0 1 {d=0}", "i1g2", "Nig2"},
};

TEST(ChpokSan, P28_WritesSan) {
  for (const Written& move : kWritten) {
    EXPECT_EQ(SanOf("chpok", move.fen, move.action), move.san) << move.action << " " << move.fen;
  }
}

TEST(ChpokSan, P28_AppliedMovesHaveTheSameSan) {
  for (const Written& move : kWritten) {
    const auto game = GameAt("chpok", move.fen);
    ActionResult applied;
    ASSERT_THAT(game->Apply(move.action, &applied), IsOk()) << move.action;
    EXPECT_EQ(applied.text, move.action);
    EXPECT_EQ(applied.san, move.san) << move.fen;
  }
}

TEST(ChpokSan, P28_ReadsWhatItWrites) {
  for (const Written& written : kWritten) {
    const auto game = GameAt("chpok", written.fen);
    for (const std::string& action : LegalOf(*game)) {
      for (const Notation notation : {Notation::kAction, Notation::kSan}) {
        const auto text = game->WriteMove(action, notation);
        ASSERT_THAT(text, IsOk()) << action;
        const auto back = game->ReadMove(*text, notation);
        ASSERT_THAT(back, IsOk()) << action << " as " << *text << " in " << written.fen;
        EXPECT_EQ(*back, action) << *text << " in " << written.fen;
      }
    }
  }
}

TEST(ChpokSan, P28_EveryMoveHasADistinctSan) {
  for (const Written& written : kWritten) {
    const auto game = GameAt("chpok", written.fen);
    std::vector<std::string> texts;
    for (const std::string& action : LegalOf(*game)) {
      texts.push_back(*game->WriteMove(action, Notation::kSan));
    }
    std::sort(texts.begin(), texts.end());
    EXPECT_EQ(std::adjacent_find(texts.begin(), texts.end()), texts.end()) << written.fen;
  }
}

TEST(ChpokSan, P28_RefusesTextsThatDoNotNameExactlyOneMove) {
  const auto game = GameAt("chpok", kStart);
  for (const char* text : {"", "e5", "Nd2", "O-O", "O-O-O", "De3", "P@d3", "x@e2", "--", "e8=Q"}) {
    EXPECT_THAT(game->ReadMove(text, Notation::kSan), Fails(ErrorReason::kBadNotation, "")) << text;
  }
  EXPECT_THAT(GameAt("chpok", kTwoKings)->ReadMove("O-O", Notation::kSan),
              Fails(ErrorReason::kBadNotation, ""));
  EXPECT_THAT(GameAt("chpok", kBackpawn)->ReadMove("d4", Notation::kSan),
              Fails(ErrorReason::kBadNotation, ""));
  EXPECT_THAT(GameAt("chpok", "7k/8/8/8/8/8/8/KN3N2 w - 1,1 0,0 0,0 0,0 1 {d=0}")
                  ->ReadMove("Nd2", Notation::kSan),
              Fails(ErrorReason::kBadNotation, ""));
}

TEST(ChpokSan, C12_WithoutAKingNoMoveCanBeRead) {
  const auto game = GameAt("chpok", "k7/8/8/8/8/8/P7/8 w - 1,1 0,0 0,0 0,0 1 {d=0}");
  for (const Notation notation : {Notation::kAction, Notation::kSan}) {
    EXPECT_FALSE(game->ReadMove("a2a3", notation).ok());
  }
  EXPECT_FALSE(game->WriteMove("a2a3", Notation::kSan).ok());
}

}  // namespace
}  // namespace arbiter
