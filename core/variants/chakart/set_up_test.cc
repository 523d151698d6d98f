// Tests of the set-ups: ruling H1.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::VariantNamed;

struct Started {
  testing::GamePtr game;
  std::vector<Draw> draws;
};

Started StartWith(const char* set_up, int number) {
  Started started;
  const std::string seed = StrCat("a seed of 16 bytes and more ", number);
  auto game = VariantNamed("chakart").Start({{"setup", set_up}}, seed, &started.draws);
  EXPECT_THAT(game, IsOk());
  started.game = *std::move(game);
  return started;
}

std::string BackRank(const Game& game, bool white) {
  const std::string fen = FenOf(game);
  const size_t start = white ? fen.find(' ') - 8 : 0;
  return fen.substr(start, 8);
}

TEST(ChakartSetUp, H1_StandardDrawsNothing) {
  EXPECT_TRUE(StartWith("standard", 0).draws.empty());
  EXPECT_EQ(FenOf(*testing::StartOf("chakart")), VariantNamed("chakart").info().start_fen);
}

TEST(ChakartSetUp, H1_PiecesAreDrawnInOrderAmongTheFreeFiles) {
  const Started started = StartWith("symmetric", 1);
  ASSERT_EQ(started.draws.size(), 6u);
  std::vector<std::string_view> purposes;
  std::vector<size_t> candidates;
  for (const Draw& draw : started.draws) {
    purposes.push_back(draw.purpose);
    candidates.push_back(draw.candidates.size());
    EXPECT_TRUE(std::is_sorted(draw.candidates.begin(), draw.candidates.end()));
  }
  EXPECT_THAT(purposes, ElementsAre("bishop", "bishop", "queen", "king", "knight", "knight"));
  EXPECT_THAT(candidates, ElementsAre(4u, 4u, 6u, 5u, 4u, 3u));
  EXPECT_THAT(started.draws[0].candidates, ElementsAre("a1", "c1", "e1", "g1"));
  EXPECT_THAT(started.draws[1].candidates, ElementsAre("b1", "d1", "f1", "h1"));
  const std::string rank = BackRank(*started.game, /*white=*/true);
  const std::string_view queen = started.draws[2].candidates[started.draws[2].index];
  EXPECT_EQ(rank[static_cast<size_t>(queen[0] - 'a')], 'Q');
}

TEST(ChakartSetUp, H1_TheBackRankIsDrawnOnceOrForEachSide) {
  int different = 0;
  for (int i = 0; i < 200; ++i) {
    const Started symmetric = StartWith("symmetric", i);
    EXPECT_EQ(LowerCase(BackRank(*symmetric.game, true)), BackRank(*symmetric.game, false));
    const Started asymmetric = StartWith("asymmetric", i);
    EXPECT_EQ(asymmetric.draws.size(), 12u);
    EXPECT_THAT(asymmetric.draws[6].candidates, ElementsAre("a8", "c8", "e8", "g8"));
    different += LowerCase(BackRank(*asymmetric.game, true)) != BackRank(*asymmetric.game, false);
    for (const Started* started : {&symmetric, &asymmetric}) {
      const std::string rank = BackRank(*started->game, false);
      EXPECT_NE(rank.find('b') % 2, rank.rfind('b') % 2) << rank;
      EXPECT_EQ(std::count(rank.begin(), rank.end(), 'r'), 2) << rank;
    }
  }
  EXPECT_GT(different, 150);
}

TEST(ChakartSetUp, H1_OnlyStartsThatCanBeDrawnAreAccepted) {
  const Variant& chakart = VariantNamed("chakart");
  for (int i = 0; i < 200; ++i) {
    const Started symmetric = StartWith("symmetric", i);
    EXPECT_TRUE(chakart.CanBeRandomStart(*symmetric.game, {{"setup", "symmetric"}}));
    EXPECT_TRUE(chakart.CanBeRandomStart(*symmetric.game, {{"setup", "asymmetric"}}));
    const Started asymmetric = StartWith("asymmetric", i);
    EXPECT_TRUE(chakart.CanBeRandomStart(*asymmetric.game, {{"setup", "asymmetric"}}));
  }
  const auto can = [&chakart](const char* fen, const char* set_up) {
    return chakart.CanBeRandomStart(*GameAt("chakart", fen), {{"setup", set_up}});
  };
  const char* different = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0";
  EXPECT_FALSE(can(different, "symmetric"));
  EXPECT_TRUE(can(different, "asymmetric"));
  // In the first FEN the bishops stand on squares of the same colour, in the second there are two
  // kings, and in the third a pawn has moved.
  EXPECT_FALSE(can("bnbqkrnr/pppppppp/8/8/8/8/PPPPPPPP/BNBQKRNR w 0", "symmetric"));
  EXPECT_FALSE(can("rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w 0", "symmetric"));
  EXPECT_FALSE(can("rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w 0", "symmetric"));
  // There is no restriction on a game in progress or on a set-up without random draws.
  EXPECT_TRUE(can("rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b 1", "symmetric"));
  EXPECT_TRUE(can("4k3/8/8/8/8/8/8/4K3 w 0", "standard"));
}

}  // namespace
}  // namespace arbiter
