// Tests of the rules for a hidden queen, as seen by a viewer who sees everything: rulings H3, H6,
// H8 and H23.
#include <gtest/gtest.h>

#include <span>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::FenAfter;
using testing::FenOf;
using testing::GameAt;
using testing::LegalOf;
using testing::Play;

// The braces after White has used stealth.
constexpr const char* kHidden = R"( {"flags":"1011"})";

struct Step {
  const char* before;
  const char* action;
  const char* after;
};

void ExpectSteps(std::span<const Step> steps) {
  for (const Step& step : steps) {
    EXPECT_EQ(FenAfter("chakart", StrCat(step.before, kHidden), step.action),
              StrCat(step.after, kHidden))
        << step.action << " in " << step.before;
  }
}

TEST(ChakartHidden, H6_TheQueenIsHiddenForOneActionOfTheOpponent) {
  const auto game = GameAt("chakart", "6k1/8/8/8/8/8/8/2Q3K1 w 4");
  Play(*game, {"c1c3?"});
  EXPECT_EQ(FenOf(*game), R"(6k1/8/8/8/8/2I5/8/6K1 b 5 {"flags":"1011"})");
  Play(*game, {"g8f8"});
  EXPECT_EQ(FenOf(*game), R"(5k2/8/8/8/8/2Q5/8/6K1 w 6 {"flags":"1011"})");
  // From then on she moves like any queen.
  Play(*game, {"c3c8", "f8g7"});
  EXPECT_EQ(FenOf(*game), R"(2Q5/6k1/8/8/8/8/8/6K1 w 8 {"flags":"1011"})");
}

TEST(ChakartHidden, H23_AnyActionRevealsTheQueen) {
  const std::tuple<const char*, const char*, const char*> steps[] = {
      {R"(6k1/8/8/8/6N1/2I5/8/6K1 b 5 {"flags":"1011"})", "g8*g4",
       R"(6k1/8/8/8/8/2Q5/8/6K1 w 6 {"flags":"1001"})"},
      {R"(6l1/8/8/8/8/2I5/8/6K1 b 5 {"flags":"1011"})", "0000",
       R"(6k1/8/8/8/8/2Q5/8/6K1 w 6 {"flags":"1011","passes":1})"},
      // The opponent answers with a stealth move, which reveals one queen and hides the other.
      {R"(3qk3/8/8/8/8/2I5/8/6K1 b 5 {"flags":"1011"})", "d8d5?",
       R"(4k3/8/8/3i4/8/2Q5/8/6K1 w 6 {"flags":"1010"})"},
      {R"(4k3/8/8/3i4/8/2Q5/8/6K1 w 6 {"flags":"1010"})", "g1g2",
       R"(4k3/8/8/3q4/8/2Q5/6K1/8 b 7 {"flags":"1010"})"},
      // The first action of a turn with several actions reveals her.
      {R"(3k4/3e4/8/8/8/2I5/8/6K1 b 5 {"flags":"1011"})", "d8d7{egg=daisy}",
       R"(8/3k4/8/8/8/2Q5/8/6K1 b 5 {"flags":"1011","pending":"again"})"},
      {R"(3k4/3e4/8/8/8/2I5/8/6K1 b 5 {"flags":"1011"})", "d8d7{egg=kingboo}",
       R"(8/3k4/8/8/8/2Q5/8/6K1 b 5 {"flags":"1011","pending":"swap"})"},
  };
  for (const auto& [fen, action, after] : steps) {
    EXPECT_EQ(FenAfter("chakart", fen, action), after) << action << " in " << fen;
  }
}

TEST(ChakartHidden, H23_OtherQueensOfTheSameSideDoNotChange) {
  const Step steps[] = {
      {"6k1/8/8/8/8/2I5/8/1Q3TK1 b 5", "g8h8", "7k/8/8/8/8/2Q5/8/1Q3TK1 w 6"},
  };
  ExpectSteps(steps);
}

TEST(ChakartHidden, H23_APieceThatArrivesCapturesTheQueen) {
  const Step steps[] = {
      {"7k/8/8/1n6/8/2I5/8/6K1 b 5", "b5c3", "7k/8/8/1e6/8/2n5/8/6K1 w 6"},
      {"2q4k/8/8/8/8/2I5/8/6K1 b 5", "c8c3", "7k/8/8/8/8/2q5/8/6K1 w 6"},
      {"2r4k/8/8/8/8/2I5/8/6K1 b 5", "c8c3{put=d2}", "7k/8/8/8/8/2r5/3d4/6K1 w 6"},
      {"8/8/8/8/2k5/2I5/8/6K1 b 5", "c4c3", "8/8/8/8/8/2k5/8/6K1 w 6"},
      // A pawn captures her straight ahead, too, where it can capture nothing else.
      {"7k/8/8/8/2p5/2I5/8/6K1 b 5", "c4c3", "7k/8/8/8/2m5/2p5/8/6K1 w 6"},
      {"7k/2p5/8/2I5/8/8/8/6K1 b 5", "c7c5", "7k/8/2m5/2p5/8/8/8/6K1 w 6"},
      {"7k/8/8/8/8/8/2p5/2I3K1 b 5", "c2c1n", "7k/8/8/8/8/8/2m5/2n3K1 w 6"},
  };
  ExpectSteps(steps);
}

