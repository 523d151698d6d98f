// Tests of Chakart's actions in SAN: ruling H27.
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::GameAt;
using testing::IsOk;
using testing::SanOf;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0";
constexpr const char* kDiagram2 =
    "rn1b2qk/pbpp1ppp/1w2wp2/1p1Rm3/3PdnPr/4PPd1/PPP1m2P/NNB1KRQB w 1";
constexpr const char* kDiagram3 =
    "erk2rq1/1m2e1m1/mppmne1m/p1BpppPp/mm1P1QbP/1Nmnw1dm/e1mP2d1/1BwR1RKN b 1";
constexpr const char* kSwap = R"(7k/8/8/8/8/8/NP6/KQ6 w 4 {"flags":"1111","pending":"swap"})";
constexpr const char* kDrop = R"(7k/8/8/8/4e3/8/8/K7 w 4 {"flags":"1111","pending":"drop:n"})";
constexpr const char* kPromotion =
    R"(4P2k/8/8/8/8/8/8/K7 w 4 {"flags":"1111","pending":"promotion:e8"})";

struct SanCase {
  const char* fen;
  const char* action;
  const char* san;
};

const SanCase kWritten[] = {
    {kStart, "e2e4", "e4"},
    {kStart, "b1c3", "Nc3"},
    {"7k/8/8/3r4/8/2N5/8/K7 w 0", "c3d5", "Nxd5"},
    {"7k/8/8/3r4/4P3/8/8/K7 w 0", "e4d5", "exd5"},
    // Objects count as captured, whatever they do next.
    {kDiagram2, "f3e4", "fxe4"},
    {kDiagram3, "f8f6", "Rxf6"},
    {"7k/8/8/8/3m4/8/8/K2Q4 w 0", "d1d4", "Qxd4"},
    {"7k/8/8/8/8/8/4m3/4K3 w 0", "e1e2", "Kxe2"},
    // Objects on the way do not count as captured.
    {"7k/8/8/8/8/3m4/3e4/K2Q4 w 0", "d1d5", "Qd5"},
    // The square of a hidden queen counts as empty.
    {R"(7k/8/8/1n6/8/2I5/8/6K1 b 5 {"flags":"1011"})", "b5c3", "Nc3"},
    {R"(7k/8/8/8/2p5/2I5/8/6K1 b 5 {"flags":"1011"})", "c4c3", "c3"},
    // There are no signs for check or for the capture of the king.
    {"7k/8/8/8/8/8/8/K5Q1 w 0", "g1g7", "Qg7"},
    {"7k/8/8/8/8/8/8/K6Q w 0", "h1h8", "Qxh8"},
    {"7k/4P3/8/8/8/8/8/K7 w 0", "e7e8q", "e8=Q"},
    {"3n3k/4P3/8/8/8/8/8/K7 w 0", "e7d8k", "exd8=K"},
    // Two pieces of the same kind may be able to move to the square.
    {"7k/8/8/8/8/8/8/KN3N2 w 0", "b1d2", "Nbd2"},
    {"7k/8/8/8/8/8/8/KN3O2 w 0", "b1d2", "Nd2"},
    {"7k/8/8/8/8/R7/8/RK6 w 0", "a1a2", "R1a2"},
    {"7k/8/8/8/8/8/8/2K1K3 w 0", "c1d2", "Kcd2"},
    {"6k1/8/8/8/8/8/8/Q2K4 w 0", "a1h8?", "Qh8?"},
    {"6k1/8/8/8/8/8/8/Q2K4 w 0", "a1h8", "Qh8"},
    {"7k/8/8/4n3/8/8/8/4K3 w 0", "e1*e5", "K*e5"},
    {kDrop, "N@e4", "N@e4"},
    {kSwap, "a1~b2", "a1~b2"},
    {kPromotion, "e8=n", "e8=N"},
    {"7k/8/8/8/8/8/8/7L w 10", "0000", "--"},
};

TEST(ChakartSan, H27_WritesSan) {
  for (const SanCase& move : kWritten) {
    EXPECT_EQ(SanOf("chakart", move.fen, move.action), move.san) << move.fen;
  }
}

