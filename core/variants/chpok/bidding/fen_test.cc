// Tests the FENs of Chpok's bidding phase: ruling P27, and F1 to F3 for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "tests/support/bidding.h"

namespace arbiter {
namespace {

using testing::BiddingText;
using testing::ExpectWon;
using testing::Fails;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::kChallenger;
using testing::kOpponent;
using testing::Make;
using testing::Play;
using testing::ReadFen;
using testing::StartBidding;
using testing::StartTimedBidding;
using testing::VariantNamed;

// Expects BAD_FEN with a message that contains `word`.
void ExpectBad(const std::string& text, const char* word = "") {
  EXPECT_THAT(ReadFen("chpok", text), Fails(ErrorReason::kBadFen, std::string(word))) << text;
}

// Expects IMPOSSIBLE_POSITION.
void ExpectImpossible(const std::string& text) {
  EXPECT_THAT(ReadFen("chpok", text), Fails(ErrorReason::kImpossiblePosition, "")) << text;
}

// Expects BAD_FEN or IMPOSSIBLE_POSITION.
void ExpectInvalid(const std::string& text, const OptionMap& options = {}) {
  const absl::Status status = ReadFen("chpok", text, options);
  const ErrorReason reason = ReasonOf(status);
  EXPECT_TRUE(reason == ErrorReason::kBadFen || reason == ErrorReason::kImpossiblePosition)
      << text << ": " << ReasonName(reason) << " " << status.ToString();
}

// Returns the text of a state that has a bid on each target, with another value for one field.
std::string With(std::string_view field, std::string_view value) {
  std::string text =
      "bidding turn=challenger chips=3,3 white=1,0:challenger time=0,1:5+0 home=1,0:KKKKKKKK "
      "xf=0,1:hill ply=4 ";
  const size_t start = text.find(StrCat(" ", field, "=")) + field.size() + 2;
  text.replace(start, text.find(' ', start) - start, value);
  text.pop_back();
  return text;
}

// FENs of the bidding phase that can arise in play, apart from their clocks.
constexpr const char* kValidTexts[] = {
    "bidding turn=challenger chips=1,1 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0",
    "bidding turn=challenger chips=99,99 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0",
    "bidding turn=challenger chips=15,15 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0 "
    "{clock=100000,100000}",
    "bidding turn=opponent chips=0,15 white=0,0:- time=0,0:- home=15,0:KKKKKKKK xf=0,0:- ply=1",
    "bidding turn=opponent chips=3,4 white=1,0:challenger time=0,0:- home=0,0:RNBQKBNR xf=0,0:- "
    "ply=1 {clock=200000,1}",
    "bidding turn=challenger chips=3,3 white=1,1:opponent time=0,0:- home=0,0:RNBQKBNR xf=0,0:- "
    "ply=2 {clock=0,200000}",
    "bidding turn=challenger chips=12,12 white=0,2:opponent time=2,0:1+0 home=1,1:RNBQKBNR "
    "xf=0,0:- ply=4",
    // A home row that does not fit the width, and a state with all features.
    "bidding turn=opponent chips=1,1 white=0,0:- time=0,0:- home=0,2:KPPPPPPPPP xf=2,0:width=9 "
    "ply=3",
    "bidding turn=opponent chips=0,3 white=1,1:challenger time=0,0:- home=0,0:RNBQKBNR "
    "xf=3,0:width=10,moves=10,undo=5,points=9876543,castlings=0,hill,racing,cruel,superqueen,"
    "cornerbishop,backpawn,newborn,remove,skip,nopromoteking,noenpassant ply=3",
    "bidding turn=challenger chips=2,0 white=0,0:- time=0,3:180+60 home=1,0:RNBQKBNR xf=0,0:- "
    "ply=2",
};

TEST(ChpokBidding, P27_ATextIsParsedAndFormatted) {
  for (const char* text : kValidTexts) {
    const auto game = GameAt("chpok", text);
    EXPECT_EQ(FenOf(*game), text);
    EXPECT_EQ(game->phase(), Phase::kBidding);
    EXPECT_EQ(game->turn(), std::string_view(text).find("turn=challenger") != std::string_view::npos
                                ? kChallenger
                                : kOpponent);
    testing::ExpectOngoing(*game);
  }
}

TEST(ChpokBidding, P27_ATextHoldsEveryField) {
  const BiddingText bidding = {.turn = kOpponent,
                               .chips = {0, 6},
                               .white = {{2, 1}, "challenger"},
                               .time = {{0, 3}, "7+7"},
                               .home = {{3, 0}, "KKKKKKKK"},
                               .xf = {{5, 0}, "undo=1,hill"},
                               .ply = 6,
                               .clocks = {{1, 200'000}}};
  const char* text =
      "bidding turn=opponent chips=0,6 white=2,1:challenger time=0,3:7+7 home=3,0:KKKKKKKK "
      "xf=5,0:undo=1,hill ply=6 {clock=1,200000}";
  EXPECT_EQ(ToText(bidding), text);
  const auto game = GameAt("chpok", text);
  EXPECT_EQ(FenOf(*game), text);
  EXPECT_EQ(testing::BidsOf(*game), testing::ExpectedBids(bidding));
}

TEST(ChpokBidding, P27_FeaturesAreParsedInAnyOrder) {
  EXPECT_EQ(FenOf(*GameAt("chpok",
                          "bidding turn=opponent chips=1,2 white=0,0:- time=0,0:- "
                          "home=0,0:RNBQKBNR xf=1,0:hill,undo=2,width=10 ply=1")),
            "bidding turn=opponent chips=1,2 white=0,0:- time=0,0:- home=0,0:RNBQKBNR "
            "xf=1,0:width=10,undo=2,hill ply=1");
}

TEST(ChpokBidding, P27_AfterTheLastBidTheFenIsThatOfTheBoard) {
  auto game = StartBidding(1);
  Play(game, {"raise white +1", "raise time +1 5+3"});
  EXPECT_EQ(FenOf(*game),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 {d=0;tc=5+3}");
}

TEST(ChpokBidding, P27_AParsedBiddingContinuesLikeThePlayedOne) {
  const testing::Actions bids = {"raise home +1 KBBNNRRQ",        "raise white +2",
                                 "raise xf +2 width=9,undo=2",    "match home",
                                 "match white{white=challenger}", "raise time +2 5+5"};
  auto game = StartTimedBidding(5);
  for (const std::string& bid : bids) {
    auto read = GameAt("chpok", FenOf(*game));
    Make(game, bid, testing::After(31'000));
    Make(read, bid, testing::After(31'000));
    EXPECT_EQ(FenOf(*read), FenOf(*game)) << bid;
    EXPECT_EQ(testing::BidsOf(*read), testing::BidsOf(*game)) << bid;
  }
  EXPECT_EQ(game->phase(), Phase::kBoard);
}

TEST(ChpokBidding, F1_OnlyASnapshotContainsTheResult) {
  auto game = StartBidding(5);
  const std::string before = FenOf(*game);
  Play(game, {"resign"});
  EXPECT_EQ(FenOf(*game), before);
  testing::ExpectOngoing(*GameAt("chpok", before));
  const auto copy = VariantNamed("chpok").FromSnapshot(game->Snapshot(), {{"chips", "5"}});
  ASSERT_THAT(copy, IsOk());
  ExpectWon(**copy, Result::kSecondPlayerWins, Termination::kResignation);
}

TEST(ChpokBidding, F3_ASnapshotHoldsTheBidding) {
  const OptionMap options = {{"chips", "5"}, {"track_clocks", "true"}};
  auto game = StartTimedBidding(5);
  for (const char* bid : {"raise xf +1 undo=2", "match xf", "raise time +2 5+5"}) {
    Make(game, bid, testing::After(2'000));
    const auto copy = VariantNamed("chpok").FromSnapshot(game->Snapshot(), options);
    ASSERT_THAT(copy, IsOk()) << bid;
    EXPECT_EQ(FenOf(**copy), FenOf(*game));
    EXPECT_EQ((*copy)->Snapshot(), game->Snapshot());
    EXPECT_EQ(testing::BidsOf(**copy), testing::BidsOf(*game));
  }
}

TEST(ChpokBidding, F2_TextsWithMissingOrMisplacedFieldsAreRefused) {
  ExpectBad("bidding");
  ExpectBad("bidding ");
  ExpectBad("bidding turn=challenger");
  ExpectBad("bidding turn=challenger chips=2,2 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:-");
  ExpectBad("bidding turn=challenger chips=2,2 white=0,0:- time=0,0:- xf=0,0:- ply=0", "home");
  ExpectBad(
      "Bidding turn=challenger chips=2,2 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0");
  ExpectBad(
      "bidding chips=2,2 turn=challenger white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0",
      "turn");
  ExpectBad(
      "bidding turn=challenger chips=2,2 time=0,0:- white=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0",
      "white");
  ExpectBad(
      "bidding turn=challenger chips=2,2 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0 "
      "more");
}

TEST(ChpokBidding, F2_MalformedValuesAreRefused) {
  // The text is valid as long as no field is replaced by a malformed value.
  EXPECT_EQ(FenOf(*GameAt("chpok", With("ply", "4"))), With("ply", "4"));
  const std::pair<const char*, std::vector<const char*>> fields[] = {
      {"turn", {"", "white", "Challenger", "c", "w"}},
      {"chips", {"", "3", "3,", ",3", "3,3,3", "03,3", "-3,3", "3;3", "x,3", "3.0,3"}},
      {"white",
       {"", "1,0", "1,0:", "1:challenger", ":challenger", "1,0,0:challenger", "1,0:white",
        "1,0:Challenger", "1,0:w", "01,0:challenger", "1,-0:challenger",
        "1,0:challenger:", "1,0:5+0"}},
      {"time",
       {"0,1", "0,1:", "0,1:5", "0,1:5+", "0,1:+5", "0,1:05+0", "0,1:5+00", "0,1:x+0", "0,1:5+0+0",
        "0,1:challenger"}},
      {"home", {"1,0", "1,0:", "1:KKKKKKKK", "1,0:kkkkkkkk", "1,0:KKKKKKKX", "1,0:KKKKKKK1"}},
      {"xf",
       {"0,1", "0,1:", "0,1:foo", "0,1:hill,hill", "0,1:hill=1", "0,1:undo=02", "0,1:points=1",
        "0,1:-,hill", "0,1:hill,", "0,1:width"}},
      {"ply", {"", "-4", "04", "x", "4.0", "99999999999999999999"}},
  };
  for (const auto& [field, values] : fields) {
    for (const char* value : values) ExpectBad(With(field, value), field);
  }
}

TEST(ChpokBidding, F2_InvalidClocksAreRefused) {
  const std::string text = With("ply", "4");
  for (const char* braces :
       {"{}", "{clock=}", "{clock=1}", "{clock=1,2,3}", "{clock=x,1}", "{clock=-1,1}",
        "{clock=01,1}", "{clock=1,1", "clock=1,1", "{clock=1,1};", "{d=0}", "{clocks=1,1}",
        "{clock=1,1;clock=1,1}", "{ clock=1,1}", "{clock=1,1} {clock=1,1}"}) {
    ExpectBad(StrCat(text, " ", braces));
  }
  // These are above the maximum of a clock (P6).
  ExpectInvalid(StrCat(text, " {clock=200001,100000}"));
  ExpectInvalid(StrCat(text, " {clock=100000,200001}"));
}

// The JavaScript verifier refused such a start before the first bid, and `arbiter verify` read it.
TEST(ChpokBidding, F2_PlayerWhoHasNotBidHasAtMostTheInitialClock) {
  const auto at = [](std::string_view text, std::string_view clocks) {
    return StrCat("bidding ", text, " {clock=", clocks, "}");
  };
  const char* start =
      "turn=challenger chips=2,2 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0";
  const char* raised =
      "turn=opponent chips=1,2 white=1,0:challenger time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=1";
  ExpectImpossible(at(start, "100001,100000"));
  ExpectImpossible(at(start, "100000,100001"));
  ExpectImpossible(at(raised, "200000,100001"));
  EXPECT_TRUE(ReadFen("chpok", at(start, "0,100000")).ok());
  EXPECT_TRUE(ReadFen("chpok", at(raised, "200000,100000")).ok());
}

TEST(ChpokBidding, F2_OutcomesThatNobodyCanBidAreRefused) {
  for (const char* home : {"-", "QQQQQQQQ", "KKKKK", "KKKKKKKKKKK"}) {
    ExpectInvalid(With("home", StrCat("1,0:", home)));
  }
  for (const char* xf : {"width=5", "width=11", "moves=9", "moves=889", "undo=6", "castlings=6"}) {
    ExpectInvalid(With("xf", StrCat("0,1:", xf)));
  }
  for (const char* time : {"0+5", "181+0", "1+61"}) {
    ExpectInvalid(With("time", StrCat("0,1:", time)));
  }
}

// A target without deposits has its default outcome. If one player has deposited more on the
// target, it has the outcome of that player's raise. If the deposits are level, it has that of a
// match.
TEST(ChpokBidding, F2_OutcomesThatContradictTheDepositsAreRefused) {
  const auto bidding = [](std::string_view chips, std::string_view targets, int ply) {
    return StrCat("bidding turn=", ply % 2 == 0 ? "challenger" : "opponent", " chips=", chips, " ",
                  targets, " ply=", ply);
  };
  for (const char* targets : {"white=0,0:challenger time=0,0:- home=0,0:RNBQKBNR xf=0,0:-",
                              "white=0,0:- time=0,0:5+0 home=0,0:RNBQKBNR xf=0,0:-",
                              "white=0,0:- time=0,0:- home=0,0:KKKKKKKK xf=0,0:-",
                              "white=0,0:- time=0,0:- home=0,0:- xf=0,0:-",
                              "white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:hill"}) {
    ExpectInvalid(bidding("2,2", targets, 0));
  }
  for (const char* targets : {"white=1,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:-",
                              "white=1,0:opponent time=0,0:- home=0,0:RNBQKBNR xf=0,0:-",
                              "white=0,0:- time=1,0:- home=0,0:RNBQKBNR xf=0,0:-"}) {
    ExpectInvalid(bidding("1,2", targets, 1));
  }
  for (const char* targets : {"white=1,1:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:-",
                              "white=0,0:- time=1,1:7+7 home=0,0:RNBQKBNR xf=0,0:-",
                              "white=0,0:- time=0,0:- home=1,1:KKKKKKKK xf=0,0:-",
                              "white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=1,1:hill"}) {
    ExpectInvalid(bidding("1,1", targets, 2));
  }
}

TEST(ChpokBidding, F2_ImpossibleNumbersOfBidsAreRefused) {
  // With four chips deposited, one to four bids have been made, and the turns alternate.
  for (const char* ply : {"0", "1", "3", "5", "6"}) ExpectInvalid(With("ply", ply));
  ExpectInvalid(
      "bidding turn=opponent chips=2,2 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0");
  // The option `chips` allows at most 99.
  ExpectInvalid(
      "bidding turn=challenger chips=100,100 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- "
      "ply=0");
}

// The Challenger bids first, then the players take turns until one of them has no chips (P1, P5).
TEST(ChpokBidding, F2_ImpossibleOrdersOfBidsAreRefused) {
  const char* const texts[] = {
      // Both players have deposits after one bid.
      "turn=opponent chips=1,1 white=1,1:challenger time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=1",
      // The Challenger has not bid.
      "turn=challenger chips=1,0 white=0,0:- time=0,1:5+0 home=0,0:RNBQKBNR xf=0,0:- ply=1",
      "turn=opponent chips=5,4 white=0,0:- time=0,1:5+0 home=0,0:RNBQKBNR xf=0,0:- ply=1",
      // The Challenger has bid at least twice but deposited only one chip.
      "turn=challenger chips=3,0 white=0,0:- time=0,0:- home=1,4:RNBQKBNR xf=0,0:- ply=5",
      "turn=challenger chips=3,0 white=0,0:- time=0,0:- home=1,4:RNBQKBNR xf=0,0:- ply=4",
  };
  for (const char* text : texts) ExpectInvalid(StrCat("bidding ", text));
  ExpectInvalid(With("turn", "opponent"));
}

// Without a bid on xf the width is 8 (P8).
TEST(ChpokBidding, F2_WithoutABidOnXfTheHomeRowHasTheDefaultWidth) {
  for (const char* home : {"1,0:RNQKNR", "1,0:RNBDQKBNR"}) {
    ExpectInvalid(StrCat("bidding turn=opponent chips=1,2 white=0,0:- time=0,0:- home=", home,
                         " xf=0,0:- ply=1"));
  }
  ExpectInvalid(
      "bidding turn=challenger chips=1,1 white=0,0:- time=0,0:- home=1,1:RNQKNR xf=0,0:- ply=2");
}

TEST(ChpokBidding, P27_BothPlayersMustHaveTheSameTotal) {
  ExpectImpossible(
      "bidding turn=challenger chips=2,3 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0");
  ExpectImpossible(
      "bidding turn=opponent chips=2,2 white=1,0:challenger time=0,0:- home=0,0:RNBQKBNR xf=0,0:- "
      "ply=1");
  ExpectImpossible(
      "bidding turn=challenger chips=1,1 white=1,0:challenger time=0,2:5+0 home=0,0:RNBQKBNR "
      "xf=0,0:- ply=2");
}

TEST(ChpokBidding, P27_ThePlayerToMoveMustHaveChips) {
  ExpectImpossible(
      "bidding turn=challenger chips=0,0 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0");
  ExpectImpossible(
      "bidding turn=challenger chips=0,2 white=2,0:challenger time=0,0:- home=0,0:RNBQKBNR "
      "xf=0,0:- ply=1");
  ExpectImpossible(
      "bidding turn=opponent chips=2,0 white=0,0:- time=0,2:5+0 home=0,0:RNBQKBNR xf=0,0:- ply=1");
}

}  // namespace
}  // namespace arbiter
