// Compares random auctions of Chpok with a second implementation of the rules: the legal bids,
// their effects on chips, deposits, outcomes and clocks, the random draws, and the board at the
// end.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "core/base/strings.h"
#include "core/random/random_stream.h"
#include "tests/support/bidding.h"
#include "tests/support/detail.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::BiddingOf;
using testing::BiddingText;
using testing::BidsOf;
using testing::ExpectedBids;
using testing::FenOf;
using testing::GamePtr;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::kTargets;
using testing::kTimes;
using testing::Random;
using testing::VariantNamed;

constexpr int kBiddings = 600 / kSanitizerSlowdown;
constexpr size_t kWhite = 0, kTime = 1, kHome = 2, kXf = 3;

int Between(Random& random, int min, int max) {
  return min + static_cast<int>(random.Below(static_cast<size_t>(max - min) + 1));
}

// Returns the number after `name=`, or the default.
int NumberIn(const std::string& features, const std::string& name, int by_default) {
  const size_t found = StrCat(",", features).find(StrCat(",", name, "="));
  return found == std::string::npos ? by_default
                                    : std::stoi(features.substr(found + name.size() + 1));
}
int WidthOf(const BiddingText& bidding) { return NumberIn(bidding.xf.outcome, "width", 8); }

std::string Join(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) StrAppend(&text, text.empty() ? "" : ",", item);
  return text.empty() ? "-" : text;
}

// Returns features that differ from their defaults, in the order of ruling P9.
std::vector<std::string> RandomFeatures(Random& random) {
  std::vector<std::string> items;
  const auto number = [&](const char* name, int min, int max, int by_default) {
    const int value = Between(random, min, max);
    if (random.OneIn(2) && value != by_default) items.push_back(StrCat(name, "=", value));
  };
  number("width", 6, 10, 8);
  number("moves", 10, 888, 888);
  number("undo", 0, 5, 0);
  if (random.OneIn(3)) items.push_back(StrCat("points=", Between(random, 1'000'000, 9'999'999)));
  number("castlings", 0, 5, 1);
  for (const char* name : {"hill", "racing", "cruel", "superqueen", "cornerbishop", "backpawn",
                           "newborn", "remove", "skip", "nopromoteking", "noenpassant"}) {
    if (random.OneIn(3)) items.emplace_back(name);
  }
  return items;
}

struct Bid {
  size_t target;
  bool match;
  // The cost of the bid.
  int chips;
  // The outcome of a raise on a target other than `white`, as Arbiter writes it and as the test
  // writes it in the bid.
  std::string outcome;
  std::string given_outcome;

  std::string Text(const std::string& outcome_text) const {
    if (match) return StrCat("match ", kTargets[target]);
    return StrCat("raise ", kTargets[target], " +", chips, target == kWhite ? "" : " ",
                  outcome_text);
  }
};

void ChooseOutcome(const BiddingText& before, Random& random, Bid* bid) {
  if (bid->target == kTime) {
    bid->outcome = StrCat(Between(random, 1, 180), "+", Between(random, 0, 60));
  } else if (bid->target == kHome) {
    for (int i = 0; i < WidthOf(before); ++i) bid->outcome += "KQRBDNP"[random.Below(7)];
    bid->outcome[random.Below(bid->outcome.size())] = 'K';
  } else if (bid->target == kXf) {
    std::vector<std::string> items = RandomFeatures(random);
    bid->outcome = Join(items);
    for (size_t i = 0; i < items.size(); ++i) {
      std::swap(items[i], items[random.Below(items.size())]);
    }
    bid->given_outcome = Join(items);
    return;
  }
  bid->given_outcome = bid->outcome;
}

// Returns a legal bid, by ruling P2. Some cost many chips.
Bid RandomBid(const BiddingText& before, Random& random) {
  const int chips = before.chips.at(static_cast<size_t>(Index(before.turn)));
  while (true) {
    Bid bid = {random.Below(4), random.OneIn(2), 0, "", ""};
    const int gap = before.gap(bid.target);
    const int min = bid.match ? gap : std::max(1, gap + 1);
    if (min < 1 || min > chips) continue;
    const int max = random.OneIn(8) ? chips : std::min(chips, min + 3);
    bid.chips = bid.match ? gap : Between(random, min, max);
    if (!bid.match) ChooseOutcome(before, random, &bid);
    return bid;
  }
}

