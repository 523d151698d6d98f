// Tests of Chakart's eight eggs: ruling H13.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>

#include "core/game/messages.h"
#include "tests/support/game.h"
#include "tests/support/outcomes.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using testing::ExpectSteps;
using testing::FenOf;
using testing::GameAt;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::LegalOf;
using testing::OutcomesOf;
using testing::OutcomeText;
using testing::OutcomeTextsOf;
using testing::Play;
using testing::Step;

// Returns the outcomes of an action whose text contains `egg`.
std::vector<std::string> WithEgg(const char* fen, const char* action, std::string_view egg) {
  std::vector<std::string> texts;
  for (const std::string& text : OutcomeTextsOf("chakart", fen, action)) {
    if (text.find(egg) != std::string::npos) texts.push_back(text);
  }
  return texts;
}

TEST(ChakartEggs, H13_TheEightEggsAreListedInTheOrderOfTheRules) {
  // Luigi finds no piece to turn, and Waluigi only the queen that opened the egg.
  const OutcomeText expected[] = {
      {"1/8", "d1d2{egg=kingboo}", R"(4k3/8/8/8/8/8/3Q4/K7 w 4 {"flags":"1111","pending":"swap"})"},
      {"1/8", "d1d2{egg=koopa}", R"(4k3/8/8/8/8/8/8/K2Q4 b 5 {"flags":"1111"})"},
      {"1/40", "d1d2{egg=toadette,piece=q}",
       R"(4k3/8/8/8/8/8/3Q4/K7 w 4 {"flags":"1111","pending":"drop:q"})"},
      {"1/40", "d1d2{egg=toadette,piece=r}",
       R"(4k3/8/8/8/8/8/3Q4/K7 w 4 {"flags":"1111","pending":"drop:r"})"},
      {"1/40", "d1d2{egg=toadette,piece=n}",
       R"(4k3/8/8/8/8/8/3Q4/K7 w 4 {"flags":"1111","pending":"drop:n"})"},
      {"1/40", "d1d2{egg=toadette,piece=b}",
       R"(4k3/8/8/8/8/8/3Q4/K7 w 4 {"flags":"1111","pending":"drop:b"})"},
      {"1/40", "d1d2{egg=toadette,piece=k}",
       R"(4k3/8/8/8/8/8/3Q4/K7 w 4 {"flags":"1111","pending":"drop:k"})"},
      {"1/8", "d1d2{egg=chomp}", R"(4k3/8/8/8/8/8/8/K7 b 5 {"flags":"1111"})"},
      {"1/8", "d1d2{egg=daisy}", R"(4k3/8/8/8/8/8/3Q4/K7 w 4 {"flags":"1111","pending":"again"})"},
      {"1/8", "d1d2{egg=bowser}", R"(4k3/8/8/8/8/8/3T4/K7 b 5 {"flags":"1111"})"},
      {"1/8", "d1d2{egg=luigi}", R"(4k3/8/8/8/8/8/3Q4/K7 b 5 {"flags":"1111"})"},
      {"1/8", "d1d2{egg=waluigi}", R"(4k3/8/8/8/8/8/3q4/K7 b 5 {"flags":"1111"})"},
  };
  const auto found = OutcomesOf("chakart", "4k3/8/8/8/8/8/3e4/K2Q4 w 4", "d1d2");
  ASSERT_EQ(found.size(), std::size(expected));
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].probability, expected[i].probability) << i;
    EXPECT_EQ(found[i].text, expected[i].text) << i;
    EXPECT_EQ(found[i].fen, expected[i].fen) << i;
  }
}

