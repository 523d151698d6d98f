// Tests the random draws of Chpok's bidding phase: rulings P4 and P5, and R4 and R5 for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "tests/support/bidding.h"
#include "tests/support/outcomes.h"

namespace arbiter {
namespace {

using testing::BiddingOf;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using testing::ExpectRefused;
using testing::FenOf;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::kChallenger;
using testing::KeyOfP29;
using testing::kOpponent;
using testing::kTimes;
using testing::Make;
using testing::OutcomesOf;
using testing::OutcomeText;
using testing::Play;
using testing::PlayerOfWhite;
using testing::StartBidding;
using testing::StartOf;
using testing::TextOf;

// Returns an auction in which the Opponent can match a raise on time with a bid that is not the
// last.
testing::GamePtr AfterARaiseOnTime(const OptionMap& options = {}) {
  auto game = StartBidding(5, options);
  Play(game, {"raise time +1 1+0"});
  return game;
}

// Returns an auction in which `raise` is the only bid so far and the Opponent's bid will be the
// last.
testing::GamePtr BeforeTheLastBid(const char* raise) {
  auto game = StartBidding(1);
  Play(game, {raise});
  return game;
}

std::vector<std::string> TextsOf(const std::vector<OutcomeText>& outcomes) {
  std::vector<std::string> texts;
  texts.reserve(outcomes.size());
  for (const OutcomeText& outcome : outcomes) texts.push_back(outcome.text);
  return texts;
}

TEST(ChpokBidding, P4_WhiteIsDrawnFromTheTwoPlayers) {
  auto game = StartBidding(5);
  Play(game, {"raise white +1"});
  const std::vector<OutcomeText> outcomes = OutcomesOf(*game, "match white");
  EXPECT_THAT(TextsOf(outcomes),
              ElementsAre("match white{white=challenger}", "match white{white=opponent}"));
  for (const OutcomeText& outcome : outcomes) EXPECT_EQ(outcome.probability, "1/2");
  EXPECT_EQ(outcomes[1].fen,
            "bidding turn=challenger chips=4,4 white=1,1:opponent time=0,0:- "
            "home=0,0:RNBQKBNR xf=0,0:- ply=2");
}

TEST(ChpokBidding, P4_TimeIsDrawnFromElevenCandidatesUnderAnyOptions) {
  for (const OptionMap& options :
       {OptionMap{}, OptionMap{{"minutes_max", "1"}, {"bonus_max", "0"}}}) {
    const std::vector<OutcomeText> outcomes = OutcomesOf(*AfterARaiseOnTime(options), "match time");
    EXPECT_THAT(
        TextsOf(outcomes),
        ElementsAre("match time{time=1+0}", "match time{time=2+1}", "match time{time=3+0}",
                    "match time{time=3+2}", "match time{time=5+0}", "match time{time=5+3}",
                    "match time{time=10+0}", "match time{time=10+5}", "match time{time=15+10}",
                    "match time{time=30+0}", "match time{time=30+20}"));
    for (const OutcomeText& outcome : outcomes) EXPECT_EQ(outcome.probability, "1/11");
  }
}

TEST(ChpokBidding, P4_ARaiseOnTimeMustKeepToTheOptions) {
  for (const char* outcome : {"1+0", "180+60", "180+0", "1+60", "97+31"}) {
    auto game = StartBidding(5);
    EXPECT_EQ(TextOf(game, StrCat("raise time +1 ", outcome)), StrCat("raise time +1 ", outcome));
    EXPECT_EQ(BiddingOf(*game).time.outcome, outcome);
  }
  for (const char* outcome : {"181+0", "1+61", "0+0", "0+60", "1000+0", "1+1000"}) {
    testing::ExpectInvalidBid(*StartBidding(5), StrCat("raise time +1 ", outcome));
  }
  const OptionMap shorter = {{"minutes_max", "20"}, {"bonus_max", "5"}};
  Play(*StartBidding(5, shorter), {"raise time +1 20+5"});
  for (const char* outcome : {"21+0", "1+6", "0+5"}) {
    testing::ExpectInvalidBid(*StartBidding(5, shorter), StrCat("raise time +1 ", outcome));
  }
}

TEST(ChpokBidding, P5_TurnsAlternateAndAPlayerWithoutChipsIsSkipped) {
  auto game = StartBidding(3);
  std::vector<Color> turns;
  for (const char* bid :
       {"raise time +1 5+0", "raise home +3 KKKKKKKK", "raise xf +1 hill", "raise white +1"}) {
    turns.push_back(game->turn());
    Play(game, {bid});
  }
  EXPECT_THAT(turns, ElementsAre(kChallenger, kOpponent, kChallenger, kChallenger));
  EXPECT_EQ(game->phase(), Phase::kBoard);

  auto other = StartBidding(3);
  Play(other, {"raise time +3 5+0", "raise white +1"});
  EXPECT_EQ(other->turn(), kOpponent);
  EXPECT_EQ(FenOf(*other),
            "bidding turn=opponent chips=0,2 white=0,1:opponent time=3,0:5+0 "
            "home=0,0:RNBQKBNR xf=0,0:- ply=2");
}

TEST(ChpokBidding, P5_TheBiddingEndsWhenNeitherPlayerHasChips) {
  auto game = StartBidding(2);
  for (const char* bid : {"raise time +2 5+0", "raise white +1"}) {
    Play(game, {bid});
    EXPECT_EQ(game->phase(), Phase::kBidding) << bid;
    EXPECT_EQ(PlayerOfWhite(*game), std::nullopt) << bid;
  }
  Play(game, {"raise xf +1 hill"});
  EXPECT_EQ(game->phase(), Phase::kBoard);
  EXPECT_EQ(FenOf(*game),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 "
            "{xf=hill;d=0;tc=5+0}");
  EXPECT_EQ(game->turn(), Color::kWhite);
  EXPECT_EQ(PlayerOfWhite(*game), kOpponent);
  testing::ExpectInvalidBid(*game, "raise white +1");
}

TEST(ChpokBidding, P5_TheLastBidOnATargetDecidesItsOutcome) {
  auto game = StartBidding(4);
  Play(game, {"raise white +1", "raise time +1 7+7", "raise time +2 9+9", "raise white +3",
              "raise home +1 KBBNNRRQ"});
  EXPECT_EQ(FenOf(*game),
            "kbbnnrrq/pppppppp/8/8/8/8/PPPPPPPP/KBBNNRRQ w - 1,1 0,0 0,0 0,0 1 {d=0;tc=9+9}");
  EXPECT_EQ(PlayerOfWhite(*game), kOpponent);
}

// The first two words of the random stream `bid` of turn 1. Both are even, so either draws the
// Challenger as White. Their remainders modulo 11 are 6 (10+0) and 8 (15+10).
constexpr uint64_t kFirst = 0xf133fa03266bcc2e;
constexpr uint64_t kSecond = 0xcf0adb478b2d8e18;

TEST(ChpokBidding, P5_TargetsWithoutBidsAreDrawnAfterTheLastBidWhiteFirst) {
  struct Case {
    const char* raise;
    const char* bid;
    const char* text;
    std::vector<uint64_t> words;
    const char* time_control;
  };
  const std::vector<Case> cases = {
      {"raise home +1 KKKKKKKK",
       "match home",
       "match home{white=challenger,time=15+10}",
       {kFirst, kSecond},
       "15+10"},
      {"raise home +1 KKKKKKKK",
       "raise xf +1 -",
       "raise xf +1 -{white=challenger,time=15+10}",
       {kFirst, kSecond},
       "15+10"},
      // The match is drawn first, then the targets without bids.
      {"raise time +1 5+0",
       "match time",
       "match time{time=10+0,white=challenger}",
       {kFirst, kSecond},
       "10+0"},
      {"raise white +1",
       "match white",
       "match white{white=challenger,time=15+10}",
       {kFirst, kSecond},
       "15+10"},
      // One of the two targets has a bid.
      {"raise white +1",
       "raise home +1 RNBQKBNR",
       "raise home +1 RNBQKBNR{time=10+0}",
       {kFirst},
       "10+0"},
      {"raise time +1 5+0",
       "raise home +1 RNBQKBNR",
       "raise home +1 RNBQKBNR{white=challenger}",
       {kFirst},
       "5+0"},
      {"raise time +1 5+0", "raise white +1", "raise white +1", {}, "5+0"},
  };
  for (const Case& expected : cases) {
    auto game = BeforeTheLastBid(expected.raise);
    const ActionResult applied = Make(game, expected.bid, {.seed = KeyOfP29()});
    EXPECT_EQ(applied.text, expected.text);
    std::vector<uint64_t> words;
    for (const Draw& draw : applied.draws) words.push_back(draw.word);
    EXPECT_EQ(words, expected.words) << expected.text;
    EXPECT_NE(FenOf(*game).find(StrCat(";tc=", expected.time_control, "}")), std::string::npos)
        << FenOf(*game);
  }
}

TEST(ChpokBidding, P5_AGameWithoutABiddingHasNoRandomDraws) {
  const auto game = StartOf("chpok", {{"skip_bidding", "true"},
                                      {"white", "opponent"},
                                      {"minutes", "5"},
                                      {"bonus", "3"},
                                      {"home_row", "KBBNNRRQ"},
                                      {"features", "hill"}});
  EXPECT_EQ(game->phase(), Phase::kBoard);
  EXPECT_EQ(PlayerOfWhite(*game), kOpponent);
  EXPECT_EQ(FenOf(*game),
            "kbbnnrrq/pppppppp/8/8/8/8/PPPPPPPP/KBBNNRRQ w - 1,1 0,0 0,0 0,0 1 "
            "{xf=hill;d=0;tc=5+3}");
}

TEST(ChpokBidding, R4_RandomDrawsAreListed) {
  auto game = BeforeTheLastBid("raise time +1 5+0");
  const std::vector<Draw> draws = Make(game, "match time", {.seed = KeyOfP29()}).draws;
  ASSERT_EQ(draws.size(), 2u);
  EXPECT_EQ(draws[0].purpose, "time");
  EXPECT_THAT(draws[0].candidates, ElementsAreArray(kTimes));
  EXPECT_EQ(draws[0].index, 6u);
  EXPECT_EQ(draws[0].word, kFirst);
  EXPECT_EQ(draws[1].purpose, "white");
  EXPECT_THAT(draws[1].candidates, ElementsAre("challenger", "opponent"));
  EXPECT_EQ(draws[1].index, 0u);
  EXPECT_EQ(draws[1].word, kSecond);
  auto other = StartBidding(2);
  EXPECT_THAT(Make(other, "raise xf +1 hill", {.seed = KeyOfP29()}).draws, IsEmpty());
}

TEST(ChpokBidding, R5_OutcomesInTheTextNeedNoSeed) {
  auto game = BeforeTheLastBid("raise time +1 5+0");
  const ActionResult applied = Make(game, "match time{time=5+0,white=challenger}");
  EXPECT_EQ(applied.text, "match time{time=5+0,white=challenger}");
  ASSERT_EQ(applied.draws.size(), 2u);
  EXPECT_EQ(applied.draws[0].index, 4u);
  EXPECT_EQ(applied.draws[0].word, 0u);
  EXPECT_EQ(PlayerOfWhite(*game), kChallenger);
  EXPECT_EQ(FenOf(*game),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 {d=0;tc=5+0}");
}

TEST(ChpokBidding, R5_OutcomesMustBePossible) {
  const auto time = AfterARaiseOnTime();
  for (const char* bid :
       {"match time{time=1+1}", "match time{time=180+60}", "match time{time=challenger}",
        "match time{white=challenger}", "match time{time=5+0,white=challenger}",
        "match time{time=5+0,time=5+0}", "raise home +1 KKKKKKKK{white=challenger}",
        "raise xf +1 hill{time=5+0}"}) {
    ExpectRefused(*time, bid, ErrorReason::kImpossibleOutcome, "");
  }
  // The text of the last bid must name all its outcomes, in their order.
  const auto last = BeforeTheLastBid("raise time +1 5+0");
  for (const char* bid :
       {"match time{time=5+0}", "match time{white=challenger}",
        "match time{white=challenger,time=5+0}", "match time{time=5+0,white=white}",
        "match time{time=5+0,white=challenger,time=5+0}", "raise xf +1 hill{time=5+0}"}) {
    ExpectRefused(*last, bid, ErrorReason::kImpossibleOutcome, "");
  }
  ExpectRefused(*last, "raise xf +1 hill", ErrorReason::kRandomnessRequired, "");
  for (const char* bid : {"match time{}", "match time{5+0}", "match time{time=}",
                          "match time {time=5+0}", "match time{time=5+0"}) {
    ExpectRefused(*time, bid, ErrorReason::kBadActionText, "");
  }
}

TEST(ChpokBidding, R5_AllOutcomesOfTheLastBidAreEnumerated) {
  const std::vector<OutcomeText> outcomes =
      OutcomesOf(*BeforeTheLastBid("raise time +1 5+0"), "match time");
  std::vector<std::string> expected;
  for (const std::string_view time : kTimes) {
    for (const char* white : {"challenger", "opponent"}) {
      expected.push_back(StrCat("match time{time=", time, ",white=", white, "}"));
    }
  }
  // States with the same FEN are different if White is played by different players.
  EXPECT_EQ(TextsOf(outcomes), expected);
  for (const OutcomeText& outcome : outcomes) EXPECT_EQ(outcome.probability, "1/22");
  EXPECT_EQ(outcomes.back().fen,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 {d=0;tc=30+20}");

  expected.clear();
  for (const char* white : {"challenger", "opponent"}) {
    for (const std::string_view time : kTimes) {
      expected.push_back(StrCat("raise xf +1 hill{white=", white, ",time=", time, "}"));
    }
  }
  EXPECT_EQ(TextsOf(OutcomesOf(*BeforeTheLastBid("raise home +1 KKKKKKKK"), "raise xf +1 hill")),
            expected);
}

TEST(ChpokBidding, R5_ABidWithoutRandomDrawsHasOneOutcome) {
  const std::vector<OutcomeText> outcomes = OutcomesOf(*AfterARaiseOnTime(), "raise xf +1 hill");
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(outcomes[0].probability, "1");
  EXPECT_EQ(outcomes[0].text, "raise xf +1 hill");
}

TEST(ChpokBidding, R5_ATruncatedEnumerationSaysSo) {
  Budget budget;
  int visited = 0;
  const auto summary =
      AfterARaiseOnTime()->Outcomes("match time", {.outcomes = 4}, budget,
                                    [&visited](const ActionResult&, Fraction, const Game&) {
                                      ++visited;
                                      return true;
                                    });
  ASSERT_THAT(summary, IsOk());
  EXPECT_EQ(visited, 4);
  EXPECT_TRUE(summary->truncated);
  EXPECT_NEAR(summary->missing_mass, 7.0 / 11, 1e-12);
}

}  // namespace
}  // namespace arbiter