// The random draws of a bid from the seed, in order (rulings R1 and R2).
class Draws {
 public:
  Draws(const std::string& seed, int bids_before)
      : stream_(seed, "chpok", "bid", static_cast<uint64_t>(bids_before), 0) {}

  std::string Draw(size_t target) {
    const RandomStream::Choice choice = stream_.Draw(target == kWhite ? 2 : 11);
    const std::string_view players[] = {"challenger", "opponent"};
    std::string drawn(target == kWhite ? players[choice.index] : kTimes.at(choice.index));
    StrAppend(&text_, text_.empty() ? "" : ",", kTargets[target], "=", drawn);
    return drawn;
  }
  std::string Braces() const { return text_.empty() ? "" : StrCat("{", text_, "}"); }

 private:
  RandomStream stream_;
  std::string text_;
};

// Returns the state after a bid, by rulings P2 to P8.
BiddingText After(const BiddingText& before, const Bid& bid, int64_t elapsed_ms, Draws* draws) {
  BiddingText after = before;
  const auto mover = static_cast<size_t>(Index(before.turn));
  const auto other = 1 - mover;
  after.chips.at(mover) -= bid.chips;
  BiddingText::Target& target = after.target(bid.target);
  target.deposits.at(mover) += bid.chips;
  if (!bid.match) {
    target.outcome = bid.target != kWhite ? bid.outcome : mover == 0 ? "challenger" : "opponent";
  } else if (bid.target == kHome) {
    target.outcome = testing::DefaultRow(WidthOf(before));
  } else {
    target.outcome = bid.target == kXf ? "-" : draws->Draw(bid.target);
  }
  ++after.ply;
  if (before.clocks) {
    const int64_t left = before.clocks->at(mover) - std::max<int64_t>(elapsed_ms, 0);
    const int64_t more = before.chips.at(other) > 0 ? 100'000 : 20'000;
    after.clocks->at(mover) = std::min<int64_t>(200'000, left + more);
  }
  if (after.chips.at(other) > 0) after.turn = !before.turn;
  if (after.chips == std::array{0, 0}) {
    for (const size_t open : {kWhite, kTime}) {
      if (after.target(open).outcome == "-") after.target(open).outcome = draws->Draw(open);
    }
  }
  return after;
}

// Returns the FEN of the board to which an auction without chips leads.
std::string BoardOf(const BiddingText& end) {
  const std::string& xf = end.xf.outcome;
  const auto width = static_cast<size_t>(WidthOf(end));
  const std::string row = end.home.outcome.size() == width
                              ? end.home.outcome
                              : std::string(testing::DefaultRow(WidthOf(end)));
  const std::string empty = StrCat("/", width);
  const auto pair = [](int number) { return StrCat(" ", number, ",", number); };
  std::string features = xf;
  if (features.starts_with("width=")) {
    features.erase(0, std::min(features.find(','), features.size() - 1) + 1);
  }
  const bool none = features.empty() || features == "-";
  const int minutes = std::stoi(end.time.outcome);
  const std::string clock =
      end.clocks ? StrCat(";clock=", minutes * 60'000, ",", minutes * 60'000) : "";
  return StrCat(LowerCase(row), "/", std::string(width, 'p'), empty, empty, empty, empty, "/",
                std::string(width, 'P'), "/", row, " w -", pair(NumberIn(xf, "castlings", 1)),
                " 0,0", pair(NumberIn(xf, "undo", 0)),
                pair(xf.find("newborn") != std::string::npos ? 1 : 0), " 1 {",
                none ? "" : StrCat("xf=", features, ";"), "d=0;tc=", end.time.outcome, clock, "}");
}

// A random auction that is checked at every step.
class RandomBidding {
 public:
  RandomBidding(int chips, bool timed, Random& random)
      : random_(random), seed_(random.Seed()), chips_(chips) {
    options_["chips"] = StrCat(chips);
    if (timed) options_["track_clocks"] = "true";
    game_ = testing::StartOf("chpok", options_);
  }

  // Plays the bidding until the board is reached or a player runs out of time.
  void Play() {
    while (game_->phase() == Phase::kBidding && !timed_out_) {
      const BiddingText before = BiddingOf(*game_);
      SCOPED_TRACE(ToText(before));
      CheckState(before);
      CheckRefusals(before);
      MakeBid(before);
      if (::testing::Test::HasFailure()) return;
    }
    ASSERT_LE(bids(), static_cast<size_t>(2 * chips_));
    Replay();
  }

  size_t bids() const { return texts_.size(); }
  bool timed_out() const { return timed_out_; }

 private:
  // Checks that the chips and deposits add up and that at least one bid is legal (ruling P2).
  void CheckState(const BiddingText& state) {
    int gaps = 0;
    std::array<int, 2> total = state.chips;
    for (size_t i = 0; i < kTargets.size(); ++i) {
      gaps += state.gap(i);
      for (const size_t player : {0, 1}) total.at(player) += state.target(i).deposits.at(player);
    }
    ASSERT_EQ(total, (std::array{chips_, chips_}));
    const int left = state.chips.at(static_cast<size_t>(Index(state.turn)));
    ASSERT_GT(left, 0);
    ASSERT_LE(gaps, left);
    ASSERT_EQ(BidsOf(*game_), ExpectedBids(state));
    const std::vector<chpok::BidTemplate> bids = testing::BidTemplatesOf(*game_);
    ASSERT_TRUE(std::any_of(bids.begin(), bids.end(), [](const chpok::BidTemplate& bid) {
      return bid.match_cost || bid.min_raise;
    }));
    ASSERT_EQ(game_->turn(), state.turn);
    testing::ExpectOngoing(*game_);
    // The bidding text and the snapshot each contain the complete state.
    ASSERT_EQ(FenOf(*testing::GameAt("chpok", ToText(state), options_)), ToText(state));
    const auto copy = VariantNamed("chpok").FromSnapshot(game_->Snapshot(), options_);
    ASSERT_THAT(copy, IsOk());
    ASSERT_EQ((*copy)->Snapshot(), game_->Snapshot());
    ASSERT_EQ(FenOf(**copy), ToText(state));
  }

  // Checks that bids with too few or too many chips, and malformed ones, are refused.
  void CheckRefusals(const BiddingText& state) {
    const int chips = state.chips.at(static_cast<size_t>(Index(state.turn)));
    const Bid any = RandomBid(state, random_);
    Bid bid = {random_.Below(4), false, 0, "", ""};
    ChooseOutcome(state, random_, &bid);
    const int gap = state.gap(bid.target);
    bid.chips = random_.OneIn(2) ? chips + 1 : std::min(std::max(gap, 0), chips);
    testing::ExpectInvalidBid(*game_, bid.Text(bid.outcome));
    bid.match = true;
    if (gap <= 0 || gap > chips) testing::ExpectInvalidBid(*game_, bid.Text(""));
    testing::ExpectInvalidBid(*game_, any.Text(any.outcome) + " ");
  }

  int64_t RandomTime(const BiddingText& before) {
    if (random_.OneIn(4)) return Between(random_, -1, 0);
    const int64_t clock =
        before.clocks ? before.clocks->at(static_cast<size_t>(Index(before.turn))) : 1'000'000;
    if (random_.OneIn(60)) return clock + 1 + Between(random_, 0, 1) * 5'000;
    if (random_.OneIn(8)) return clock;
    return Between(random_, 0, static_cast<int>(std::min<int64_t>(clock, 150'000)));
  }

  void MakeBid(const BiddingText& before) {
    const Bid bid = RandomBid(before, random_);
    const int64_t elapsed_ms = RandomTime(before);
    ActionResult applied;
    ASSERT_THAT(testing::Apply(game_, bid.Text(bid.given_outcome),
                               ActionInput{.seed = seed_, .elapsed_ms = elapsed_ms}, &applied),
                IsOk())
        << bid.Text(bid.given_outcome);
    elapsed_.push_back(elapsed_ms);
    texts_.push_back(applied.text);
    const auto mover = static_cast<size_t>(Index(before.turn));
    if (before.clocks && elapsed_ms > before.clocks->at(mover)) {
      timed_out_ = true;
      ASSERT_TRUE(applied.timed_out);
      BiddingText stopped = before;
      stopped.clocks->at(mover) = 0;
      ASSERT_EQ(FenOf(*game_), ToText(stopped));
      testing::ExpectWon(*game_, mover == 0 ? Result::kSecondPlayerWins : Result::kFirstPlayerWins,
                         Termination::kTimeout);
      return;
    }
    ASSERT_FALSE(applied.timed_out);
    Draws draws(seed_, before.ply);
    const BiddingText after = After(before, bid, elapsed_ms, &draws);
    ASSERT_EQ(applied.text, bid.Text(bid.outcome) + draws.Braces());
    if (after.chips == std::array{0, 0}) {
      ASSERT_EQ(game_->phase(), Phase::kBoard) << applied.text;
      ASSERT_EQ(FenOf(*game_), BoardOf(after)) << applied.text;
      ASSERT_EQ(testing::PlayerOfWhite(*game_),
                after.white.outcome == "challenger" ? testing::kChallenger : testing::kOpponent);
    } else {
      ASSERT_EQ(FenOf(*game_), ToText(after)) << applied.text;
    }
  }

  // Replays the action texts, which contain their outcomes, without the seed.
  void Replay() {
    GamePtr game = testing::StartOf("chpok", options_);
    for (size_t i = 0; i < texts_.size(); ++i) {
      ASSERT_EQ(testing::TextOf(game, texts_[i], testing::After(elapsed_[i])), texts_[i]);
    }
    ASSERT_EQ(FenOf(*game), FenOf(*game_));
    ASSERT_EQ(game->Snapshot(), game_->Snapshot());
  }

  Random& random_;
  std::string seed_;
  int chips_;
  OptionMap options_;
  GamePtr game_;
  testing::Actions texts_;
  std::vector<int64_t> elapsed_;
  bool timed_out_ = false;
};

TEST(BiddingProperty, P2_RandomBiddingsFollowTheRules) {
  Random random(83);
  size_t bids = 0, longest = 0;
  int timed_out = 0;
  for (int i = 0; i < kBiddings; ++i) {
    // Most auctions have few chips, so that they end soon.
    const int chips = i % 3 == 0 ? Between(random, 1, 99) : Between(random, 1, 8);
    RandomBidding bidding(chips, /*timed=*/i % 2 == 0, random);
    SCOPED_TRACE(StrCat("bidding ", i, " for ", chips));
    bidding.Play();
    if (HasFailure()) return;
    bids += bidding.bids();
    longest = std::max(longest, bidding.bids());
    timed_out += bidding.timed_out() ? 1 : 0;
  }
  RecordProperty("bids", StrCat(bids));
  RecordProperty("longest", StrCat(longest));
  RecordProperty("timed_out", timed_out);
  EXPECT_GT(bids, size_t{kBiddings} * 5);
  EXPECT_GT(longest, 40u / kSanitizerSlowdown);
  EXPECT_GT(timed_out, 0);
  EXPECT_LT(timed_out, kBiddings / 2);
}

TEST(BiddingProperty, P5_AGameWithoutChipsHasNoBidding) {
  Random random(84);
  for (int i = 0; i < kBiddings / 10; ++i) {
    const std::string seed = random.Seed();
    std::vector<Draw> draws;
    const auto game = VariantNamed("chpok").Start({{"chips", "0"}}, seed, &draws);
    ASSERT_THAT(game, IsOk());
    ASSERT_EQ((*game)->phase(), Phase::kBoard);
    ASSERT_EQ(draws.size(), 2u);
    RandomStream stream(seed, "chpok", "setup", 0, 0);
    const uint64_t white = stream.Draw(2).index;
    ASSERT_EQ(testing::PlayerOfWhite(**game),
              white == 0 ? testing::kChallenger : testing::kOpponent);
    BiddingText end;
    end.time.outcome = kTimes.at(stream.Draw(11).index);
    ASSERT_EQ(FenOf(**game), BoardOf(end));
  }
}

}  // namespace
}  // namespace arbiter