TEST(ChakartEggs, H13_KoopaReplacesTheObjectLeftOnTheOrigin) {
  const Step steps[] = {
      {"7k/8/8/8/8/4e3/4P3/K7 w 0", "e2e3{egg=koopa}",
       R"(7k/8/8/8/8/8/4P3/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/2e5/8/KN6 w 0", "b1c3{egg=koopa}", R"(7k/8/8/8/8/8/8/KN6 b 1 {"flags":"1111"})"},
      // The mushroom in the middle stays.
      {"7k/8/8/8/4e3/8/4P3/K7 w 0", "e2e4{egg=koopa}",
       R"(7k/8/8/8/8/4m3/4P3/K7 b 1 {"flags":"1111"})"},
      // The piece returns to where the action began. Objects that it removed do not come back.
      {"7k/8/8/4e3/4m3/8/4P3/K7 w 0", "e2e4{egg=koopa}",
       R"(7k/8/8/8/8/4m3/4P3/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/2e5/2d5/8/KN6 w 0", "b1c3{push=c4,egg=koopa}",
       R"(7k/8/8/8/8/8/8/KN6 b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartEggs, H13_KoopaReturnsAPromotedPiecePromoted) {
  const Step steps[] = {
      {"4e2k/4P3/8/8/8/8/8/K7 w 0", "e7e8q{egg=koopa}",
       R"(7k/4Q3/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
      {"4e2k/4P3/8/8/8/8/8/K7 w 0", "e7e8r{egg=koopa}",
       R"(7k/4R3/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/3p4/K3e3 b 1", "d2e1n{egg=koopa}",
       R"(7k/8/8/8/8/8/3n4/K7 w 2 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartEggs, H13_KoopaAndChompRemoveAPlacedPiece) {
  const char* fen = R"(7k/8/8/8/4e3/8/8/K7 w 6 {"flags":"1111","pending":"drop:r"})";
  const char* after = R"(7k/8/8/8/8/8/8/K7 b 7 {"flags":"1111"})";
  const Step steps[] = {{fen, "R@e4{egg=koopa}", after}, {fen, "R@e4{egg=chomp}", after}};
  ExpectSteps("chakart", steps);
}

TEST(ChakartEggs, H13_ChompCapturesThePiece) {
  const Step steps[] = {
      {"7k/8/8/8/8/4e3/4P3/K7 w 0", "e2e3{egg=chomp}",
       R"(7k/8/8/8/8/8/4m3/K7 b 1 {"flags":"1111"})"},
      {"4e2k/4P3/8/8/8/8/8/K7 w 0", "e7e8k{egg=chomp}",
       R"(7k/4m3/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
      // The egg captures one of two kings.
      {"7k/8/8/8/8/8/e7/K6K w 0", "a1a2{egg=chomp}", R"(7k/8/8/8/8/8/8/7K b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartEggs, H13_BowserImmobilisesEveryPiece) {
  const Step steps[] = {
      {"7k/8/8/8/8/4e3/4P3/6K1 w 0", "e2e3{egg=bowser}",
       R"(7k/8/8/8/8/4S3/4m3/6K1 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/8/Re4K1 w 0", "a1b1{egg=bowser,put=a2}",
       R"(7k/8/8/8/8/8/d7/1U4K1 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/2e5/8/1N4K1 w 0", "b1c3{egg=bowser}",
       R"(7k/8/8/8/8/2O5/8/1e4K1 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/2e5/1B4K1 w 0", "b1c2{egg=bowser,put=c1}",
       R"(7k/8/8/8/8/8/2C5/2w3K1 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/8/Qe4K1 w 0", "a1b1{egg=bowser}",
       R"(7k/8/8/8/8/8/8/1T4K1 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/8/5eK1 w 0", "g1f1{egg=bowser}", R"(7k/8/8/8/8/8/8/5L2 b 1 {"flags":"1111"})"},
      {"4e2k/4P3/8/8/8/8/8/6K1 w 0", "e7e8q{egg=bowser}",
       R"(4T2k/4m3/8/8/8/8/8/6K1 b 1 {"flags":"1111"})"},
      {"6ke/8/8/8/8/8/8/6K1 b 1", "g8h8{egg=bowser}", R"(7l/8/8/8/8/8/8/6K1 w 2 {"flags":"1111"})"},
      {R"(7k/8/8/8/4e3/8/8/K7 w 6 {"flags":"1111","pending":"drop:k"})", "K@e4{egg=bowser}",
       R"(7k/8/8/8/4L3/8/8/K7 b 7 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartEggs, H13_AnImmobilisedPieceIsFreedAfterItsOwnersNextTurn) {
  const auto game = GameAt("chakart", "7k/8/8/8/8/8/P3e3/4K3 w 0");
  Play(*game, {"e1e2{egg=bowser}"});
  EXPECT_EQ(FenOf(*game), R"(7k/8/8/8/8/8/P3L3/8 b 1 {"flags":"1111"})");
  Play(*game, {"h8h7"});
  EXPECT_THAT(LegalOf(*game), ElementsAre("a2a3", "a2a4"));
  Play(*game, {"a2a3"});
  EXPECT_EQ(FenOf(*game), R"(8/7k/8/8/8/P7/m3K3/8 b 3 {"flags":"1111"})");
}

TEST(ChakartEggs, H13_NoPieceIsFreedBetweenTwoActionsOfATurn) {
  // The knight was immobilised before this turn; the king is immobilised during it.
  const auto game = GameAt("chakart", "7k/8/8/8/8/8/3e3O/Ke1Q4 w 4");
  Play(*game, {"d1d2{egg=daisy}"});
  EXPECT_EQ(FenOf(*game), R"(7k/8/8/8/8/8/3Q3O/Ke6 w 4 {"flags":"1111","pending":"again"})");
  EXPECT_THAT(LegalOf(*game, "h2"), IsEmpty());
  Play(*game, {"a1b1{egg=bowser}"});
  EXPECT_EQ(FenOf(*game), R"(7k/8/8/8/8/8/3Q3N/1L6 b 5 {"flags":"1111"})");
}

TEST(ChakartEggs, H13_LuigiTurnsAnEnemyPiece) {
  // The kings, one of them immobilised, and the pawn on White's last rank are not candidates.
  const char* fen = "4k1p1/8/8/o7/4q3/6n1/3e4/K2Q3l w 4";
  EXPECT_THAT(
      WithEgg(fen, "d1d2", "egg=luigi"),
      ElementsAre("d1d2{egg=luigi,on=g3}", "d1d2{egg=luigi,on=e4}", "d1d2{egg=luigi,on=a5}"));
  const Step steps[] = {
      {fen, "d1d2{egg=luigi,on=e4}", R"(4k1p1/8/8/o7/4Q3/6n1/3Q4/K6l b 5 {"flags":"1111"})"},
      {fen, "d1d2{egg=luigi,on=a5}", R"(4k1p1/8/8/O7/4q3/6n1/3Q4/K6l b 5 {"flags":"1111"})"},
      // A single candidate needs no random draw, so the action text does not name it.
      {"7k/8/8/p7/8/8/3e4/K2Q4 w 4", "d1d2{egg=luigi}",
       R"(7k/8/8/P7/8/8/3Q4/K7 b 5 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartEggs, H13_WaluigiTurnsAPieceOfTheMover) {
  // The kings and the pawn on Black's last rank are not candidates; the moving queen is.
  const char* fen = "4k3/8/8/S7/8/6N1/3e4/KP1Q3L w 4";
  EXPECT_THAT(
      WithEgg(fen, "d1d2", "egg=waluigi"),
      ElementsAre("d1d2{egg=waluigi,on=d2}", "d1d2{egg=waluigi,on=g3}", "d1d2{egg=waluigi,on=a5}"));
  const Step steps[] = {
      {fen, "d1d2{egg=waluigi,on=d2}", R"(4k3/8/8/P7/8/6N1/3q4/KP5K b 5 {"flags":"1111"})"},
      {fen, "d1d2{egg=waluigi,on=g3}", R"(4k3/8/8/P7/8/6n1/3Q4/KP5K b 5 {"flags":"1111"})"},
      {fen, "d1d2{egg=waluigi,on=a5}", R"(4k3/8/8/s7/8/6N1/3Q4/KP5K b 5 {"flags":"1111"})"},
      // A king cannot change sides, so there is no candidate.
      {"4k3/8/8/8/8/8/4e3/4K3 w 4", "e1e2{egg=waluigi}",
       R"(4k3/8/8/8/8/8/4K3/8 b 5 {"flags":"1111"})"},
      // Toadette's piece has opened the egg.
      {R"(7k/8/8/8/4e3/8/8/K7 w 6 {"flags":"1111","pending":"drop:n"})", "N@e4{egg=waluigi}",
       R"(7k/8/8/8/4n3/8/8/K7 b 7 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartEggs, H13_ATurnedPieceStaysImmobilisedDuringItsNewOwnersNextTurn) {
  const auto game = GameAt("chakart", "4k3/8/8/o7/8/8/3e4/K2Q4 w 4");
  Play(*game, {"d1d2{egg=luigi}"});
  EXPECT_EQ(FenOf(*game), R"(4k3/8/8/O7/8/8/3Q4/K7 b 5 {"flags":"1111"})");
  Play(*game, {"e8f8"});
  EXPECT_THAT(LegalOf(*game, "a5"), IsEmpty());
  Play(*game, {"a1b1"});
  EXPECT_EQ(FenOf(*game), R"(5k2/8/8/N7/8/8/3Q4/1K6 b 7 {"flags":"1111"})");

  const auto waluigi = GameAt("chakart", "4k3/8/8/S7/8/8/3e4/K2Q4 w 4");
  Play(*waluigi, {"d1d2{egg=waluigi,on=a5}"});
  EXPECT_THAT(LegalOf(*waluigi, "a5"), IsEmpty());
  Play(*waluigi, {"e8f8"});
  EXPECT_EQ(FenOf(*waluigi), R"(5k2/8/8/p7/8/8/3Q4/K7 w 6 {"flags":"1111"})");
}

TEST(ChakartEggs, H13_TheEventSaysIfNoPieceCanChangeSides) {
  const auto message = [](const char* action) {
    ActionResult result;
    const auto game = GameAt("chakart", "7k/8/8/8/8/8/4e3/4K3 w 0");
    EXPECT_THAT(game->Apply(action, &result), IsOk());
    return WriteString([&](StringWriter* text) {
      DescribeEvent(game->variant(), result.events.back(), Locale::kEnglish, text);
    });
  };
  EXPECT_EQ(message("e1e2{egg=luigi}"),
            "The egg on e2 holds Luigi, but there is no piece to change sides.");
  EXPECT_EQ(message("e1e2{egg=waluigi}"),
            "The egg on e2 holds Waluigi, but there is no piece to change sides.");
}

TEST(ChakartEggs, H13_AnEggEndsThePath) {
  // The king does not reach the mushroom beyond the egg.
  ActionResult result;
  const auto game = GameAt("chakart", "7k/8/8/8/4m3/4e3/4m3/4K3 w 0");
  ASSERT_THAT(game->Apply("e1e2{egg=luigi}", &result), IsOk());
  EXPECT_EQ(result.text, "e1e2{egg=luigi}");
  EXPECT_EQ(FenOf(*game), R"(7k/8/8/8/4m3/4K3/8/8 b 1 {"flags":"1111"})");
}

}  // namespace
}  // namespace arbiter
