// Tests reading moves as people and foreign programs write them: ruling C15.
#include "core/game/any_notation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::GameAt;
using testing::Play;
using testing::StartOf;

// Returns the action text, or the error.
std::string Read(const Game& game, std::string_view text) {
  const auto action = ReadAnyMove(game, text);
  return action.ok() ? *action : std::string(action.status().message());
}

struct Row {
  const char* text;
  const char* action;
};

void ExpectRead(const Game& game, const std::vector<Row>& rows) {
  for (const Row& row : rows) EXPECT_EQ(Read(game, row.text), row.action) << row.text;
}

TEST(AnyNotation, C15_MovesOfMakruk) {
  ExpectRead(*StartOf("makruk"),
             {{"e3e4", "e3e4"},    {"E3E4", "e3e4"},    {"e3-e4", "e3e4"},   {"E3-E4", "e3e4"},
              {"e4", "e3e4"},      {"Pe4", "e3e4"},     {"Pe3-e4", "e3e4"},  {"Nd2", "b1d2"},
              {"Nb1-d2", "b1d2"},  {"b1-d2", "b1d2"},   {"B1D2", "b1d2"},    {"Bc2", "c1c2"},
              {"Sc2", "c1c2"},     {"Qf2", "e1f2"},     {"Mf2", "e1f2"},     {"Nd2=", "b1d2"},
              {"Nd2!?", "b1d2"},   {"Nd2±", "b1d2"},    {"Nd2∞", "b1d2"},    {"Nd2+=", "b1d2"},
              {"Nd2-+", "b1d2"},   {"Nd2‼", "b1d2"},    {"ม-ง๒", "b1d2"},    {"ม-ง2", "b1d2"},
              {"มง2", "b1d2"},     {"ม ข๑-ง๒", "b1d2"}, {"ม ข1-ง2", "b1d2"}, {"มข1-ง2", "b1d2"},
              {"ม.ข1-ง2", "b1d2"}, {"บ จ3-จ4", "e3e4"}, {"จ4", "e3e4"}});
}

TEST(AnyNotation, C15_CapturesAndPromotionsOfMakruk) {
  const auto capture = GameAt("makruk", "7k/8/8/8/R2p4/8/8/K7 w - - 0 1");
  ExpectRead(*capture, {{"Rxd4", "a4d4"},
                        {"RXd4", "a4d4"},
                        {"R×d4", "a4d4"},
                        {"Ra4xd4", "a4d4"},
                        {"รxง4", "a4d4"},
                        {"รก4Xง4", "a4d4"},
                        {"ร.ก4 × บ.ง4", "a4d4"},
                        {"ร.ก๔ x บ.ง๔", "a4d4"}});
  const auto promotion = GameAt("makruk", "7k/8/8/4P3/8/8/8/KR6 w - - 3 9");
  ExpectRead(*promotion, {{"e6=M", "e5e6m"},
                          {"e6M", "e5e6m"},
                          {"e6m", "e5e6m"},
                          {"e6=Q", "e5e6m"},
                          {"e6Q", "e5e6m"},
                          {"e6", "e5e6m"},
                          {"Pe5-e6=m!", "e5e6m"},
                          {"E5E6M", "e5e6m"}});
}

TEST(AnyNotation, C15_MovesOfTheOtherGames) {
  ExpectRead(
      *StartOf("chak"),
      {{"Pc3-c4", "c3c4"}, {"c3-c4", "c3c4"}, {"C3C4", "c3c4"}, {"c4=", "c3c4"}, {"Pc4!", "c3c4"}});
  const auto promotes = GameAt("chak", "8k/9/9/9/9/2P6/9/9/K8 w - - 0 1");
  ExpectRead(*promotes, {{"c4c5", "c4c5+"}, {"C4C5", "c4c5+"}, {"c4-c5", "c4c5+"}});
  ExpectRead(
      *StartOf("chakart"),
      {{"Pe2-e4", "e2e4"}, {"E2-E4", "e2e4"}, {"Nf3?!", "g1f3"}, {"Nf3=", "g1f3"}, {"e4", "e2e4"}});
  ExpectRead(*StartOf("chpok", {{"skip_bidding", "true"}}),
             {{"Pe2-e4", "e2e4"}, {"E2E4", "e2e4"}, {"Nf3⩲", "g1f3"}, {"Ng1-f3", "g1f3"}});
}

TEST(AnyNotation, H27_QuestionMarkIsTheStealthMoveWhereThatIsLegal) {
  const auto game = StartOf("chakart");
  Play(*game, {"e2e4", "e7e5"});
  EXPECT_EQ(Read(*game, "Qh5?"), "d1h5?");
  EXPECT_EQ(Read(*game, "Qh5"), "d1h5");
  EXPECT_EQ(Read(*game, "Nf3?"), "g1f3");
}