TEST(ChakartHidden, H8_TheMushroomOfADoubleStepCapturesTheQueen) {
  const Step steps[] = {
      {"7k/2p5/2I5/8/8/8/8/6K1 b 5", "c7c5", "7k/8/2m5/2p5/8/8/8/6K1 w 6"},
      {"2p4k/2I5/8/8/8/8/8/6K1 b 5", "c8c6", "7k/2m5/2p5/8/8/8/8/6K1 w 6"},
  };
  ExpectSteps(steps);
}

TEST(ChakartHidden, H3_TheQueenDoesNotBlockLines) {
  const Step steps[] = {
      {"2q4k/8/8/2I5/8/8/8/6K1 b 5", "c8c2", "7k/8/8/2Q5/8/8/2q5/6K1 w 6"},
      {"7k/b7/8/2I5/8/8/8/6K1 b 5", "a7d4{put=d5}", "7k/8/8/2Qw4/3b4/8/8/6K1 w 6"},
  };
  ExpectSteps(steps);
}

TEST(ChakartHidden, H23_TheQueenIsVisibleBeforeTheArrivalSquareActs) {
  const Step steps[] = {
      // A mushroom does not carry the king or the knight onto her.
      {"8/8/8/3k4/3m4/3I4/8/6K1 b 5", "d5d4", "8/8/8/8/3k4/3Q4/8/6K1 w 6"},
      {"7k/8/4n3/8/3m4/8/2I5/6K1 b 5", "e6d4", "7k/8/4e3/8/3n4/8/2Q5/6K1 w 6"},
      // A banana may push the king onto her.
      {"8/8/8/3k4/3d4/3I4/8/6K1 b 5", "d5d4{push=d3}", "8/8/8/8/8/3k4/8/6K1 w 6"},
      {"8/8/8/3k4/3d4/3I4/8/6K1 b 5", "d5d4{push=c4}", "8/8/8/8/2k5/3Q4/8/6K1 w 6"},
      // Luigi may turn her. Here she is the only candidate.
      {"3k4/3e4/8/8/8/2I5/8/6K1 b 5", "d8d7{egg=luigi}", "8/3k4/8/8/8/2q5/8/6K1 w 6"},
      // A rook puts no banana on her square.
      {"r6k/8/8/8/8/1I6/8/6K1 b 5", "a8a2", "7k/8/8/8/8/1Q6/r7/1d4K1 w 6"},
  };
  ExpectSteps(steps);
}

TEST(ChakartHidden, H23_TheOpponentsActionsDoNotDependOnTheSquareOfTheQueen) {
  // Black has a pawn, a knight, a bishop, a rook, a queen and a shell; White has a pawn
  // that the shell can hit.
  const auto fen_with = [](std::string_view rank6, std::string_view rank4, std::string_view flags) {
    return StrCat("1n1rkb2/3p1q2/", rank6, "/8/", rank4, R"(/8/4P3/6K1 b 5 {"flags":")", flags,
                  R"("})");
  };
  const auto nowhere = LegalOf(*GameAt("chakart", fen_with("8", "8", "1010")));
  for (const char* rank : {"I7", "1I6", "2I5", "3I4", "4I3", "5I2", "6I1", "7I"}) {
    EXPECT_EQ(LegalOf(*GameAt("chakart", fen_with(rank, "8", "1010"))), nowhere) << rank;
    EXPECT_EQ(LegalOf(*GameAt("chakart", fen_with("8", rank, "1010"))), nowhere) << rank;
  }
}

// Her square is not empty (H6), but a player who does not see her cannot know that. The move is not
// listed, but it is accepted in every notation and captures her.
TEST(ChakartHidden, H23_AStealthMoveOntoTheHiddenQueenIsAccepted) {
  const auto game = GameAt("chakart", R"(4k3/8/8/3i4/8/8/8/3QK3 w 4 {"flags":"1110"})");
  const std::vector<std::string> listed = testing::LegalOf(*game, "d1");
  EXPECT_EQ(std::count(listed.begin(), listed.end(), "d1d5?"), 0);
  EXPECT_EQ(std::count(listed.begin(), listed.end(), "d1d5"), 1);
  EXPECT_EQ(*game->ReadMove("Qd5?", Notation::kSan), "d1d5?");
  const auto seen = testing::LegalOf(*game->ViewFor(Viewer::kWhite), "d1");
  EXPECT_EQ(std::count(seen.begin(), seen.end(), "d1d5?"), 1);
  Play(*game, {"d1d5?"});
  EXPECT_EQ(FenOf(*game), R"(4k3/8/8/3I4/8/8/8/4K3 b 5 {"flags":"1010"})");
}

}  // namespace
}  // namespace arbiter
