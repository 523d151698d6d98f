// Tests of the bananas and bombs that rooks and bishops put, the order of random draws, and the
// diagrams in the source of the rules: rulings H9, H20, H21, H24 and H25.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>

#include "tests/support/game.h"
#include "tests/support/outcomes.h"

namespace arbiter {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::ExpectRefused;
using testing::ExpectSteps;
using testing::FenAfter;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::OutcomesOf;
using testing::OutcomeTextsOf;
using testing::Play;
using testing::Step;

TEST(ChakartPuts, H9_RookPutsABananaDiagonallyNextToItself) {
  EXPECT_THAT(OutcomeTextsOf("chakart", "7k/8/8/8/8/8/8/K2R4 w 0", "d1d4"),
              ElementsAre("d1d4{put=c3}", "d1d4{put=e3}", "d1d4{put=c5}", "d1d4{put=e5}"));
  const Step steps[] = {
      {"7k/8/8/8/8/8/8/K2R4 w 0", "d1d4{put=e5}", R"(7k/8/8/4d3/3R4/8/8/K7 b 1 {"flags":"1111"})"},
      // A rook puts a banana after a capture, too.
      {"7k/8/8/8/3n4/8/8/K2R4 w 0", "d1d4{put=c3}",
       R"(7k/8/8/8/3R4/2d5/8/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/3r4/8/8/8/K7 b 1", "d5d8{put=e7}", R"(3r3k/4d3/8/8/8/8/8/K7 w 2 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartPuts, H9_BishopPutsABombOrthogonallyNextToItself) {
  EXPECT_THAT(OutcomeTextsOf("chakart", "7k/8/8/8/8/8/8/K2B4 w 0", "d1e2"),
              ElementsAre("d1e2{put=e1}", "d1e2{put=d2}", "d1e2{put=f2}", "d1e2{put=e3}"));
  EXPECT_EQ(FenAfter("chakart", "7k/8/8/8/8/8/8/K2B4 w 0", "d1e2{put=e1}"),
            R"(7k/8/8/8/8/8/4B3/K3w3 b 1 {"flags":"1111"})");
}

TEST(ChakartPuts, H9_PiecesBlockAndObjectsAreReplaced) {
  const char* fen = "7k/8/8/2e1n3/8/2P1m3/8/K2R4 w 0";
  EXPECT_THAT(OutcomeTextsOf("chakart", fen, "d1d4"), ElementsAre("d1d4{put=e3}", "d1d4{put=c5}"));
  EXPECT_EQ(FenAfter("chakart", fen, "d1d4{put=c5}"),
            R"(7k/8/8/2d1n3/3R4/2P1m3/8/K7 b 1 {"flags":"1111"})");
}

TEST(ChakartPuts, H9_NothingIsDrawnForOneFreeSquareAndNothingIsPutWithoutAny) {
  const Step steps[] = {
      {"7k/8/8/8/8/8/8/R6K w 0", "a1a8", R"(R6k/1d6/8/8/8/8/8/7K b 1 {"flags":"1111"})"},
      {"7k/1n6/8/8/8/8/8/R6K w 0", "a1a8", R"(R6k/1n6/8/8/8/8/8/7K b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
  for (const Step& step : steps) {
    const auto outcomes = OutcomesOf("chakart", step.fen, step.action);
    ASSERT_EQ(outcomes.size(), 1u);
    EXPECT_EQ(outcomes[0].probability, "1");
    EXPECT_EQ(outcomes[0].text, step.action);
  }
}

TEST(ChakartPuts, H9_TheObjectIsPutLast) {
  const Step steps[] = {
      // A pushed rook puts its banana next to the square where its path ended, here on its origin.
      {"7k/8/8/8/8/8/d7/R6K w 0", "a1a2{push=b2,put=a1}",
       R"(7k/8/8/8/8/8/1R6/d6K b 1 {"flags":"1111"})"},
      // A rook that is immobilised or changes its colour puts its banana as well.
      {"7k/8/8/8/8/8/8/Re5K w 0", "a1b1{egg=bowser,put=c2}",
       R"(7k/8/8/8/8/8/2d5/1U5K b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/8/Re5K w 0", "a1b1{egg=waluigi,put=c2}",
       R"(7k/8/8/8/8/8/2d5/1r5K b 1 {"flags":"1111"})"},
      // The banana is put before the choice that an egg brings.
      {"7k/8/8/8/8/8/8/Re5K w 0", "a1b1{egg=kingboo,put=a2}",
       R"(7k/8/8/8/8/8/d7/1R5K w 0 {"flags":"1111","pending":"swap"})"},
      {"7k/8/8/8/8/8/8/Re5K w 0", "a1b1{egg=toadette,piece=n,put=a2}",
       R"(7k/8/8/8/8/8/d7/1R5K w 0 {"flags":"1111","pending":"drop:n"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartPuts, H9_NothingIsPutAfterKoopaOrChompOrTheEndOfTheGame) {
  const Step steps[] = {
      {"7k/8/8/8/8/8/8/Re5K w 0", "a1b1{egg=koopa}", R"(7k/8/8/8/8/8/8/R6K b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/8/Re5K w 0", "a1b1{egg=chomp}", R"(7k/8/8/8/8/8/8/7K b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/8/K6R w 0", "h1h8", R"(7R/8/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartPuts, H9_PromotedAndPlacedPiecesPutTheirObjects) {
  EXPECT_THAT(OutcomeTextsOf("chakart", "7k/4P3/8/8/8/8/8/K7 w 0", "e7e8r"),
              ElementsAre("e7e8r{put=d7}", "e7e8r{put=f7}"));
  // The pawn's own mushroom on e7 may be replaced.
  EXPECT_THAT(OutcomeTextsOf("chakart", "7k/4P3/8/8/8/8/8/K7 w 0", "e7e8b"),
              ElementsAre("e7e8b{put=e7}", "e7e8b{put=d8}", "e7e8b{put=f8}"));
  const Step steps[] = {
      {"7k/4P3/8/8/8/8/8/K7 w 0", "e7e8b{put=e7}", R"(4B2k/4w3/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
      {R"(7k/8/8/8/8/8/8/K7 w 6 {"flags":"1111","pending":"drop:r"})", "R@e4{put=d5}",
       R"(7k/8/8/3d4/4R3/8/8/K7 b 7 {"flags":"1111"})"},
      {R"(7k/8/8/8/4e3/8/8/K7 b 7 {"flags":"1111","pending":"drop:b"})", "B@e4{egg=bowser,put=e3}",
       R"(7k/8/8/8/4c3/4w3/8/K7 w 8 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartPuts, H20_RandomDrawsComeInAFixedOrder) {
  const char* fen = "7k/8/8/8/de6/8/8/R2N3K w 0";
  EXPECT_EQ(FenAfter("chakart", fen, "a1a4{push=b4,egg=waluigi,on=d1,put=a5}"),
            R"(7k/8/8/d7/1R6/8/8/3n3K b 1 {"flags":"1111"})");
  const auto game = GameAt("chakart", fen);
  for (const char* text :
       {"a1a4{push=b4,egg=waluigi,put=a5,on=d1}", "a1a4{egg=waluigi,push=b4,on=d1,put=a5}",
        "a1a4{push=b4,egg=waluigi,on=h1,put=a5}", "a1a4{push=b4,egg=yoshi,put=a5}"}) {
    ExpectRefused(*game, text, ErrorReason::kImpossibleOutcome, "");
  }
}

TEST(ChakartPuts, H21_EqualResultsAreMergedUnderTheFirstPath) {
  // A bomb put on e1 or on d2 replaces the bomb there, so both paths have the same result.
  const auto outcomes = OutcomesOf("chakart", "7k/8/8/8/8/8/3w4/K2Bw3 w 0", "d1e2");
  ASSERT_EQ(outcomes.size(), 3u);
  EXPECT_EQ(outcomes[0].text, "d1e2{put=e1}");
  EXPECT_EQ(outcomes[0].probability, "1/2");
  EXPECT_EQ(outcomes[1].text, "d1e2{put=f2}");
  EXPECT_EQ(outcomes[1].probability, "1/4");
  EXPECT_EQ(outcomes[2].text, "d1e2{put=e3}");
  EXPECT_EQ(outcomes[2].probability, "1/4");
  // The other path is accepted as well.
  EXPECT_EQ(FenAfter("chakart", "7k/8/8/8/8/8/3w4/K2Bw3 w 0", "d1e2{put=d2}"), outcomes[0].fen);
}

// The source's first diagram shows the position after 1.d4 Nf6 2.Bb4, which puts a bomb on c4.
TEST(ChakartPuts, H9_SourceDiagram1) {
  const auto game = GameAt("chakart", "qbbrrnnk/pppppppp/8/8/8/8/PPPPPPPP/QBNNBKRR w 0");
  Play(*game, {"d2d4", "g8f6"});
  EXPECT_THAT(OutcomeTextsOf("chakart", FenOf(*game), "e1b4"),
              ElementsAre("e1b4{put=b3}", "e1b4{put=a4}", "e1b4{put=c4}", "e1b4{put=b5}"));
  Play(*game, {"e1b4{put=c4}"});
  EXPECT_EQ(FenOf(*game),
            R"(qbbrrnek/pppppppp/5n2/8/1BwP4/3m4/PPP1PPPP/QBNN1KRR b 3 {"flags":"1111"})");
}

// The source's second diagram: the banana on e4 pushes the pawn to e5, the mushroom carries it to
// e6, and the bomb pushes it to d5, where it captures its own rook.
TEST(ChakartPuts, H24_SourceDiagram2) {
  const char* fen =
      R"(rn1b2qk/pbpp1ppp/1w2wp2/1p1Rm3/3PdnPr/4PPd1/PPP1m2P/NNB1KRQB w 1 {"flags":"1111"})";
  EXPECT_EQ(FenAfter("chakart", fen, "f3e4{push=e5,push=d5}"),
            R"(rn1b2qk/pbpp1ppp/1w3p2/1p1P4/3P1nPr/4Pmd1/PPP1m2P/NNB1KRQB b 2 {"flags":"1111"})");
  // A push to e3 and one to d4 have the same result: the pawn takes the place of another (H21).
  EXPECT_THAT(
      OutcomeTextsOf("chakart", fen, "f3e4"),
      ElementsAre("f3e4{push=e3}", "f3e4{push=f4}", "f3e4{push=e5,push=d5}",
                  "f3e4{push=e5,push=f5}", "f3e4{push=e5,push=d7}", "f3e4{push=e5,push=f7}"));
}

// The source's third diagram, 1...Rxf6*W: the queen on g8 turns white, and then the rook puts a
// banana on g7.
TEST(ChakartPuts, H25_SourceDiagram3) {
  const auto game = GameAt("chakart",
                           "erk2rq1/1m2e1m1/mppmne1m/p1BpppPp/mm1P1QbP/1Nmnw1dm/e1mP2d1/1BwR1RKN "
                           "b 1");
  ActionResult result;
  ASSERT_THAT(game->Apply("f8f6{egg=waluigi,on=g8,put=g7}", &result), IsOk());
  EXPECT_EQ(result.san, "Rxf6*Wg8");
  EXPECT_EQ(FenOf(*game),
            "erk3Q1/1m2e1d1/mppmnr1m/p1BpppPp/mm1P1QbP/1Nmnw1dm/e1mP2d1/1BwR1RKN "
            R"(w 2 {"flags":"1111"})");
  EXPECT_THAT(testing::LegalOf(*game), Contains("g8c8"));
}

}  // namespace
}  // namespace arbiter
