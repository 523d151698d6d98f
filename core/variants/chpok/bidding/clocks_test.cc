// Tests the clocks of Chpok's bidding phase, and games that end before the board: ruling P6.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/bidding.h"

namespace arbiter {
namespace {

using testing::After;
using testing::BiddingAt;
using testing::BiddingOf;
using testing::BiddingText;
using testing::ControlsOf;
using ::testing::ElementsAre;
using testing::ExpectOngoing;
using testing::ExpectWon;
using testing::Fails;
using testing::FenOf;
using testing::IsOk;
using ::testing::IsSupersetOf;
using testing::kChallenger;
using testing::kOpponent;
using testing::Make;
using testing::Play;
using testing::StartBidding;
using testing::StartTimedBidding;
using testing::TextOf;

using Clocks = std::array<int64_t, 2>;

Clocks ClocksOf(const Game& game) {
  const std::optional<Clocks> clocks = BiddingOf(game).clocks;
  EXPECT_TRUE(clocks.has_value()) << FenOf(game);
  return clocks.value_or(Clocks{-1, -1});
}

// Returns the clocks after a bid by the player to move that took `elapsed_ms`.
Clocks ClocksAfter(BiddingText bidding, Clocks clocks, int64_t elapsed_ms) {
  bidding.clocks = clocks;
  auto game = BiddingAt(bidding);
  Make(game, "raise home +1 KKKKKKKK", After(elapsed_ms));
  return ClocksOf(*game);
}

// States with the Challenger or the Opponent to move. In the first two the other player has
// chips, and in the last two none.
const BiddingText kChallengerBids = {.chips = {5, 5}};
const BiddingText kOpponentBids = {
    .turn = kOpponent, .chips = {4, 5}, .white = {{1, 0}, "challenger"}, .ply = 1};
const BiddingText kChallengerAlone = {.turn = kChallenger,
                                      .chips = {4, 0},
                                      .white = {{1, 0}, "challenger"},
                                      .time = {{0, 5}, "5+0"},
                                      .ply = 2};
const BiddingText kOpponentAlone = {
    .turn = kOpponent, .chips = {0, 5}, .white = {{5, 0}, "challenger"}, .ply = 1};

TEST(ChpokBidding, P6_ClocksStartAtAHundredSeconds) {
  EXPECT_EQ(FenOf(*StartTimedBidding(15)),
            "bidding turn=challenger chips=15,15 white=0,0:- time=0,0:- home=0,0:RNBQKBNR "
            "xf=0,0:- ply=0 {clock=100000,100000}");
  // There are no clocks unless they are requested.
  EXPECT_EQ(BiddingOf(*StartBidding(15)).clocks, std::nullopt);
  EXPECT_EQ(BiddingOf(*StartBidding(15, {{"track_clocks", "false"}})).clocks, std::nullopt);
}

TEST(ChpokBidding, P6_ClocksCanBeStartedOnlyAtTheStartOfTheGame) {
  auto game = StartBidding(15);
  game->TrackClocks();
  EXPECT_EQ(FenOf(*game), FenOf(*StartTimedBidding(15)));
  Make(game, "raise white +1", After(1500));
  EXPECT_EQ(ClocksOf(*game), (Clocks{198'500, 100'000}));
  // Running clocks are not started anew.
  game->TrackClocks();
  EXPECT_EQ(ClocksOf(*game), (Clocks{198'500, 100'000}));
  // Clocks cannot be started in the middle of an auction.
  auto later = StartBidding(15);
  Play(later, {"raise white +1"});
  later->TrackClocks();
  EXPECT_EQ(BiddingOf(*later).clocks, std::nullopt);
}

TEST(ChpokBidding, P6_ABidAddsAHundredSeconds) {
  EXPECT_EQ(ClocksAfter(kChallengerBids, {40'000, 70'000}, 10'000), (Clocks{130'000, 70'000}));
  EXPECT_EQ(ClocksAfter(kOpponentBids, {40'000, 70'000}, 10'000), (Clocks{40'000, 160'000}));
  EXPECT_EQ(ClocksAfter(kChallengerBids, {40'000, 70'000}, 1), (Clocks{139'999, 70'000}));
}

TEST(ChpokBidding, P6_ABidAddsTwentySecondsIfTheOtherPlayerHasNoChips) {
  EXPECT_EQ(ClocksAfter(kChallengerAlone, {40'000, 70'000}, 10'000), (Clocks{50'000, 70'000}));
  EXPECT_EQ(ClocksAfter(kOpponentAlone, {40'000, 70'000}, 10'000), (Clocks{40'000, 80'000}));
  // Only the other player's chips count.
  auto game = StartTimedBidding(2);
  Make(game, "raise time +2 5+0", After(70'000));
  EXPECT_EQ(ClocksOf(*game), (Clocks{130'000, 100'000}));
  Make(game, "raise white +1", After(70'000));
  EXPECT_EQ(ClocksOf(*game), (Clocks{130'000, 50'000}));
}

TEST(ChpokBidding, P6_NoClockExceedsTwoHundredSeconds) {
  // Only a player who has bid can have more than a hundred seconds.
  const BiddingText challenger = {
      .chips = {4, 4}, .white = {{1, 0}, "challenger"}, .time = {{0, 1}, "5+0"}, .ply = 2};
  const BiddingText opponent = {.turn = kOpponent,
                                .chips = {3, 4},
                                .white = {{2, 0}, "challenger"},
                                .time = {{0, 1}, "5+0"},
                                .ply = 3};
  const BiddingText opponent_alone = {.turn = kOpponent,
                                      .chips = {0, 4},
                                      .white = {{5, 0}, "challenger"},
                                      .time = {{0, 1}, "5+0"},
                                      .ply = 3};
  EXPECT_EQ(ClocksAfter(challenger, {100'000, 70'000}, 0), (Clocks{200'000, 70'000}));
  EXPECT_EQ(ClocksAfter(challenger, {100'001, 70'000}, 0), (Clocks{200'000, 70'000}));
  EXPECT_EQ(ClocksAfter(opponent, {70'000, 200'000}, 0), (Clocks{70'000, 200'000}));
  // The time used is subtracted before the seconds are added.
  EXPECT_EQ(ClocksAfter(challenger, {200'000, 70'000}, 60'000), (Clocks{200'000, 70'000}));
  EXPECT_EQ(ClocksAfter(challenger, {200'000, 70'000}, 120'000), (Clocks{180'000, 70'000}));
  EXPECT_EQ(ClocksAfter(opponent_alone, {70'000, 195'000}, 4'000), (Clocks{70'000, 200'000}));
  EXPECT_EQ(ClocksAfter(opponent_alone, {70'000, 195'000}, 16'000), (Clocks{70'000, 199'000}));
}

TEST(ChpokBidding, P6_AMatchAddsTimeLikeARaise) {
  auto game = StartTimedBidding(5);
  Make(game, "raise white +1", After(90'000));
  Make(game, "match white", {.seed = testing::KeyOfP29(), .elapsed_ms = 30'000});
  EXPECT_EQ(ClocksOf(*game), (Clocks{110'000, 170'000}));
}

TEST(ChpokBidding, P6_UnreportedTimeIsNotCharged) {
  for (const ActionInput& input : {ActionInput{}, After(-1), After(0)}) {
    BiddingText bidding = kChallengerBids;
    bidding.clocks = {30'000, 70'000};
    auto game = BiddingAt(bidding);
    Make(game, "raise white +1", input);
    EXPECT_EQ(ClocksOf(*game), (Clocks{130'000, 70'000})) << input.elapsed_ms;
  }
  // A reported time does not start clocks in the middle of an auction.
  auto game = BiddingAt(kOpponentBids);
  Make(game, "raise home +1 KKKKKKKK", After(1'000'000));
  EXPECT_EQ(BiddingOf(*game).clocks, std::nullopt);
  EXPECT_EQ(BiddingOf(*game).ply, 2);
}

TEST(ChpokBidding, P6_TheLastMillisecondCanBeUsed) {
  EXPECT_EQ(ClocksAfter(kChallengerBids, {40'000, 70'000}, 40'000), (Clocks{100'000, 70'000}));
  EXPECT_EQ(ClocksAfter(kOpponentAlone, {40'000, 70'000}, 70'000), (Clocks{40'000, 20'000}));
  auto game = StartTimedBidding(5);
  const ActionResult applied = Make(game, "raise white +1", After(100'000));
  EXPECT_FALSE(applied.timed_out);
  ExpectOngoing(*game);
}

TEST(ChpokBidding, P6_RunningOutOfTimeLosesWithoutMakingTheBid) {
  auto challenger = StartTimedBidding(5);
  const ActionResult applied = Make(challenger, "raise white +1", After(100'001));
  EXPECT_TRUE(applied.timed_out);
  EXPECT_EQ(FenOf(*challenger),
            "bidding turn=challenger chips=5,5 white=0,0:- time=0,0:- home=0,0:RNBQKBNR "
            "xf=0,0:- ply=0 {clock=0,100000}");
  ExpectWon(*challenger, Result::kSecondPlayerWins, Termination::kTimeout);
  for (const char* action : {"raise white +1", "opponent:resign", "timeout"}) {
    EXPECT_THAT(challenger->Apply(action, nullptr), Fails(ErrorReason::kGameOver, "")) << action;
  }
  EXPECT_THAT(ControlsOf(*challenger), ElementsAre());

  BiddingText bidding = kOpponentAlone;
  bidding.clocks = {70'000, 40'000};
  auto opponent = BiddingAt(bidding);
  EXPECT_TRUE(
      Make(opponent, "match white", {.seed = testing::KeyOfP29(), .elapsed_ms = 40'001}).timed_out);
  bidding.clocks = {70'000, 0};
  EXPECT_EQ(FenOf(*opponent), ToText(bidding));
  ExpectWon(*opponent, Result::kFirstPlayerWins, Termination::kTimeout);
}

TEST(ChpokBidding, P6_ABidThatIsNotMadeHasNoRandomDraw) {
  auto game = StartTimedBidding(1);
  Make(game, "raise white +1");
  const ActionResult applied =
      Make(game, "match white", {.seed = testing::KeyOfP29(), .elapsed_ms = 200'000});
  EXPECT_TRUE(applied.timed_out);
  EXPECT_EQ(applied.text, "match white");
  EXPECT_TRUE(applied.draws.empty());
  EXPECT_EQ(game->phase(), Phase::kBidding);
  ExpectWon(*game, Result::kFirstPlayerWins, Termination::kTimeout);
}

TEST(ChpokBidding, P6_ARefusedBidCostsNoTime) {
  const auto game = StartTimedBidding(5);
  const std::string before = game->Snapshot();
  for (const char* bid : {"raise white +6", "match time", "raise xf +1 nothing"}) {
    EXPECT_FALSE(game->Apply(bid, After(5'000), nullptr).ok()) << bid;
    EXPECT_EQ(game->Snapshot(), before) << bid;
  }
}

TEST(ChpokBidding, P6_ATimeoutIsConfirmedByTheClock) {
  // The time reported with the action counts.
  auto late = StartTimedBidding(5);
  Make(late, "timeout", After(100'000));
  ExpectWon(*late, Result::kSecondPlayerWins, Termination::kTimeout);
  EXPECT_EQ(ClocksOf(*late), (Clocks{0, 100'000}));

  const auto early = StartTimedBidding(5);
  const std::string before = early->Snapshot();
  for (const ActionInput& input : {ActionInput{}, After(0), After(99'999)}) {
    EXPECT_THAT(early->Apply("timeout", input, nullptr), Fails(ErrorReason::kClaimRefused, ""));
    EXPECT_EQ(early->Snapshot(), before) << input.elapsed_ms;
  }
  // The Opponent's clock is not running.
  testing::ExpectRefused(*early, "opponent:timeout", ErrorReason::kClaimRefused, "");

  BiddingText bidding = kOpponentBids;
  bidding.clocks = {100'000, 0};
  auto shown = BiddingAt(bidding);
  ExpectOngoing(*shown);
  Play(shown, {"timeout"});
  ExpectWon(*shown, Result::kFirstPlayerWins, Termination::kTimeout);
}

TEST(ChpokBidding, P6_ATimeoutIsAcceptedIfClocksAreNotTracked) {
  auto mover = StartBidding(5);
  Play(mover, {"timeout"});
  ExpectWon(*mover, Result::kSecondPlayerWins, Termination::kTimeout);
  auto other = StartBidding(5);
  EXPECT_EQ(TextOf(other, "opponent:timeout"), "opponent:timeout");
  ExpectWon(*other, Result::kFirstPlayerWins, Termination::kTimeout);
  auto later = BiddingAt(kOpponentBids);
  Play(later, {"challenger:timeout"});
  ExpectWon(*later, Result::kSecondPlayerWins, Termination::kTimeout);
}

TEST(ChpokBidding, P6_EitherPlayerMayResign) {
  struct Case {
    BiddingText bidding;
    const char* action;
    const char* text;
    Result result;
  };
  const Case cases[] = {
      {kChallengerBids, "resign", "resign", Result::kSecondPlayerWins},
      // A prefix is kept even if it is not needed.
      {kChallengerBids, "challenger:resign", "challenger:resign", Result::kSecondPlayerWins},
      {kChallengerBids, "opponent:resign", "opponent:resign", Result::kFirstPlayerWins},
      {kOpponentBids, "resign", "resign", Result::kFirstPlayerWins},
      {kOpponentBids, "opponent:resign", "opponent:resign", Result::kFirstPlayerWins},
      {kOpponentBids, "challenger:resign", "challenger:resign", Result::kSecondPlayerWins},
      // A player without chips can resign, too.
      {kOpponentAlone, "challenger:resign", "challenger:resign", Result::kSecondPlayerWins},
  };
  for (const Case& expected : cases) {
    auto game = BiddingAt(expected.bidding);
    EXPECT_EQ(TextOf(game, expected.action), expected.text);
    ExpectWon(*game, expected.result, Termination::kResignation);
    EXPECT_EQ(FenOf(*game), ToText(expected.bidding)) << "a FEN does not contain the result (F1)";
    EXPECT_THAT(game->Apply("raise white +1", nullptr), Fails(ErrorReason::kGameOver, ""));
  }
}

TEST(ChpokBidding, P6_EveryListedControlActionIsLegal) {
  EXPECT_THAT(ControlsOf(*StartBidding(5)),
              IsSupersetOf({"resign", "opponent:resign", "timeout", "opponent:timeout"}));
  EXPECT_THAT(ControlsOf(*BiddingAt(kOpponentBids)),
              IsSupersetOf({"resign", "challenger:resign", "timeout", "challenger:timeout"}));
  for (const auto& game : {StartBidding(5), StartTimedBidding(5), BiddingAt(kOpponentAlone)}) {
    for (const std::string& control : ControlsOf(*game)) {
      EXPECT_THAT(game->Clone()->Apply(control, nullptr), IsOk()) << control;
    }
  }
}

TEST(ChpokBidding, P6_TheBoardTakesItsClocksFromTheTimeControl) {
  auto game = StartTimedBidding(1);
  Make(game, "raise time +1 3+2", After(1'000));
  Make(game, "raise white +1", After(1'000));
  EXPECT_EQ(FenOf(*game),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 "
            "{d=0;tc=3+2;clock=180000,180000}");
}

}  // namespace
}  // namespace arbiter
