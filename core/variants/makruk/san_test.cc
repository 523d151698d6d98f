// Tests of Makruk's moves in SAN, LAN, Thai SAN and Thai LAN: rulings M12 and M13.
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::GameAt;
using testing::IsOk;
using testing::SanOf;

constexpr const char* kStart = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

struct SanCase {
  const char* fen;
  const char* action;
  const char* san;
  const char* thai_san;
  const char* thai_lan;
};

const SanCase kWritten[] = {
    {kStart, "c3c4", "c4", "ค๔", "บ ค๓-ค๔"},
    {kStart, "e3e4", "e4", "จ๔", "บ จ๓-จ๔"},
    {kStart, "b1d2", "Nd2", "ม-ง๒", "ม ข๑-ง๒"},
    {kStart, "e1f2", "Mf2", "ม็-ฉ๒", "ม็ จ๑-ฉ๒"},
    {kStart, "d1e2", "Ke2", "ข-จ๒", "ข ง๑-จ๒"},
    {kStart, "a1a2", "Ra2", "ร-ก๒", "ร ก๑-ก๒"},
    {kStart, "f1g2", "Sg2", "ค-ช๒", "ค ฉ๑-ช๒"},
    {"r1smksnr/3n4/pppp1ppp/4p3/4PP2/PPPP2PP/8/RNSKMSNR w - - 0 1", "f4e5", "fxe5", "ฉxจ๕",
     "บ ฉ๔xจ๕"},
    {"rnsm1s1r/4n1k1/1ppppppp/p7/2PPP3/PP3PPP/4N2R/RNSKMS2 b - - 1 5", "f8f7", "Sf7", "ค-ฉ๗",
     "ค ฉ๘-ฉ๗"},
    {"7k/8/8/4P3/8/8/8/KR6 w - - 3 9", "e5e6m", "e6=M", "จ๖=M", "บ จ๕-จ๖=M"},
    {"7k/8/p2r4/4P3/8/8/8/K7 w - - 3 9", "e5d6m", "exd6=M", "จxง๖=M", "บ จ๕xง๖=M"},
    {"7k/8/8/3r4/4M3/8/8/K7 w - - 0 1", "e4d5", "Mxd5", "ม็xง๕", "ม็ จ๔xง๕"},
    {"6k1/8/8/8/8/8/8/K6R w - - 0 1", "h1h8", "Rh8+", "ร-ญ๘+", "ร ญ๑-ญ๘+"},
    {"k7/7R/8/8/8/8/8/K5R1 w - - 0 1", "g1g8", "Rg8#", "ร-ช๘#", "ร ช๑-ช๘#"},
    // A drawn stalemate has no sign.
    {"k7/8/1K1M4/8/8/8/8/7S w - - 0 1", "d6c7", "Mc7", "ม็-ค๗", "ม็ ง๖-ค๗"},
    // Two pieces of the same kind can move to the square.
    {"7k/8/8/8/8/8/8/KN3N2 w - - 0 1", "b1d2", "Nbd2", "มข-ง๒", "ม ข๑-ง๒"},
    {"7k/8/8/8/8/R7/8/RK6 w - - 0 1", "a1a2", "R1a2", "ร๑-ก๒", "ร ก๑-ก๒"},
    {"4k3/8/8/4S3/8/2S5/8/4K3 w - - 0 1", "e5d4", "Sed4", "คจ-ง๔", "ค จ๕-ง๔"},
    {"4k3/8/8/4S3/8/2S5/8/4K3 w - - 0 1", "c3d4", "Scd4", "คค-ง๔", "ค ค๓-ง๔"},
    {"4k3/8/8/3S4/8/3S4/8/4K3 w - - 0 1", "d3d4", "Sd4", "ค-ง๔", "ค ง๓-ง๔"},
    // The khun and a pawn on the ข file can capture on the same square, as can a khon and a pawn on
    // the ค file.
    {"7k/8/8/2r5/1PK5/8/8/8 w - - 0 1", "c4c5", "Kxc5", "ขxค๕", "ข ค๔xค๕"},
    {"7k/8/8/2r5/1PK5/8/8/8 w - - 0 1", "b4c5", "bxc5", "บขxค๕", "บ ข๔xค๕"},
    {"7k/8/8/3r4/2P1S3/8/8/K7 w - - 0 1", "e4d5", "Sxd5", "คxง๕", "ค จ๔xง๕"},
    {"7k/8/8/3r4/2P1S3/8/8/K7 w - - 0 1", "c4d5", "cxd5", "บคxง๕", "บ ค๔xง๕"},
    {"7k/8/8/3r4/2P5/8/8/K7 w - - 0 1", "c4d5", "cxd5", "คxง๕", "บ ค๔xง๕"},
    // A met and an upturned bia have different letters in Thai (M13).
    {"4k3/8/4M3/4S3/8/2S5/8/4K3 w - - 0 1", "e6d5", "Md5", "ม็-ง๕", "ม็ จ๖-ง๕"},
    {"4k3/8/4M~3/4S3/8/2S5/8/4K3 w - - 0 1", "e6d5", "Md5", "ง-ง๕", "ง จ๖-ง๕"},
    {"7k/8/8/8/8/8/2M1M~3/K7 w - - 0 1", "e2d1", "Med1", "งจ-ง๑", "ง จ๒-ง๑"},
    {"7k/8/8/8/8/8/2M1M~3/K7 w - - 0 1", "c2d1", "Mcd1", "ม็ค-ง๑", "ม็ ค๒-ง๑"},
    // An upturned bia and a pawn on the ง file can capture on the same square.
    {"7k/8/8/2r5/1M~1P4/8/8/K7 w - - 0 1", "b4c5", "Mxc5", "งxค๕", "ง ข๔xค๕"},
    {"7k/8/8/2r5/1M~1P4/8/8/K7 w - - 0 1", "d4c5", "dxc5", "บงxค๕", "บ ง๔xค๕"},
    // Only the promotion distinguishes the two captures.
    {"7k/8/2r5/1M~1P4/8/8/8/K7 w - - 0 1", "b5c6", "Mxc6", "งxค๖", "ง ข๕xค๖"},
    {"7k/8/2r5/1M~1P4/8/8/8/K7 w - - 0 1", "d5c6m", "dxc6=M", "งxค๖=M", "บ ง๕xค๖=M"},
    {"7k/8/3r4/2P1S3/8/8/8/K7 w - - 0 1", "e5d6", "Sxd6", "คxง๖", "ค จ๕xง๖"},
    {"7k/8/3r4/2P1S3/8/8/8/K7 w - - 0 1", "c5d6m", "cxd6=M", "คxง๖=M", "บ ค๕xง๖=M"},
    {"7k/8/2r5/1PK5/8/8/8/8 w - - 0 1", "c5c6", "Kxc6", "ขxค๖", "ข ค๕xค๖"},
    {"7k/8/8/2r5/3P4/1M~6/8/K7 w - - 0 1", "d4c5", "dxc5", "งxค๕", "บ ง๔xค๕"},
};

