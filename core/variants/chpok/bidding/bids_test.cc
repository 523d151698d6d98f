// Tests the legal bids of Chpok and their effects: rulings P1, P2, P3 and P10.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "tests/support/bidding.h"

namespace arbiter {
namespace {

using testing::BiddingAt;
using testing::BiddingOf;
using testing::BidsOf;
using ::testing::ElementsAre;
using testing::ExpectedBids;
using testing::ExpectRefusedAs;
using testing::Fails;
using testing::FenOf;
using ::testing::IsEmpty;
using testing::kChallenger;
using testing::kOpponent;
using testing::Play;
using testing::StartBidding;
using testing::StartOf;
using testing::TextOf;
using testing::VariantNamed;

// Expects a bid to be illegal in this state, with a message that contains `words`, such as the gap
// and the chips left.
void ExpectUnaffordable(Game& game, std::string_view bid,
                        std::initializer_list<std::string_view> words) {
  ExpectRefusedAs(game, bid, {ErrorReason::kIllegalAction}, words);
}

TEST(ChpokBidding, P1_TheChallengerBidsFirstAndBothHaveTheSameChips) {
  const auto game = StartOf("chpok");
  EXPECT_EQ(game->phase(), Phase::kBidding);
  EXPECT_EQ(game->turn(), kChallenger);
  EXPECT_EQ(FenOf(*game),
            "bidding turn=challenger chips=15,15 white=0,0:- time=0,0:- home=0,0:RNBQKBNR "
            "xf=0,0:- ply=0");
  EXPECT_EQ(FenOf(*StartBidding(1)),
            "bidding turn=challenger chips=1,1 white=0,0:- time=0,0:- home=0,0:RNBQKBNR "
            "xf=0,0:- ply=0");
  EXPECT_EQ(FenOf(*StartBidding(99)),
            "bidding turn=challenger chips=99,99 white=0,0:- time=0,0:- home=0,0:RNBQKBNR "
            "xf=0,0:- ply=0");
}

TEST(ChpokBidding, P1_NumbersOfChipsOutOfRangeAreRefused) {
  for (const char* chips : {"100", "-1", "", "x", "1.5", "4294967297"}) {
    EXPECT_THAT(VariantNamed("chpok").Start({{"chips", chips}}),
                Fails(ErrorReason::kOptionOutOfRange, "chips"))
        << chips;
  }
}

TEST(ChpokBidding, P1_EachPlayerHasADepositOnEachTarget) {
  auto game = StartBidding(10);
  Play(game, {"raise home +1 KBBNNRRQ", "raise white +1", "raise white +2", "match home",
              "raise xf +3 hill", "raise time +4 5+3"});
  EXPECT_EQ(FenOf(*game),
            "bidding turn=challenger chips=4,4 white=2,1:challenger time=0,4:5+3 "
            "home=1,1:RNBQKBNR xf=3,0:hill ply=6");
  Play(game, {"raise white +1"});
  EXPECT_EQ(FenOf(*game),
            "bidding turn=opponent chips=3,4 white=3,1:challenger time=0,4:5+3 "
            "home=1,1:RNBQKBNR xf=3,0:hill ply=7");
}

TEST(ChpokBidding, P1_TheGapIsTheOtherPlayersDepositMinusOnesOwn) {
  auto game = StartBidding(10);
  Play(game, {"raise home +1 KBBNNRRQ", "raise white +1", "raise white +2", "match home",
              "raise xf +3 hill", "raise time +4 5+3"});
  EXPECT_THAT(BidsOf(*game), ElementsAre("white gap=-1 match=- raise=1-4",  //
                                         "time gap=4 match=4 raise=-",      //
                                         "home gap=0 match=- raise=1-4",    //
                                         "xf gap=-3 match=- raise=1-4"));
  Play(game, {"raise white +1"});
  EXPECT_THAT(BidsOf(*game), ElementsAre("white gap=2 match=2 raise=3-4",  //
                                         "time gap=-4 match=- raise=1-4",  //
                                         "home gap=0 match=- raise=1-4",   //
                                         "xf gap=3 match=3 raise=4-4"));
}

TEST(ChpokBidding, P2_AMatchAddsExactlyTheGap) {
  auto game = StartBidding(10);
  Play(game, {"raise white +3", "match white{white=opponent}"});
  EXPECT_EQ(FenOf(*game),
            "bidding turn=challenger chips=7,7 white=3,3:opponent time=0,0:- "
            "home=0,0:RNBQKBNR xf=0,0:- ply=2");
  // The gap counts, not the last bid: it is 2 between deposits of 1 and 3.
  Play(game, {"raise xf +1 hill", "raise xf +3 cruel", "match xf"});
  EXPECT_EQ(FenOf(*game),
            "bidding turn=opponent chips=4,4 white=3,3:opponent time=0,0:- "
            "home=0,0:RNBQKBNR xf=3,3:- ply=5");
}

TEST(ChpokBidding, P2_AMatchNeedsAPositiveGap) {
  auto game = StartBidding(10);
  for (const char* match : {"match white", "match time", "match home", "match xf"}) {
    ExpectUnaffordable(*game, match, {"0"});
  }
  Play(game, {"raise home +3 KBBNNRRQ", "raise white +1"});
  ExpectUnaffordable(*game, "match home", {"-3"});
  ExpectUnaffordable(*game, "match time", {"0"});
}

TEST(ChpokBidding, P2_AMatchCostsNoMoreThanTheChipsLeft) {
  // The Opponent has deposited 4 on time, and the Challenger has 3 left.
  auto game = StartBidding(4);
  Play(game, {"raise white +1", "raise time +4 5+0"});
  ExpectUnaffordable(*game, "match time", {"4", "3"});
  ExpectUnaffordable(*game, "raise time +3 5+0", {"4", "3"});
  EXPECT_THAT(BidsOf(*game), ElementsAre("white gap=-1 match=- raise=1-3",  //
                                         "time gap=4 match=- raise=-",      //
                                         "home gap=0 match=- raise=1-3",    //
                                         "xf gap=0 match=- raise=1-3"));
}

TEST(ChpokBidding, P2_AMatchCanTakeTheLastChip) {
  auto game = StartBidding(3);
  Play(game, {"raise home +3 KBBNNRRQ"});
  EXPECT_THAT(BidsOf(*game), ElementsAre("white gap=0 match=- raise=1-3",  //
                                         "time gap=0 match=- raise=1-3",   //
                                         "home gap=3 match=3 raise=-",     //
                                         "xf gap=0 match=- raise=1-3"));
  ExpectUnaffordable(*game, "raise home +3 KBBNNRRQ", {"3"});
  Play(game, {"match home{white=challenger,time=5+0}"});
  EXPECT_EQ(game->phase(), Phase::kBoard);
}

TEST(ChpokBidding, P2_ARaiseAddsMoreThanTheGap) {
  // This is the example of the source (5.3.1, 5.3.2), with deposits of 8 and 10.
  auto start = StartBidding(15);
  Play(start, {"raise home +8 KBBNNRRQ", "raise home +10 KRRNNBBQ"});
  EXPECT_THAT(BidsOf(*start), ElementsAre("white gap=0 match=- raise=1-7",  //
                                          "time gap=0 match=- raise=1-7",   //
                                          "home gap=2 match=2 raise=3-7",   //
                                          "xf gap=0 match=- raise=1-7"));
  ExpectUnaffordable(*start, "raise home +1 KBBNNRRQ", {"2", "1"});
  ExpectUnaffordable(*start, "raise home +2 KBBNNRRQ", {"2"});
  for (int chips = 3; chips <= 7; ++chips) {
    auto game = start->Clone();
    Play(game, {StrCat("raise home +", chips, " KBBNNRRQ")});
    EXPECT_EQ(BiddingOf(*game).home.deposits[0], 8 + chips);
    EXPECT_EQ(BiddingOf(*game).chips[0], 7 - chips);
  }
  ExpectUnaffordable(*start, "raise home +8 KBBNNRRQ", {"8", "7"});
}

TEST(ChpokBidding, P2_ARaiseAddsAtLeastOneChip) {
  auto game = StartBidding(10);
  testing::ExpectInvalidBid(*game, "raise white +0");
  Play(game, {"raise white +3", "raise time +1 5+0"});
  // The Challenger leads by 3.
  testing::ExpectInvalidBid(*game, "raise white +0");
  testing::ExpectInvalidBid(*game, "raise white +-1");
  Play(game, {"raise white +1"});
  EXPECT_EQ(BiddingOf(*game).white.deposits[0], 4);
}

TEST(ChpokBidding, P2_ARaiseAddsAtMostTheChipsLeft) {
  auto game = StartBidding(10);
  ExpectUnaffordable(*game, "raise white +11", {"11", "10"});
  Play(game, {"raise white +4", "raise time +10 5+0"});
  ExpectUnaffordable(*game, "raise white +7", {"7", "6"});
  Play(game, {"raise white +6"});
  EXPECT_EQ(game->phase(), Phase::kBoard);
}

TEST(ChpokBidding, P2_NamingTheSameOutcomeAgainIsLegal) {
  auto game = StartBidding(10);
  const testing::Actions bids = {"raise white +1",         "raise home +1 RNBQKBNR",
                                 "raise white +1",         "raise home +1 RNBQKBNR",
                                 "raise time +1 5+0",      "raise xf +1 -",
                                 "raise xf +2 -",          "raise time +2 5+0",
                                 "raise home +3 RNBQKBNR", "raise xf +2 -"};
  Play(game, bids);
  EXPECT_EQ(FenOf(*game),
            "bidding turn=challenger chips=2,3 white=2,0:challenger time=1,2:5+0 "
            "home=3,2:RNBQKBNR xf=2,3:- ply=10");
}

TEST(ChpokBidding, P2_APlayerWithChipsAlwaysHasALegalBid) {
  // With the last chip the Challenger can match one of three targets or raise the fourth.
  const auto game = BiddingAt({.turn = kChallenger,
                               .chips = {1, 0},
                               .white = {{0, 3}, "opponent"},
                               .time = {{0, 3}, "5+0"},
                               .home = {{0, 1}, "KBBNNRRQ"},
                               .xf = {{6, 0}, "hill"},
                               .ply = 6});
  EXPECT_THAT(BidsOf(*game), ElementsAre("white gap=3 match=- raise=-",  //
                                         "time gap=3 match=- raise=-",   //
                                         "home gap=1 match=1 raise=-",   //
                                         "xf gap=-6 match=- raise=1-1"));
  for (const char* bid : {"match home", "raise xf +1 cruel"}) {
    auto after = game->Clone();
    Play(after, {bid});
    EXPECT_EQ(after->phase(), Phase::kBoard) << bid;
  }
}

TEST(ChpokBidding, P3_AMatchOnWhiteOrTimeDrawsTheOutcomeAtOnce) {
  auto game = StartBidding(10);
  Play(game, {"raise white +1"});
  testing::ExpectRefused(*game, "match white", ErrorReason::kRandomnessRequired, "");
  EXPECT_EQ(TextOf(game, "match white", {.seed = testing::KeyOfP29()}),
            "match white{white=challenger}");
  Play(game, {"raise time +1 5+0"});
  testing::ExpectRefused(*game, "match time", ErrorReason::kRandomnessRequired, "");
  Play(game, {"match time{time=30+20}"});
  EXPECT_EQ(FenOf(*game),
            "bidding turn=challenger chips=8,8 white=1,1:challenger time=1,1:30+20 "
            "home=0,0:RNBQKBNR xf=0,0:- ply=4");
}

TEST(ChpokBidding, P3_AMatchOnHomeOrXfRestoresTheDefault) {
  auto game = StartBidding(10);
  Play(game, {"raise home +1 KKKKKKKK", "match home", "raise xf +2 undo=5,cruel", "match xf"});
  EXPECT_EQ(FenOf(*game),
            "bidding turn=challenger chips=7,7 white=0,0:- time=0,0:- home=1,1:RNBQKBNR "
            "xf=2,2:- ply=4");
}

TEST(ChpokBidding, P3_TheRaiserPlaysWhite) {
  auto game = StartBidding(10);
  Play(game, {"raise white +1"});
  EXPECT_EQ(BiddingOf(*game).white.outcome, "challenger");
  Play(game, {"raise white +2"});
  EXPECT_EQ(BiddingOf(*game).white.outcome, "opponent");
  Play(game, {"raise white +2"});
  EXPECT_EQ(BiddingOf(*game).white.outcome, "challenger");
}

TEST(ChpokBidding, P3_ARaiseNamesTheWholeOutcome) {
  auto game = StartBidding(10);
  Play(game, {"raise xf +1 width=10,undo=2,points=1000000,hill"});
  EXPECT_EQ(BiddingOf(*game).xf.outcome, "width=10,undo=2,points=1000000,hill");
  // A feature that a raise does not name has its default.
  Play(game, {"raise xf +2 undo=3"});
  EXPECT_EQ(BiddingOf(*game).xf.outcome, "undo=3");
  Play(game, {"raise xf +2 -"});
  EXPECT_EQ(BiddingOf(*game).xf.outcome, "-");
}

TEST(ChpokBidding, P3_ABidChangesOnlyItsOwnTarget) {
  auto game = StartBidding(10);
  Play(game, {"raise xf +1 undo=2,cruel", "raise home +1 KBBNNRRQ", "raise time +1 3+2"});
  Play(game, {"raise white +1", "match white{white=challenger}"});
  EXPECT_EQ(FenOf(*game),
            "bidding turn=opponent chips=7,8 white=1,1:challenger time=1,0:3+2 "
            "home=0,1:KBBNNRRQ xf=1,0:undo=2,cruel ply=5");
}

TEST(ChpokBidding, P3_OnlyRaisesOfThreeTargetsNameAnOutcome) {
  auto game = StartBidding(10);
  Play(game, {"raise xf +1 hill", "raise time +1 3+2"});
  for (const char* bid :
       {"raise white +1 challenger", "raise white +1 -", "match time 3+2", "match white challenger",
        "match home RNBQKBNR", "match xf -", "raise home +1", "raise time +2", "raise xf +1"}) {
    testing::ExpectInvalidBid(*game, bid);
  }
}

TEST(ChpokBidding, P10_TheBidsOfEveryTargetAreListedInOrder) {
  auto game = StartBidding(15);
  EXPECT_THAT(BidsOf(*game), ElementsAre("white gap=0 match=- raise=1-15",  //
                                         "time gap=0 match=- raise=1-15",   //
                                         "home gap=0 match=- raise=1-15",   //
                                         "xf gap=0 match=- raise=1-15"));
  for (const char* bid : {"raise xf +6 hill", "raise xf +10 cruel", "match xf"}) {
    EXPECT_EQ(BidsOf(*game), ExpectedBids(BiddingOf(*game)));
    Play(game, {bid});
  }
  // There are no bids on the board.
  EXPECT_EQ(game->phase(), Phase::kBidding);
  auto board = StartBidding(1);
  Play(board, {"raise white +1", "raise time +1 5+0"});
  EXPECT_THAT(BidsOf(*board), IsEmpty());
}

TEST(ChpokBidding, P10_AnIllegalBidIsRefusedWithAReason) {
  auto game = StartBidding(9);
  Play(game, {"raise white +5", "raise time +2 5+0"});
  ExpectUnaffordable(*game, "raise time +2 5+0", {"2", "4"});
  ExpectUnaffordable(*game, "raise home +5 RNBQKBNR", {"5", "4"});
  ExpectUnaffordable(*game, "match white", {"-5", "4"});
  // The state has not changed: the same player can make another bid.
  Play(game, {"match time{time=1+0}"});
  EXPECT_EQ(BiddingOf(*game).ply, 3);
  EXPECT_EQ(BiddingOf(*game).turn, kOpponent);
}

TEST(ChpokBidding, P10_MalformedBidsAreRefused) {
  auto game = StartBidding(9);
  Play(game, {"raise xf +2 hill", "raise time +2 5+0"});
  for (const char* bid : {"",
                          "raise",
                          "match",
                          "raise ",
                          "match ",
                          "raise white",
                          "raise white ",
                          "raise white 1",
                          "raise white +",
                          "raise white +01",
                          "raise white + 1",
                          "raise white +1 ",
                          "raise white +x",
                          "raise white +1.0",
                          "raise white ++1",
                          "raise white +18446744073709551617",
                          "raise  white +1",
                          "raise white  +1",
                          " raise white +1",
                          "Raise white +1",
                          "raise White +1",
                          "RAISE WHITE +1",
                          "raise wite +1",
                          "raise black +1",
                          "raise challenger +1",
                          "bid white +1",
                          "white +1",
                          "match white +1",
                          "match time +2",
                          "matchtime",
                          "match time ",
                          "match  time",
                          "match Time",
                          "match all",
                          "raise time +3 5",
                          "raise time +3 5+",
                          "raise time +3 +5",
                          "raise time +3 5+0+0",
                          "raise time +3 5-0",
                          "raise time +3 5 + 0",
                          "raise time +3 05+0",
                          "raise time +3 5+00",
                          "raise time +3 5+0 ",
                          "raise time +3 0+5",
                          "raise time +3 0+0",
                          "raise time +3 -",
                          "raise time +3 5.5+0",
                          "raise time +3 4294967297+0"}) {
    testing::ExpectInvalidBid(*game, bid);
  }
  for (const char* bid :
       {"raise white 1", "match", "raise wite +1", "raise white +01", "raise time +3 0+5"}) {
    ExpectRefusedAs(*game, bid, {ErrorReason::kBadActionText});
  }
  ExpectRefusedAs(*game, "raise wite +1", {ErrorReason::kBadActionText},
                  {"unknown target 'wite' (did you mean white? known: white, time, home, xf)"});
}

TEST(ChpokBidding, P10_ActionsOnTheBoardAreRefused) {
  const auto game = StartBidding(9);
  for (const char* action : {"e2e4", "e1g1", "0000", "undo", "P@e2", "x@e2", "count"}) {
    testing::ExpectInvalidBid(*game, action);
  }
  // A bid has no prefix, and the players do not have colours yet.
  for (const char* action : {"challenger:raise white +1", "opponent:raise white +1",
                             "white:raise white +1", "white:resign", "black:resign"}) {
    testing::ExpectInvalidBid(*game, action);
  }
}

TEST(ChpokBidding, P17_DrawsCanBeNeitherOfferedNorClaimed) {
  const auto game = StartBidding(9);
  for (const char* action : {"draw?", "opponent:draw?", "draw!", "draw-"}) {
    testing::ExpectInvalidBid(*game, action);
  }
  for (const char* claim :
       {"claim draw", "claim win", "opponent:claim draw", "opponent:claim win"}) {
    testing::ExpectRefused(*game, claim, ErrorReason::kClaimRefused, "");
  }
  EXPECT_THAT(game->Adjudicate().claims, IsEmpty());
}

}  // namespace
}  // namespace arbiter
