// Tests the random draws of Chpok's bidding phase with a known seed: rulings P29 and R1.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random/random_stream.h"
#include "tests/support/bidding.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using testing::Fails;
using testing::FenOf;
using testing::IsOk;
using testing::kChallenger;
using testing::KeyOfP29;
using testing::kOpponent;
using testing::kTimes;
using testing::Make;
using testing::Play;
using testing::PlayerOfWhite;
using testing::StartBidding;
using testing::TextOf;
using testing::VariantNamed;

TEST(ChpokBidding, P29_TheStreamHasTheKnownWords) {
  const auto words = [](const char* purpose, uint64_t turn, uint32_t action, int count) {
    RandomStream stream(KeyOfP29(), "chpok", purpose, turn, action);
    std::vector<uint64_t> result;
    result.reserve(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) result.push_back(stream.NextWord());
    return result;
  };
  EXPECT_THAT(words("bid", 0, 0, 6),
              ElementsAre(0xda53be2b71026c6a, 0x8f185a081890437b, 0x2b5054a1790e2a60,
                          0x2fbfc1012dcf59d5, 0x84c5f425a300ba7c, 0x5894625016526e03));
  EXPECT_THAT(words("setup", 0, 0, 4), ElementsAre(0x7fb814774341ce97, 0x6da336fe7b4f88f5,
                                                   0x19e1d7e925d8df01, 0x6ac1a0277523b705));
  EXPECT_THAT(words("bid", (uint64_t{1} << 32) + 5, 1, 2),
              ElementsAre(0xb896607652a97baa, 0xb2f52fa0798e3a61));
}

TEST(ChpokBidding, P29_ABiddingHasTheKnownOutcome) {
  auto game = StartBidding(2);
  const std::string seed = KeyOfP29();
  EXPECT_EQ(TextOf(game, "raise xf +1 width=10,undo=2", {.seed = seed}),
            "raise xf +1 width=10,undo=2");
  EXPECT_EQ(TextOf(game, "raise home +2 KPPPPPPPPP", {.seed = seed}), "raise home +2 KPPPPPPPPP");
  EXPECT_EQ(game->turn(), kChallenger);  // The Opponent is skipped.
  const ActionResult last = Make(game, "raise xf +1 width=9,points=1020000,hill", {.seed = seed});
  EXPECT_EQ(last.text, "raise xf +1 width=9,points=1020000,hill{white=challenger,time=3+0}");
  // These are the first two words of turn 2.
  ASSERT_EQ(last.draws.size(), 2u);
  EXPECT_EQ(last.draws[0].word, 0xcbbd603fb7588ff8u);
  EXPECT_EQ(last.draws[1].word, 0x2d1412d2b6c0214eu);
  EXPECT_EQ(PlayerOfWhite(*game), kChallenger);
  EXPECT_EQ(FenOf(*game),
            "rnbdqkbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBDQKBNR w - 1,1 0,0 0,0 0,0 1 "
            "{xf=points=1020000,hill;d=0;tc=3+0}");
}

TEST(ChpokBidding, R1_TheTurnIsTheNumberOfBidsMade) {
  // The first word of turn 7 is odd, and its remainder modulo 11 is 4.
  const char* white =
      "bidding turn=opponent chips=5,6 white=1,0:challenger time=0,0:- home=3,3:RNBQKBNR "
      "xf=0,0:- ply=7";
  auto at_white = testing::GameAt("chpok", white);
  const ActionResult drawn = Make(at_white, "match white", {.seed = KeyOfP29()});
  EXPECT_EQ(drawn.text, "match white{white=opponent}");
  ASSERT_EQ(drawn.draws.size(), 1u);
  EXPECT_EQ(drawn.draws[0].word, 0xaad4f49d0e936cb1u);
  const char* time =
      "bidding turn=opponent chips=5,6 white=0,0:- time=1,0:99+9 home=3,3:RNBQKBNR xf=0,0:- ply=7";
  auto at_time = testing::GameAt("chpok", time);
  EXPECT_EQ(TextOf(at_time, "match time", {.seed = KeyOfP29()}), "match time{time=5+0}");

  // The result is the same after playing seven bids.
  auto game = StartBidding(9);
  for (int i = 0; i < 3; ++i) Play(game, {"raise home +1 KKKKKKKK", "match home"});
  Play(game, {"raise white +1"});
  EXPECT_EQ(Make(game, "match white", {.seed = KeyOfP29()}).draws[0].word, 0xaad4f49d0e936cb1u);
}

TEST(ChpokBidding, R1_SkippedTurnsAreNotCounted) {
  auto game = StartBidding(3);
  Play(game, {"raise time +3 3+2", "raise home +1 KKKKKKKK", "raise home +1 KKKKKKKK"});
  // The first word of turn 3 is odd.
  const ActionResult applied = Make(game, "raise home +1 KKKKKKKK", {.seed = KeyOfP29()});
  EXPECT_EQ(applied.text, "raise home +1 KKKKKKKK{white=opponent}");
  ASSERT_EQ(applied.draws.size(), 1u);
  EXPECT_EQ(applied.draws[0].word, 0xd3be45f8dbccd14bu);
}

TEST(ChpokBidding, P5_WithoutChipsTheSetUpDrawsWhiteAndTime) {
  const Variant& chpok = VariantNamed("chpok");
  EXPECT_THAT(chpok.Start({{"chips", "0"}}), Fails(ErrorReason::kRandomnessRequired, ""));
  std::vector<Draw> draws;
  const std::string seed = KeyOfP29();
  const auto started = chpok.Start({{"chips", "0"}}, seed, &draws);
  ASSERT_THAT(started, IsOk());
  const Game& game = **started;
  EXPECT_EQ(game.phase(), Phase::kBoard);
  // These are the first words of the random stream `setup`, turn 0. The first is odd, and the
  // remainder of the second modulo 11 is 9.
  ASSERT_EQ(draws.size(), 2u);
  EXPECT_EQ(draws[0].purpose, "white");
  EXPECT_THAT(draws[0].candidates, ElementsAre("challenger", "opponent"));
  EXPECT_EQ(draws[0].word, 0x7fb814774341ce97u);
  EXPECT_EQ(draws[0].index, 1u);
  EXPECT_EQ(draws[1].purpose, "time");
  EXPECT_THAT(draws[1].candidates, ElementsAreArray(kTimes));
  EXPECT_EQ(draws[1].word, 0x6da336fe7b4f88f5u);
  EXPECT_EQ(draws[1].index, 9u);
  EXPECT_EQ(PlayerOfWhite(game), kOpponent);
  EXPECT_EQ(FenOf(game),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 {d=0;tc=30+0}");
}

}  // namespace
}  // namespace arbiter