TEST(AnyNotation, C15_ErrorsShowTheWordAndALegalMove) {
  const auto makruk = StartOf("makruk");
  EXPECT_EQ(Read(*makruk, "O-O"), "'O-O' names no legal move: there is no castling");
  EXPECT_EQ(Read(*makruk, "0-0-0"), "'0-0-0' names no legal move: there is no castling");
  EXPECT_EQ(Read(*makruk, "--"), "'--' names no legal move: a player may not pass");
  EXPECT_EQ(Read(*makruk, "Z0"), "'Z0' names no legal move: a player may not pass");
  EXPECT_THAT(Read(*makruk, "Bd5"), ::testing::StartsWith("'Bd5' names no legal move: "));
  EXPECT_THAT(Read(*makruk, "Ünsinn"), ::testing::HasSubstr("it is not valid SAN"));
  EXPECT_THAT(Read(*makruk, "มมม"), ::testing::HasSubstr("it is not valid Thai SAN"));
  EXPECT_THAT(Read(*StartOf("chakart"), "O-O"), ::testing::HasSubstr("there is no castling"));
  EXPECT_THAT(Read(*StartOf("chakart"), "Z0"), ::testing::StartsWith("'Z0' "));
}

TEST(AnyNotation, C15_ExamplesInErrorsAreLegal) {
  for (const char* variant : {"chak", "makruk", "chakart"}) {
    const auto game = StartOf(variant);
    const std::string error = Read(*game, "nonsense");
    const size_t example = error.find("for example, ");
    ASSERT_NE(example, std::string::npos) << error;
    EXPECT_TRUE(ReadAnyMove(*game, error.substr(example + 13)).ok()) << error;
  }
}

// A `?` behind a queen's move is the stealth move, however the move is written (H6, H27).
TEST(AnyNotation, C15_H27_StealthMovesInEveryStyle) {
  const auto game = GameAt("chakart", "4k3/8/8/8/8/8/8/3QK3 w 0");
  ExpectRead(*game, {{"d1h5?", "d1h5?"},
                     {"D1H5?", "d1h5?"},
                     {"d1-h5?", "d1h5?"},
                     {"D1-H5?", "d1h5?"},
                     {"Qh5?", "d1h5?"},
                     {"Qd1-h5?", "d1h5?"},
                     {"D1H5", "d1h5"},
                     {"D1H5!", "d1h5"},
                     {"Kf1?", "e1f1"}});
}

TEST(AnyNotation, C15_SquaresInCapitals) {
  const auto promotion = GameAt("makruk", "7k/8/8/4P3/8/8/8/KR6 w - - 3 9");
  for (const char* text : {"E5E6=M", "E5-E6=M", "E5E6=Q", "E5E6Q", "e5e6=q", "E5E6M", "E5E6",
                           "PE5-E6", "E6=m", "e5–e6", "E5−E6=M"}) {
    EXPECT_EQ(Read(*promotion, text), "e5e6m") << text;
  }
  ExpectRead(*StartOf("makruk"), {{"NB1-D2", "b1d2"}, {"ND2", "b1d2"}, {"PE3-E4", "e3e4"}});
  ExpectRead(*GameAt("makruk", "7k/8/8/8/R2p4/8/8/K7 w - - 0 1"),
             {{"A4XD4", "a4d4"}, {"RA4xD4", "a4d4"}, {"a4:d4", "a4d4"}});
}

TEST(AnyNotation, C15_CastlingOfChpok) {
  const auto game = GameAt("chpok", "7k/pppp4/8/8/8/8/8/R3K2R w - 1,1 0,0 0,0 0,0 1 {d=0}");
  for (const char* text : {"O-O", "0-0", "o-o", "O-O!", "O–O"}) {
    EXPECT_EQ(Read(*game, text), "e1h1") << text;
  }
  for (const char* text : {"O-O-O", "0-0-0", "o-o-o"}) EXPECT_EQ(Read(*game, text), "e1a1") << text;
}

// ข, ค and ง are pieces as well as files.
TEST(AnyNotation, C15_ATextWithTwoReadingsIsRefusedWithBoth) {
  const auto game = GameAt("makruk", "7k/8/8/8/2p5/1P1K4/8/6R1 w - - 0 1");
  EXPECT_EQ(Read(*game, "ขxค4"), "d3c4");
  EXPECT_THAT(Read(*game, "ข3xค4"), ::testing::HasSubstr("names more than one legal move"));
  EXPECT_EQ(Read(*game, "บข3xค4"), "b3c4");
}

TEST(AnyNotation, C15_ErrorsShowTheTextAsItIs) {
  for (const char* variant : {"makruk", "chak", "chakart"}) {
    for (const char* text : {"O-O+", "E5E9!", "zz*", "a8=", "Z9?!", "e4–e9", "+/-"}) {
      EXPECT_THAT(Read(*StartOf(variant), text), ::testing::HasSubstr(Quoted(text))) << variant;
    }
  }
  EXPECT_EQ(Read(*StartOf("makruk"), "E3E5"),
            "'E3E5' names no legal move: a pawn moves one square, never two (M1)");
}

}  // namespace
}  // namespace arbiter
