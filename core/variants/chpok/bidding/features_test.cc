// Tests the texts of the extraordinary features and their effects on the first board: ruling P9.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "tests/support/bidding.h"

namespace arbiter {
namespace {

using testing::BiddingOf;
using testing::ExpectInvalidBid;
using testing::ExpectRefusedAs;
using testing::FenOf;
using testing::Play;
using testing::StartBidding;
using testing::TextOf;

// All sixteen features with values other than their defaults.
constexpr const char* kAll =
    "width=10,moves=10,undo=5,points=9876543,castlings=0,hill,racing,cruel,superqueen,"
    "cornerbishop,backpawn,newborn,remove,skip,nopromoteking,noenpassant";

// Returns the canonical text of features after a bid on them.
std::string Canonical(std::string_view features) {
  auto game = StartBidding(5);
  const std::string bid = TextOf(game, StrCat("raise xf +1 ", features));
  std::string_view text = bid;
  EXPECT_TRUE(ConsumePrefix(&text, "raise xf +1 ")) << bid;
  EXPECT_EQ(BiddingOf(*game).xf.outcome, text);
  return std::string(text);
}

void ExpectBadFeatures(std::string_view features) {
  ExpectRefusedAs(*StartBidding(5), StrCat("raise xf +1 ", features),
                  {ErrorReason::kBadActionText});
}

// Returns the FEN of the first board with these features.
std::string BoardWith(std::string_view features) {
  auto game = StartBidding(1);
  Play(game, {"raise time +1 5+0", StrCat("raise xf +1 ", features, "{white=challenger}")});
  return FenOf(*game);
}

TEST(ChpokBidding, P9_EveryFeatureHasAName) {
  for (const char* feature :
       {"width=6",        "width=7",        "width=9",     "width=10",    "moves=10",
        "moves=11",       "moves=887",      "undo=1",      "undo=5",      "points=0000001",
        "points=1000000", "points=9999999", "castlings=0", "castlings=2", "castlings=5",
        "hill",           "racing",         "cruel",       "superqueen",  "cornerbishop",
        "backpawn",       "newborn",        "remove",      "skip",        "nopromoteking",
        "noenpassant"}) {
    EXPECT_EQ(Canonical(feature), feature);
  }
  EXPECT_EQ(Canonical(kAll), kAll);
}

TEST(ChpokBidding, P9_NoFeaturesAreWrittenAsADash) { EXPECT_EQ(Canonical("-"), "-"); }

TEST(ChpokBidding, P9_FeaturesAreParsedInAnyOrderAndFormattedInOne) {
  const std::pair<const char*, const char*> texts[] = {
      {"undo=2,width=10", "width=10,undo=2"},
      {"racing,hill", "hill,racing"},
      {"hill,points=0000100,castlings=2", "points=0000100,castlings=2,hill"},
      {"undo=1,moves=20", "moves=20,undo=1"},
      {"noenpassant,nopromoteking,skip,remove,newborn,backpawn,cornerbishop,superqueen,cruel,"
       "racing,hill,castlings=0,points=9876543,undo=5,moves=10,width=10",
       kAll},
  };
  for (const auto& [given, written] : texts) EXPECT_EQ(Canonical(given), written);
}

TEST(ChpokBidding, P9_DefaultsAreOmitted) {
  const std::pair<const char*, const char*> texts[] = {
      {"width=8", "-"},
      {"moves=888", "-"},
      {"undo=0", "-"},
      {"points=0000000", "-"},
      {"castlings=1", "-"},
      {"hill,width=8", "hill"},
      {"width=8,moves=888,undo=0,points=0000000,castlings=1", "-"},
      {"castlings=1,undo=3", "undo=3"},
  };
  for (const auto& [given, written] : texts) EXPECT_EQ(Canonical(given), written);
}

TEST(ChpokBidding, P9_RepeatedNamesAreRefused) {
  for (const char* features :
       {"hill,hill", "undo=1,undo=1", "undo=1,undo=2", "width=8,width=9", "width=8,width=8",
        "hill,racing,hill", "points=0000001,points=0000000", "moves=10,hill,moves=888"}) {
    ExpectBadFeatures(features);
  }
}

TEST(ChpokBidding, P9_UnknownNamesAreRefused) {
  for (const char* features :
       {"foo", "Hill", "HILL", "hil", "hills", "king", "clock=1", "width10", "time=5+0", "all",
        "superQueen", "en_passant", "promoteking", "dash", "0", "foo=1", "hill,foo"}) {
    ExpectBadFeatures(features);
  }
}

TEST(ChpokBidding, P9_MalformedListsAreRefused) {
  for (const char* features : {"", ",", ",hill", "hill,", "hill,,racing", "-,hill", "hill,-", "--",
                               "hill racing", "hill, racing", "hill;racing", " hill", "hill "}) {
    ExpectInvalidBid(*StartBidding(5), StrCat("raise xf +1 ", features));
  }
}

TEST(ChpokBidding, P9_NumbersOutOfRangeAreRefused) {
  for (const char* features : {"width=5", "width=11", "width=0", "width=100", "moves=9", "moves=0",
                               "moves=889", "moves=1000", "undo=6", "undo=10", "castlings=6",
                               "castlings=10", "width=4294967304", "undo=18446744073709551617"}) {
    ExpectInvalidBid(*StartBidding(5), StrCat("raise xf +1 ", features));
  }
}

TEST(ChpokBidding, P9_NumbersAreDigitsWithoutLeadingZeros) {
  for (const char* features :
       {"width=08", "width=010", "moves=0100", "undo=02",    "undo=00", "castlings=00", "undo=+1",
        "undo=-1",  "undo= 1",   "undo=1.0",   "undo=x",     "undo=",   "undo",         "width",
        "width=",   "width:10",  "width==10",  "moves=0x20", "points",  "castlings=one"}) {
    ExpectBadFeatures(features);
  }
}

TEST(ChpokBidding, P9_PointsAreSevenDigits) {
  EXPECT_EQ(Canonical("points=0000090"), "points=0000090");
  for (const char* features :
       {"points=", "points=0", "points=1", "points=123456", "points=12345678", "points=00000001",
        "points=123456x", "points=-000001", "points=+000001", "points=1,2,3,4,5,6,7"}) {
    ExpectBadFeatures(features);
  }
}

TEST(ChpokBidding, P9_SwitchesHaveNoValue) {
  for (const char* features :
       {"hill=1", "hill=0", "hill=", "racing=on", "noenpassant=true", "skip=1,hill"}) {
    ExpectBadFeatures(features);
  }
}

TEST(ChpokBidding, P9_TheMoveLimitIsAtLeastThatOfTheOption) {
  const OptionMap options = {{"move_limit_min", "50"}};
  for (const char* moves : {"moves=10", "moves=49"}) {
    testing::ExpectInvalidBid(*StartBidding(5, options), StrCat("raise xf +1 ", moves));
  }
  Play(*StartBidding(5, options), {"raise xf +1 moves=50"});
  Play(*StartBidding(5, options), {"raise xf +1 moves=888"});
  Play(*StartBidding(5, options), {"raise xf +1 hill"});
}

TEST(ChpokBidding, P9_ARefusedRaiseDoesNotChangeTheFeatures) {
  auto game = StartBidding(5);
  Play(game, {"raise xf +1 undo=3,hill"});
  ExpectRefusedAs(*game, "raise xf +2 undo=4,hill,hill", {ErrorReason::kBadActionText});
  EXPECT_EQ(BiddingOf(*game).xf.outcome, "undo=3,hill");
}

TEST(ChpokBidding, P9_TheBoardHasTheFeatures) {
  constexpr std::string_view kBoard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - ";
  const std::pair<const char*, const char*> boards[] = {
      {"-", "1,1 0,0 0,0 0,0 1 {d=0;tc=5+0}"},
      {"moves=20", "1,1 0,0 0,0 0,0 1 {xf=moves=20;d=0;tc=5+0}"},
      {"undo=3", "1,1 0,0 3,3 0,0 1 {xf=undo=3;d=0;tc=5+0}"},
      {"points=0102030", "1,1 0,0 0,0 0,0 1 {xf=points=0102030;d=0;tc=5+0}"},
      {"castlings=0", "0,0 0,0 0,0 0,0 1 {xf=castlings=0;d=0;tc=5+0}"},
      {"castlings=5", "5,5 0,0 0,0 0,0 1 {xf=castlings=5;d=0;tc=5+0}"},
      {"newborn", "1,1 0,0 0,0 1,1 1 {xf=newborn;d=0;tc=5+0}"},
      {"hill", "1,1 0,0 0,0 0,0 1 {xf=hill;d=0;tc=5+0}"},
      {"racing,cruel", "1,1 0,0 0,0 0,0 1 {xf=racing,cruel;d=0;tc=5+0}"},
      {"superqueen,cornerbishop,backpawn",
       "1,1 0,0 0,0 0,0 1 {xf=superqueen,cornerbishop,backpawn;d=0;tc=5+0}"},
      {"remove,skip,nopromoteking,noenpassant",
       "1,1 0,0 0,0 0,0 1 {xf=remove,skip,nopromoteking,noenpassant;d=0;tc=5+0}"},
  };
  for (const auto& [features, rest] : boards) {
    EXPECT_EQ(BoardWith(features), StrCat(kBoard, rest)) << features;
  }
}

TEST(ChpokBidding, P9_TheBoardHasTheWidth) {
  EXPECT_EQ(BoardWith("width=6"),
            "rnqknr/pppppp/6/6/6/6/PPPPPP/RNQKNR w - 1,1 0,0 0,0 0,0 1 {d=0;tc=5+0}");
  EXPECT_EQ(BoardWith(kAll),
            "rnbdqkdbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBDQKDBNR w - 0,0 0,0 5,5 1,1 1 "
            "{xf=moves=10,undo=5,points=9876543,castlings=0,hill,racing,cruel,superqueen,"
            "cornerbishop,backpawn,newborn,remove,skip,nopromoteking,noenpassant;d=0;tc=5+0}");
}

}  // namespace
}  // namespace arbiter
