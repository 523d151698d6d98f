// Tests the home row that the bids of Chpok decide: rulings P7 and P8.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "tests/support/bidding.h"

namespace arbiter {
namespace {

using testing::BiddingAt;
using testing::BiddingOf;
using testing::ExpectRefusedAs;
using testing::FenOf;
using testing::HomeRowFits;
using testing::kOpponent;
using testing::Play;
using testing::StartBidding;
using testing::TextOf;

// Returns an auction with this width in force and the Opponent to bid.
testing::GamePtr AtWidth(int width) {
  auto game = StartBidding(9);
  Play(game, {width == 8 ? std::string("raise xf +1 hill") : StrCat("raise xf +1 width=", width)});
  return game;
}

// Returns the board field of the FEN after the bids, the last of which must end the bidding.
std::string BoardAfter(int chips, const testing::Actions& bids) {
  auto game = StartBidding(chips);
  Play(game, bids);
  EXPECT_EQ(game->phase(), Phase::kBoard) << FenOf(*game);
  const std::string fen = FenOf(*game);
  return fen.substr(0, fen.find(' '));
}

TEST(ChpokBidding, P7_ARowHasTheSevenLettersAndAKing) {
  for (const char* row : {"RNBQKBNR", "KKKKKKKK", "PPPPPPPK", "KPPPPPPP", "QQQQKQQQ", "KQRBDNPP",
                          "PNDBRQKK", "DDDDDDKD"}) {
    auto game = StartBidding(9);
    EXPECT_EQ(TextOf(game, StrCat("raise home +1 ", row)), StrCat("raise home +1 ", row));
    EXPECT_EQ(BiddingOf(*game).home.outcome, row);
  }
}

TEST(ChpokBidding, P7_InvalidRowsAreRefused) {
  const auto game = StartBidding(9);
  for (const char* row : {"RNBQQBNR", "PPPPPPPP", "RNBQkBNR", "rnbqkbnr", "RNBQKBNX", "RNBQKBN1",
                          "RNBQKBN8", "RNBQKBN-", "RNBKQBN?", "RNBQKAN*", "RNBQKBN\xc3\x89"}) {
    ExpectRefusedAs(*game, StrCat("raise home +1 ", row), {ErrorReason::kBadActionText});
  }
  for (const char* row : {"", "K", "-", "RNBQK NR", "RNBQKBNR ", " RNBQKBNR", "KKKKK",
                          "KKKKKKKKKKK", "RNBQKBNR/PPPPPPPP", "{home=KKKKKKKK}"}) {
    testing::ExpectInvalidBid(*game, StrCat("raise home +1 ", row));
  }
}

TEST(ChpokBidding, P7_EveryWidthHasADefaultRow) {
  const std::pair<int, const char*> rows[] = {
      {6, "RNQKNR"}, {7, "RNBQKNR"}, {8, "RNBQKBNR"}, {9, "RNBDQKBNR"}, {10, "RNBDQKDBNR"}};
  for (const auto& [width, row] : rows) {
    // The Opponent raises on any row, and the Challenger's match restores the default.
    auto game = AtWidth(width);
    const std::string kings(static_cast<size_t>(width), 'K');
    Play(game, {StrCat("raise home +1 ", kings), "match home"});
    EXPECT_EQ(BiddingOf(*game).home.outcome, row);
    EXPECT_TRUE(HomeRowFits(*game));
  }
}

TEST(ChpokBidding, P7_DefaultRowsReachTheBoard) {
  const std::pair<const char*, const char*> boards[] = {
      {"width=6", "rnqknr/pppppp/6/6/6/6/PPPPPP/RNQKNR"},
      {"width=7", "rnbqknr/ppppppp/7/7/7/7/PPPPPPP/RNBQKNR"},
      {"hill", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
      {"width=9", "rnbdqkbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBDQKBNR"},
      {"width=10", "rnbdqkdbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBDQKDBNR"},
  };
  for (const auto& [features, board] : boards) {
    // Nobody bids on the row.
    EXPECT_EQ(BoardAfter(
                  1, {"raise time +1 5+0", StrCat("raise xf +1 ", features, "{white=challenger}")}),
              board);
  }
}

TEST(ChpokBidding, P7_BothSidesHaveTheRow) {
  // Both rows are written from file a on.
  EXPECT_EQ(BoardAfter(1, {"raise time +1 5+0", "raise home +1 KPNQDBRR{white=opponent}"}),
            "kpnqdbrr/pppppppp/8/8/8/8/PPPPPPPP/KPNQDBRR");
}

TEST(ChpokBidding, P8_ARaiseMustFitTheWidthInForce) {
  const std::string_view rows[] = {"KKKKKK", "KKKKKKK", "KKKKKKKK", "KKKKKKKKK", "KKKKKKKKKK"};
  for (int width = 6; width <= 10; ++width) {
    for (const std::string_view row : rows) {
      auto game = AtWidth(width);
      const std::string bid = StrCat("raise home +1 ", row);
      if (row.size() == static_cast<size_t>(width)) {
        EXPECT_EQ(TextOf(game, bid), bid) << width;
      } else {
        ExpectRefusedAs(*game, bid, {ErrorReason::kIllegalAction}, {StrCat(width)});
      }
    }
  }
}

TEST(ChpokBidding, P8_TheWidthInForceCanChange) {
  auto game = AtWidth(10);
  Play(game, {"match xf"});  // The width is 8 again.
  ExpectRefusedAs(*game, "raise home +1 KKKKKKKKKK", {ErrorReason::kIllegalAction}, {"8"});
  Play(game, {"raise home +1 KKKKKKKK", "raise xf +1 width=6"});
  ExpectRefusedAs(*game, "raise home +2 KKKKKKKK", {ErrorReason::kIllegalAction}, {"6"});
  Play(game, {"raise home +2 KKKKKK", "raise xf +1 width=9"});
  // A raise on xf that does not name the width restores 8.
  Play(game, {"raise xf +3 hill", "raise home +4 QQQQQQQK"});
  EXPECT_EQ(BiddingOf(*game).home.outcome, "QQQQQQQK");
}

TEST(ChpokBidding, P8_TheBiddingStartsWithTheDefaultRowOfItsWidth) {
  auto game = StartBidding(9);
  EXPECT_EQ(BiddingOf(*game).home.outcome, "RNBQKBNR");
  EXPECT_TRUE(HomeRowFits(*game));
  Play(game, {"raise xf +1 width=10"});
  EXPECT_EQ(BiddingOf(*game).home.outcome, "RNBQKBNR");
  EXPECT_FALSE(HomeRowFits(*game));
}

TEST(ChpokBidding, P8_AMatchRestoresTheDefaultRowOfTheWidthInForce) {
  auto game = AtWidth(7);
  Play(game, {"raise home +1 KKKKKKK", "raise xf +1 width=9", "raise xf +3 width=10"});
  EXPECT_EQ(BiddingOf(*game).home.outcome, "KKKKKKK");
  Play(game, {"match home"});
  EXPECT_EQ(BiddingOf(*game).home.outcome, "RNBDQKDBNR");
  // The row does not change when the width changes again.
  Play(game, {"raise xf +1 width=6"});
  EXPECT_EQ(BiddingOf(*game).home.outcome, "RNBDQKDBNR");
  EXPECT_FALSE(HomeRowFits(*game));
}

TEST(ChpokBidding, P8_TheRowDoesNotChangeWithTheWidth) {
  auto game = AtWidth(10);
  Play(game, {"raise home +1 KPPPPPPPPP"});
  EXPECT_TRUE(HomeRowFits(*game));
  for (const char* bid : {"raise xf +1 width=9", "match xf"}) {
    // The match is legal, because the Challenger has deposited 2 on xf.
    Play(game, {bid});
    EXPECT_EQ(BiddingOf(*game).home.outcome, "KPPPPPPPPP") << bid;
    EXPECT_FALSE(HomeRowFits(*game)) << bid;
  }
  Play(game, {"raise xf +1 width=10"});
  EXPECT_EQ(BiddingOf(*game).home.outcome, "KPPPPPPPPP");
  EXPECT_TRUE(HomeRowFits(*game));
}

TEST(ChpokBidding, P8_ARowThatDoesNotFitIsNotPlayed) {
  EXPECT_EQ(BoardAfter(2, {"raise home +1 KPPPPPPP", "raise xf +1 width=9", "raise time +1 5+0",
                           "raise white +1"}),
            "rnbdqkbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBDQKBNR");
  // The default row of another width is not played either.
  EXPECT_EQ(BoardAfter(4, {"raise xf +1 width=7", "raise home +1 KKKKKKK", "match home", "match xf",
                           "raise time +2 5+0", "raise white +2"}),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
}

TEST(ChpokBidding, P8_ARowThatFitsAgainIsPlayed) {
  EXPECT_EQ(BoardAfter(4, {"raise xf +1 width=10", "raise home +1 PPPPKPPPPP",
                           "raise xf +1 width=6", "raise time +1 5+0", "raise xf +1 width=10",
                           "raise white +1", "raise xf +1 undo=1,width=10", "raise white +1"}),
            "ppppkppppp/pppppppppp/10/10/10/10/PPPPPPPPPP/PPPPKPPPPP");
}

TEST(ChpokBidding, P8_ATextCanHaveARowThatDoesNotFit) {
  auto game = BiddingAt({.turn = kOpponent,
                         .chips = {1, 1},
                         .home = {{0, 2}, "KPPPPPPPPP"},
                         .xf = {{2, 0}, "width=9"},
                         .ply = 3});
  EXPECT_FALSE(HomeRowFits(*game));
  // The width counts, not the length of the current row.
  ExpectRefusedAs(*game, "raise home +1 KKKKKKKKKK", {ErrorReason::kIllegalAction}, {"9"});
  Play(game, {"raise home +1 KKKKKKKKK"});
  EXPECT_TRUE(HomeRowFits(*game));
}

}  // namespace
}  // namespace arbiter
