// Tests of Chakart's FEN: rulings F1, F2, H17, H22 and H23.
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::Play;
using testing::ReadFen;

struct Refusal {
  std::string fen;
  const char* reason;
};

void ExpectAllRefused(const std::vector<Refusal>& refusals, ErrorReason reason) {
  for (const Refusal& refusal : refusals) {
    EXPECT_THAT(ReadFen("chakart", refusal.fen), Fails(reason, std::string(refusal.reason)))
        << refusal.fen;
  }
}

TEST(ChakartFen, F1_FensRoundTrip) {
  for (const char* fen : {
           R"(rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"1111"})",
           "erk3Q1/1m2e1d1/mppmnr1m/p1BpppPp/mm1P1QbP/1Nmnw1dm/e1mP2d1/1BwR1RKN w 2 "
           R"({"flags":"1010"})",
           R"(kK6/8/suoctl2/mdwe4/8/SUOCTL2/8/8 b 41 {"flags":"0000"})",
           R"(6k1/8/8/8/8/2I5/8/6K1 b 5 {"flags":"1011"})",
           R"(6k1/8/8/8/8/2i5/8/6K1 w 6 {"flags":"1110"})",
           R"(7k/8/8/8/8/8/8/K7 w 4 {"flags":"1111","pending":"swap"})",
           R"(7k/8/8/8/8/8/8/K7 b 5 {"flags":"1111","pending":"drop:n"})",
           R"(7k/8/8/8/8/8/8/K7 w 4 {"flags":"1111","pending":"again"})",
           R"(4P2k/8/8/8/8/8/8/K7 w 4 {"flags":"1111","pending":"promotion:e8"})",
           R"(7k/8/8/8/8/8/8/K3s3 b 5 {"flags":"1111","pending":"promotion:e1"})",
           R"(4P2k/8/8/8/8/8/8/K7 w 4 {"flags":"1111","pending":"promotion:e8,swap"})",
           R"(7k/8/8/8/8/8/8/K7 w 4 {"flags":"1111","passes":1})",
       }) {
    EXPECT_EQ(FenOf(*GameAt("chakart", fen)), fen);
  }
}

TEST(ChakartFen, F1_TheBracesMayBeLeftOut) {
  EXPECT_EQ(FenOf(*GameAt("chakart", "7k/8/8/8/8/8/8/K7 w 8")),
            R"(7k/8/8/8/8/8/8/K7 w 8 {"flags":"1111"})");
}

TEST(ChakartFen, F1_ThePlyCountGivesTheMoveNumber) {
  for (const auto& [fen, ply, number] :
       {std::tuple("7k/8/8/8/8/8/8/K7 w 0", 0u, 1u), std::tuple("7k/8/8/8/8/8/8/K7 b 1", 1u, 1u),
        std::tuple("7k/8/8/8/8/8/8/K7 w 42", 42u, 22u)}) {
    const auto game = GameAt("chakart", fen);
    EXPECT_EQ(game->ply(), ply) << fen;
    EXPECT_EQ(game->move_number(), number) << fen;
  }
}

TEST(ChakartFen, F1_EveryPositionOfALineRoundTrips) {
  const auto game = GameAt("chakart", "4e2k/4m3/4P3/8/8/8/q7/3QK3 w 4");
  for (const char* action : {"e6e7{egg=daisy}", "e8=r", "d1d5?", "a2g2?", "d5e5", "g2h1", "e5h8"}) {
    Play(*game, {action});
    const std::string fen = FenOf(*game);
    EXPECT_EQ(FenOf(*GameAt("chakart", fen)), fen);
  }
}

