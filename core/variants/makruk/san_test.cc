// Makruk's moves as players write them: ruling M12.
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::GameAt;
using testing::IsOk;
using testing::SanOf;

constexpr const char* kStart = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

struct Written {
  const char* fen;
  const char* action;
  const char* san;
  const char* thai;
};

const Written kWritten[] = {
    {kStart, "c3c4", "c4", "ค๔"},
    {kStart, "b1d2", "Nd2", "ม-ง๒"},
    {kStart, "e1f2", "Mf2", "ม็-ฉ๒"},
    {kStart, "d1e2", "Ke2", "ข-จ๒"},
    {kStart, "a1a2", "Ra2", "ร-ก๒"},
    {kStart, "f1g2", "Sg2", "ค-ช๒"},
    {"7k/8/8/4P3/8/8/8/KR6 w - - 3 9", "e5e6m", "e6=M", "จ๖=M"},
    {"7k/8/p2r4/4P3/8/8/8/K7 w - - 3 9", "e5d6m", "exd6=M", "จxง๖=M"},
    {"7k/8/8/3r4/4M3/8/8/K7 w - - 0 1", "e4d5", "Mxd5", "ม็xง๕"},
    {"6k1/8/8/8/8/8/8/K6R w - - 0 1", "h1h8", "Rh8+", "ร-ญ๘+"},
    {"k7/7R/8/8/8/8/8/K5R1 w - - 0 1", "g1g8", "Rg8#", "ร-ช๘#"},
    // A drawn stalemate has no sign.
    {"k7/8/1K1M4/8/8/8/8/7S w - - 0 1", "d6c7", "Mc7", "ม็-ค๗"},
    // Two of a kind.
    {"7k/8/8/8/8/8/8/KN3N2 w - - 0 1", "b1d2", "Nbd2", "มข-ง๒"},
    {"7k/8/8/8/8/R7/8/RK6 w - - 0 1", "a1a2", "R1a2", "ร๑-ก๒"},
    // The khun and a pawn of the ข file take on one square; so do a khon and a ค pawn.
    {"7k/8/8/2r5/1PK5/8/8/8 w - - 0 1", "c4c5", "Kxc5", "ขxค๕"},
    {"7k/8/8/2r5/1PK5/8/8/8 w - - 0 1", "b4c5", "bxc5", "บขxค๕"},
    {"7k/8/8/3r4/2P1S3/8/8/K7 w - - 0 1", "e4d5", "Sxd5", "คxง๕"},
    {"7k/8/8/3r4/2P1S3/8/8/K7 w - - 0 1", "c4d5", "cxd5", "บคxง๕"},
    {"7k/8/8/3r4/2P5/8/8/K7 w - - 0 1", "c4d5", "cxd5", "คxง๕"},
};

TEST(MakrukSan, M12_Writes) {
  for (const Written& move : kWritten) {
    EXPECT_EQ(SanOf("makruk", move.fen, move.action), move.san) << move.fen;
    EXPECT_EQ(SanOf("makruk", move.fen, move.action, Notation::kThaiSan), move.thai) << move.fen;
  }
}

TEST(MakrukSan, M12_ReadsWhatItWrites) {
  for (const Written& written : kWritten) {
    const auto game = GameAt("makruk", written.fen);
    for (const std::string& action : testing::LegalOf(*game)) {
      for (const Notation notation :
           {Notation::kAction, Notation::kSan, Notation::kThaiSan, Notation::kLan}) {
        const auto text = game->WriteMove(action, notation);
        ASSERT_THAT(text, IsOk()) << action;
        const auto back = game->ReadMove(*text, notation);
        ASSERT_THAT(back, IsOk()) << action << " as " << *text << " in " << written.fen;
        EXPECT_EQ(*back, action) << *text << " in " << written.fen;
      }
    }
  }
}

TEST(MakrukSan, M12_ReadsOtherThaiLetters) {
  const auto game = GameAt("makruk", kStart);
  EXPECT_EQ(*game->ReadMove("น-ง๒", Notation::kThaiSan), "b1d2");  // น for the knight
  EXPECT_EQ(*game->ReadMove("ซ๔", Notation::kThaiSan), "h3h4");    // ซ for the last file
  EXPECT_EQ(*game->ReadMove("ญ๔", Notation::kThaiSan), "h3h4");
  EXPECT_EQ(*game->ReadMove("บค๔", Notation::kThaiSan), "c3c4");
}

TEST(MakrukSan, M12_PlainTextOfAnAmbiguousThaiCaptureIsThePiece) {
  EXPECT_EQ(
      *GameAt("makruk", "7k/8/8/2r5/1PK5/8/8/8 w - - 0 1")->ReadMove("ขxค๕", Notation::kThaiSan),
      "c4c5");
}

TEST(MakrukSan, M12_SignsMayBeLeftOut) {
  const auto game = GameAt("makruk", "7k/8/p2r4/4P3/8/8/8/K7 w - - 3 9");
  for (const char* san : {"exd6=M", "exd6", "ed6", "exd6=M+"}) {
    EXPECT_EQ(*game->ReadMove(san, Notation::kSan), "e5d6m") << san;
  }
  EXPECT_EQ(*game->ReadMove("จxง๖", Notation::kThaiSan), "e5d6m");
}

TEST(MakrukSan, M12_RefusesWhatNamesNoneOrTwo) {
  const auto two = GameAt("makruk", "7k/8/8/8/8/8/8/KN3N2 w - - 0 1");
  EXPECT_THAT(two->ReadMove("Nd2", Notation::kSan),
              Fails(ErrorReason::kBadNotation, std::string("more than one legal move")));
  const auto game = GameAt("makruk", kStart);
  for (const char* text : {"", "c5", "Nd2=M", "Nxd2", "ม-ง๒", "Qf2"}) {
    EXPECT_THAT(game->ReadMove(text, Notation::kSan),
                Fails(ErrorReason::kBadNotation, std::string("names no legal move")))
        << text;
  }
  for (const char* text : {"", "Nd2", "ค๕", "ม-ง๓", "ค", "\xe0\xb8"}) {
    EXPECT_THAT(game->ReadMove(text, Notation::kThaiSan),
                Fails(ErrorReason::kBadNotation, std::string("names no legal move")))
        << text;
  }
}

}  // namespace
}  // namespace arbiter