TEST(MakrukSan, M12_WritesEveryNotation) {
  for (const auto& [fen, action, san, thai_san, thai_lan] : kWritten) {
    EXPECT_EQ(SanOf("makruk", fen, action), san) << fen;
    EXPECT_EQ(SanOf("makruk", fen, action, Notation::kThaiSan), thai_san) << fen;
    EXPECT_EQ(SanOf("makruk", fen, action, Notation::kThaiLan), thai_lan) << fen;
  }
}

TEST(MakrukSan, M12_EveryMoveRoundTrips) {
  for (const SanCase& written : kWritten) {
    const auto game = GameAt("makruk", written.fen);
    for (const std::string& action : testing::LegalOf(*game)) {
      for (const Notation notation : {Notation::kAction, Notation::kSan, Notation::kThaiSan,
                                      Notation::kLan, Notation::kThaiLan}) {
        const auto text = game->WriteMove(action, notation);
        ASSERT_THAT(text, IsOk()) << action;
        const auto back = game->ReadMove(*text, notation);
        ASSERT_THAT(back, IsOk()) << action << " as " << *text << " in " << written.fen;
        EXPECT_EQ(*back, action) << *text << " in " << written.fen;
      }
    }
  }
}

TEST(MakrukSan, M12_ReadsAlternativeThaiLetters) {
  const auto game = GameAt("makruk", kStart);
  EXPECT_EQ(*game->ReadMove("น-ง๒", Notation::kThaiSan), "b1d2");  // น is the knight.
  EXPECT_EQ(*game->ReadMove("ซ๔", Notation::kThaiSan), "h3h4");    // ซ is the last file.
  EXPECT_EQ(*game->ReadMove("ญ๔", Notation::kThaiSan), "h3h4");
  EXPECT_EQ(*game->ReadMove("บค๔", Notation::kThaiSan), "c3c4");
  EXPECT_EQ(*game->ReadMove("น ข๑-ง๒", Notation::kThaiLan), "b1d2");
}