TEST(ChakartFen, F2_ErrorsNameFieldAndRank) {
  ExpectAllRefused(
      {
          {"", "field 1"},
          {"7k/8/8/8/8/8/8/K7", "field 2"},
          {"7k/8/8/8/8/8/8/K7 x 0", "field 2"},
          {"7k/8/8/8/8/8/8/K7 w -", "field 3"},
          {"7k/8/8/8/8/8/8/K7 w 01", "field 3"},
          {"7k/8/8/8/8/8/8/K7 w -1", "field 3"},
          {"7k/8/8/8/8/8/8/K7 w 99999999999999999999", "field 3"},
          {"7k/8/8/8/8/8/K7 w 0", "8 ranks"},
          {"7k/8/8/8/8/8/8/8/K7 w 0", "8 ranks"},
          {"7k/8/8/7/8/8/8/K7 w 0", "rank 5"},
          {"7k/8/8/8P/8/8/8/K7 w 0", "rank 5"},
          {"7k/8/44/8/8/8/8/K7 w 0", "rank 6"},
          {"7k/8/8/3x4/8/8/8/K7 w 0", "rank 5"},
          {"7k/8/8/8/3a4/8/8/K7 w 0", "rank 4"},
          // Objects have no colour, so their letters are lower-case.
          {"7k/8/8/8/8/3M4/8/K7 w 0", "rank 3"},
          {"7k/8/8/8/8/3D4/8/K7 w 0", "rank 3"},
          {"7k/8/8/8/8/3W4/8/K7 w 0", "rank 3"},
          {"7k/8/8/8/8/3E4/8/K7 w 0", "rank 3"},
      },
      ErrorReason::kBadFen);
}

TEST(ChakartFen, F2_BadBracesAreRefused) {
  for (const char* braces :
       {R"({})", R"({"flags":"111"})", R"({"flags":"11111"})", R"({"flags":"1121"})",
        R"({"flags":1111})", R"({"flags":"1111")", R"({"flags":"1111"}})", R"("flags":"1111")",
        R"({'flags':'1111'})", R"({"flags":"1111",})", R"({"rights":"1111"})",
        R"({"flags":"1111","flags":"1111"})", R"({"flags":"1111","more":"1"})",
        // The keys are in the wrong order.
        R"({"pending":"swap","flags":"1111"})", R"({"flags":"1111","passes":1,"pending":"swap"})",
        // Only one choice, or a promotion and another choice, can be pending.
        R"({"flags":"1111","pending":"castle"})", R"({"flags":"1111","pending":"drop"})",
        R"({"flags":"1111","pending":"drop:p"})", R"({"flags":"1111","pending":"drop:N"})",
        R"({"flags":"1111","pending":"promotion"})", R"({"flags":"1111","pending":"promotion:e9"})",
        R"({"flags":"1111","pending":"swap,drop:q"})", R"({"flags":"1111","pending":"swap,swap"})",
        R"({"flags":"1111","pending":"swap,promotion:e8"})",
        R"({"flags":"1111","pending":"promotion:e8,swap,again"})",
        R"({"flags":"1111","pending":"promotion:e8, swap"})", R"({"flags":"1111","passes":3})",
        R"({"flags":"1111","passes":-1})", R"({"flags":"1111","passes":"1"})"}) {
    EXPECT_THAT(ReadFen("chakart", StrCat("4P2k/8/8/8/8/8/8/K7 w 4 ", braces)),
                Fails(ErrorReason::kBadFen, ""))
        << braces;
  }
  for (const char* spaced :
       {R"({"flags": "1111"})", R"({ "flags":"1111"})", R"({"flags":"1111", "passes":1})"}) {
    EXPECT_THAT(ReadFen("chakart", StrCat("7k/8/8/8/8/8/8/K7 w 4 ", spaced)),
                Fails(ErrorReason::kBadFen, ""))
        << spaced;
  }
}

TEST(ChakartFen, H23_ARedactedFenIsRefused) {
  EXPECT_THAT(ReadFen("chakart", R"(6k1/8/8/8/8/8/8/2?3K1 b 5 {"flags":"1011"})"),
              Fails(ErrorReason::kBadFen, std::string("one viewer")));
}

// Random numbers depend on the ply count, so a count that stops rising would repeat them.
TEST(ChakartFen, H22_ThePlyCountIsBounded) {
  EXPECT_THAT(ReadFen("chakart", "7k/8/8/8/8/8/8/K7 w 20000"), IsOk());
  EXPECT_THAT(ReadFen("chakart", "7k/8/8/8/8/8/8/K7 b 20001"),
              Fails(ErrorReason::kImpossiblePosition, "20001"));
  // A game may continue beyond the bound.
  const auto game = GameAt("chakart", "7k/8/8/8/8/8/8/K7 w 20000");
  testing::Play(*game, {"a1b1"});
  EXPECT_THAT(testing::VariantNamed("chakart").FromSnapshot(game->Snapshot(), {}), IsOk());
}