TEST(ChakartSan, H27_EveryActionRoundTrips) {
  for (const SanCase& written : kWritten) {
    const auto game = GameAt("chakart", written.fen);
    for (const std::string& action : testing::LegalOf(*game)) {
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

TEST(ChakartSan, H27_EggsAreWrittenAfterTheAction) {
  const char* queen = "4k3/8/8/8/4q3/6n1/3e4/KN1Q4 w 4";
  const SanCase drawn[] = {
      {queen, "d1d2{egg=kingboo}", "Qxd2*B"},
      {queen, "d1d2{egg=koopa}", "Qxd2*K"},
      {queen, "d1d2{egg=toadette,piece=n}", "Qxd2*T"},
      {queen, "d1d2{egg=chomp}", "Qxd2*C"},
      {queen, "d1d2{egg=daisy}", "Qxd2*D"},
      {queen, "d1d2{egg=bowser}", "Qxd2*M"},
      {queen, "d1d2{egg=luigi,on=e4}", "Qxd2*Le4"},
      {queen, "d1d2{egg=waluigi,on=b1}", "Qxd2*Wb1"},
      {kDiagram3, "f8f6{egg=waluigi,on=g8,put=g7}", "Rxf6*Wg8"},
      {"3e3k/4P3/8/8/8/8/8/K7 w 0", "e7d8q{egg=chomp}", "exd8=Q*C"},
      {kDrop, "N@e4{egg=bowser}", "N@e4*M"},
      // The egg need not be on the target square. SAN contains neither pushes nor the object that a
      // piece puts.
      {"7k/8/8/8/8/4e3/4m3/4K3 w 0", "e1e2{egg=daisy}", "Kxe2*D"},
      {"7k/8/8/8/2e5/2d5/8/KN6 w 0", "b1c3{push=c4,egg=koopa}", "Nxc3*K"},
      {kDiagram2, "f3e4{push=e5,push=d5}", "fxe4"},
      {"7k/8/8/8/8/8/8/K2R4 w 0", "d1d4{put=c3}", "Rd4"},
  };
  for (const SanCase& move : drawn) {
    const auto game = GameAt("chakart", move.fen);
    ActionResult result;
    ASSERT_THAT(game->Apply(move.action, &result), IsOk()) << move.action;
    EXPECT_EQ(result.text, move.action);
    EXPECT_EQ(result.san, move.san) << move.action;
  }
}

TEST(ChakartSan, H27_RefusesTextsThatNameNoActionOrSeveral) {
  const auto two = GameAt("chakart", "7k/8/8/8/8/8/8/KN3N2 w 0");
  EXPECT_THAT(two->ReadMove("Nd2", Notation::kSan), Fails(ErrorReason::kBadNotation, ""));
  const auto game = GameAt("chakart", kStart);
  for (const char* text : {"", "e5", "Nd2", "O-O", "Qh5?", "K*e8", "N@e4", "a1~b2", "--", "e8=Q"}) {
    EXPECT_THAT(game->ReadMove(text, Notation::kSan), Fails(ErrorReason::kBadNotation, "")) << text;
  }
}

// The suffix of an egg determines the outcome if nothing else is drawn, and it must agree with an
// outcome that is given.
TEST(ChakartSan, H27_TheSuffixOfAnEggIsRead) {
  const auto game = GameAt("chakart", R"(4k3/8/8/8/4e3/8/4R3/4K3 w 0 {"flags":"0000"})");
  EXPECT_EQ(*game->ReadMove("Rxe4*K", Notation::kSan), "e2e4{egg=koopa}");
  // The banana may be put on several squares, so that only the move itself is known.
  EXPECT_EQ(*game->ReadMove("Rxe4*D", Notation::kSan), "e2e4");
  EXPECT_EQ(*game->ReadMove("Rxe4", Notation::kSan), "e2e4");
  EXPECT_EQ(*game->ReadMove("Re4*D{egg=daisy,put=d3}", Notation::kSan), "e2e4{egg=daisy,put=d3}");
  EXPECT_THAT(game->ReadMove("Rxe4*D{egg=koopa}", Notation::kSan),
              testing::Fails(ErrorReason::kBadNotation, "does not stand for the outcomes"));
}

}  // namespace
}  // namespace arbiter