TEST(MakrukSan, M12_ThaiPartsMayBeOmittedOrAdded) {
  const auto game = GameAt("makruk", "7k/8/8/2r5/3P4/8/8/KN6 w - - 0 1");
  for (const char* text : {"ม-ง๒", "มข๑-ง๒", "มง๒"}) {
    EXPECT_EQ(*game->ReadMove(text, Notation::kThaiSan), "b1d2") << text;
  }
  for (const char* text : {"งxค๕", "บงxค๕", "บง๔xค๕"}) {
    EXPECT_EQ(*game->ReadMove(text, Notation::kThaiSan), "d4c5") << text;
  }
  EXPECT_EQ(*game->ReadMove("มข๑-ง๒", Notation::kThaiLan), "b1d2");
  EXPECT_EQ(*game->ReadMove("บง๔xค๕", Notation::kThaiLan), "d4c5");
  EXPECT_EQ(*game->ReadMove("ง๔xค๕", Notation::kThaiSan), "d4c5");
  for (const char* text : {"-ม-ง๒", "ม--ง๒"}) {
    EXPECT_THAT(game->ReadMove(text, Notation::kThaiSan),
                Fails(ErrorReason::kBadNotation, std::string("it is not valid Thai SAN")))
        << text;
  }
  EXPECT_THAT(game->ReadMove("ม ง๒", Notation::kThaiLan),
              Fails(ErrorReason::kBadNotation, std::string("it is not valid Thai LAN")));
}

// A standard FEN does not distinguish an upturned bia from a met, so a caller need not either.
TEST(MakrukSan, M13_TheLettersOfMetAndUpturnedBiaAreInterchangeableIfUnambiguous) {
  constexpr const char* kFens[] = {"4k3/8/4M3/8/8/8/8/4K3 w - - 0 1",
                                   "4k3/8/4M~3/8/8/8/8/4K3 w - - 0 1"};
  for (const char* fen : kFens) {
    const auto game = GameAt("makruk", fen);
    for (const char* text : {"ม็-ง๕", "ง-ง๕"}) {
      EXPECT_EQ(*game->ReadMove(text, Notation::kThaiSan), "e6d5") << text << " in " << fen;
    }
  }
  // If both can move to the square, each letter means its own piece.
  const auto both = GameAt("makruk", "7k/8/8/8/8/8/2M1M~3/K7 w - - 0 1");
  EXPECT_EQ(*both->ReadMove("ง-ง๑", Notation::kThaiSan), "e2d1");
  EXPECT_EQ(*both->ReadMove("ม็-ง๑", Notation::kThaiSan), "c2d1");
  // ง does not mean a met while there is an upturned bia.
  const auto met = GameAt("makruk", "7k/8/8/7M~/8/8/2M5/K6R w - - 0 1");
  EXPECT_THAT(met->ReadMove("ง-ง๑", Notation::kThaiSan), Fails(ErrorReason::kBadNotation, ""));
  EXPECT_EQ(*met->ReadMove("ม็-ช๖", Notation::kThaiSan), "h5g6");
}

TEST(MakrukSan, M13_AnIllegalMoveIsExplainedForThePieceThatTheLetterMeans) {
  const auto both = GameAt("makruk", "7k/8/8/8/8/8/M3M~3/K7 w - - 0 1");
  EXPECT_THAT(both->ReadMove("ง-ข๔", Notation::kThaiSan),
              Fails(ErrorReason::kBadNotation, std::string("(M1)")));
  EXPECT_EQ(both->ReadMove("ง-ข๔", Notation::kThaiSan).status().message().find("nearest"),
            std::string::npos);
  // Without an upturned bia on the board, ง means the file.
  const auto pawn = GameAt("makruk", "7k/8/8/8/3P4/8/8/KM6 w - - 0 1");
  EXPECT_THAT(pawn->ReadMove("งxค๕", Notation::kThaiSan),
              Fails(ErrorReason::kBadNotation, std::string("a pawn")));
}

TEST(MakrukSan, M12_AnAmbiguousThaiCaptureMeansThePiece) {
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

TEST(MakrukSan, M12_RefusesTextsThatNameNoMoveOrSeveral) {
  const auto two = GameAt("makruk", "7k/8/8/8/8/8/8/KN3N2 w - - 0 1");
  EXPECT_THAT(two->ReadMove("Nd2", Notation::kSan),
              Fails(ErrorReason::kBadNotation, std::string("more than one legal move")));
  const auto game = GameAt("makruk", kStart);
  for (const char* text : {"", "c5", "Nd2=M", "Nxd2", "ม-ง๒", "Qf3"}) {
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