TEST(ChakartFen, F2_PawnsDoNotStandOnTheirLastRank) {
  ExpectAllRefused(
      {
          {"P6k/8/8/8/8/8/8/K7 w 0", "a8"},
          {"S6k/8/8/8/8/8/8/K7 b 1", "a8"},
          {"7k/8/8/8/8/8/8/K2p4 w 0", "d1"},
          {"7k/8/8/8/8/8/8/K2s4 b 1", "d1"},
          {R"(P3P2k/8/8/8/8/8/8/K7 w 4 {"flags":"1111","pending":"promotion:e8"})", "a8"},
          {R"(4P2k/8/8/8/8/8/8/K7 w 4 {"flags":"1111","pending":"swap"})", "e8"},
      },
      ErrorReason::kImpossiblePosition);
}

TEST(ChakartFen, F2_AHiddenQueenBelongsToTheSideThatMovedLast) {
  ExpectAllRefused(
      {
          {R"(6k1/8/8/8/8/2I5/8/6K1 w 4 {"flags":"1011"})", ""},
          {R"(6k1/8/8/8/8/2i5/8/6K1 b 5 {"flags":"1110"})", ""},
          // Her side has not used its stealth move.
          {R"(6k1/8/8/8/8/2I5/8/6K1 b 5 {"flags":"1111"})", ""},
          {R"(6k1/8/8/8/8/2i5/8/6K1 w 4 {"flags":"1011"})", ""},
          {R"(6k1/8/8/8/8/2II4/8/6K1 b 5 {"flags":"1011"})", ""},
          {R"(6k1/8/8/8/8/2Ii4/8/6K1 b 5 {"flags":"1010"})", ""},
          // The other side has already acted.
          {R"(6k1/8/8/8/8/2I5/8/6K1 b 5 {"flags":"1011","pending":"swap"})", ""},
          {R"(6k1/8/8/8/8/2I5/8/6K1 b 5 {"flags":"1011","pending":"again"})", ""},
      },
      ErrorReason::kImpossiblePosition);
}

TEST(ChakartFen, F2_APendingChoiceCanBeMade) {
  ExpectAllRefused(
      {
          {R"(7k/8/8/8/8/8/8/K7 w 4 {"flags":"1111","pending":"promotion:e8"})", "e8"},
          {R"(4N2k/8/8/8/8/8/8/K7 w 4 {"flags":"1111","pending":"promotion:e8"})", "e8"},
          {R"(4p2k/8/8/8/8/8/8/K7 w 4 {"flags":"1111","pending":"promotion:e8"})", "e8"},
          {R"(7k/8/8/8/8/8/8/K3P3 w 4 {"flags":"1111","pending":"promotion:e1"})", "e1"},
          {R"(4P2k/8/8/8/8/8/8/K7 b 5 {"flags":"1111","pending":"promotion:e8"})", "e8"},
          // These choices would have lapsed (H14).
          {R"(7l/8/8/8/8/8/8/4K3 w 4 {"flags":"1111","pending":"swap"})", ""},
          {R"(7k/8/4n3/4P3/8/8/8/L7 w 4 {"flags":"1111","pending":"again"})", ""},
      },
      ErrorReason::kImpossiblePosition);
}

TEST(ChakartFen, F2_UnusualPositionsAreAllowed) {
  for (const char* fen : {
           "KKK4k/8/8/8/8/8/8/LL5l w 0",                       // many kings
           "pp5k/8/8/8/8/8/8/K5PP w 0",                        // pawns on first ranks
           "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w 0",  //
           "kkkkkkkk/qqqqqqqq/mmmmmmmm/wwwwwwww/dddddddd/eeeeeeee/8/KKKK4 w 0",  //
           "8/8/8/8/8/8/8/8 w 0",                                                // an empty board
           "8/8/8/8/8/8/8/K7 b 1",                                               // a finished game
           "7k/8/8/8/8/8/8/K7 b 0",                                              // Black began
       }) {
    EXPECT_THAT(ReadFen("chakart", fen), IsOk()) << fen;
  }
}

// The pawn was pushed onto the last king, which ended the game before it could promote.
TEST(ChakartFen, H17_AFinishedGameMayHaveAPawnOnItsLastRank) {
  const std::string fen = R"(4P3/8/8/8/8/8/8/4K3 b 11 {"flags":"1111"})";
  EXPECT_EQ(FenOf(*GameAt("chakart", fen)), fen);
}

}  // namespace
}  // namespace arbiter
