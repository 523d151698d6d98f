// Tests the search of Chpok's bidding phase: its bids are legal (P2, P4, P8–P10), and they are the
// best ones if it can search to the end of the bidding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "core/search/query.h"
#include "core/search/transposition_table.h"
#include "core/variants/chpok/bidding/resolution.h"
#include "core/variants/chpok/bidding/rules.h"
#include "core/variants/chpok/bidding/search_state.h"
#include "core/variants/chpok/board/fen.h"
#include "tests/support/bidding.h"
#include "tests/support/chpok_play.h"
#include "tests/support/process_facts.h"

namespace arbiter::chpok {
namespace {

using arbiter::testing::CpuTimeOfThread;
using arbiter::testing::FenOf;
using arbiter::testing::GamePtr;
using arbiter::testing::IsOk;
using arbiter::testing::Play;
using arbiter::testing::PlayerOfWhite;
using arbiter::testing::Random;
using arbiter::testing::RandomBid;
using ::testing::Not;
using ::testing::StartsWith;

// A depth that is never reached.
constexpr int kMaxDepth = 120;

Bidding BiddingOf(const Game& game) { return *ParseBidding(FenOf(game)); }

// Options with default, narrow and wide limits of bids.
const std::vector<OptionMap>& OptionSets() {
  static const auto& sets = *new std::vector<OptionMap>{
      {},
      {{"minutes_max", "1"}, {"bonus_max", "0"}, {"move_limit_min", "888"}},
      {{"minutes_max", "1000"}, {"bonus_max", "3600"}, {"move_limit_min", "30"}},
  };
  return sets;
}

// Returns a random bid within the limits, which RandomBid() does not consider.
std::string RandomBidWithin(const BidLimits& limits, const Game& game, Random& random) {
  for (;;) {
    std::string bid = RandomBid(game, random);
    if (ParseBid(BiddingOf(game), limits, bid).ok()) return bid;
  }
}

// Calls `visit` with the states of random auctions and their rules.
template <typename Visitor>
void VisitBiddings(const std::vector<int>& chips, uint64_t seed, Visitor visit) {
  Random random(seed);
  for (const OptionMap& options : OptionSets()) {
    const BiddingRules rules = *BiddingRules::Create(options);
    for (const int each : chips) {
      GamePtr game = arbiter::testing::StartBidding(each, options);
      while (game->phase() == Phase::kBidding) {
        visit(*game, rules);
        const std::string bid = RandomBidWithin(rules.limits(), *game, random);
        ASSERT_THAT(arbiter::testing::Apply(game, bid, random.Seed(), nullptr), IsOk());
      }
    }
  }
}

AnalysisResult Analyze(const Game& game, const AnalysisQuery& query) {
  const StopToken never;
  TranspositionTable table(TranspositionTable::kMinBytes);
  const auto result = game.Analyze(query, never, &table, nullptr);
  EXPECT_THAT(result, IsOk()) << FenOf(game);
  return result.ok() ? *result : AnalysisResult();
}

AnalysisQuery WithDepth(int depth, int lines = 1) {
  AnalysisQuery query;
  query.limits.depth = depth;
  query.multi_pv = lines;
  return query;
}

// Each bid that the search lists is legal as an action text and has the same effect as under the
// rules (P2, P4, P8, P9).
TEST(ChpokBidSearch, ListedBidsAreLegalAndFollowTheRules) {
  std::vector<BidMove> moves;
  VisitBiddings({1, 2, 5, 15, 99}, 1, [&moves](const Game& game, const BiddingRules& rules) {
    const Bidding bidding = BiddingOf(game);
    BidOutcomes outcomes(bidding, rules.limits());
    const BidState state = StateOf(bidding, &outcomes);
    ListMoves(state, outcomes, &moves);
    ASSERT_FALSE(moves.empty()) << FenOf(game);
    for (const BidMove& move : moves) {
      const Bid bid = BidOf(move, outcomes);
      const auto read = rules.ParseMove(bidding, FormatBid(bid));
      ASSERT_THAT(read, IsOk()) << FormatBid(bid) << " in " << FenOf(game);
      ASSERT_EQ(MoveOf(*read, &outcomes), move) << FormatBid(bid);
      BidState after = After(state, move, outcomes);
      BidResolution resolution(bidding, bid, nullptr);
      if (DrawsWhite(move)) {
        EXPECT_EQ(resolution.purpose(), "white");
        after.white = 0;
      }
      while (resolution.candidates() > 0) resolution.Choose(0);
      BidState expected = StateOf(resolution.after(), &outcomes);
      // If nobody has bid on `white`, the rules draw it at the end, but the search does not.
      if (expected.IsOver() && after.white == BidState::kNobody) expected.white = after.white;
      EXPECT_EQ(after, expected) << FormatBid(bid) << " in " << FenOf(game);
    }
  });
}

TEST(ChpokBidSearch, LinesAreLegal) {
  VisitBiddings({3, 15, 99}, 2, [](const Game& game, const BiddingRules& /*rules*/) {
    const AnalysisResult result = Analyze(game, WithDepth(2, 5));
    ASSERT_FALSE(result.progress.lines.empty());
    for (const AnalysisLine& line : result.progress.lines) {
      GamePtr after = game.Clone();
      ActionResult applied;
      for (const std::string& bid : line.pv) {
        // A line ends with a random draw or with the end of the bidding.
        EXPECT_TRUE(applied.draws.empty() && after->phase() == Phase::kBidding) << FenOf(game);
        applied = {};
        ASSERT_THAT(arbiter::testing::Apply(after, bid, arbiter::testing::kSeed, &applied), IsOk())
            << bid << " in " << FenOf(*after);
      }
    }
  });
}

// Computes the value of best play with the listed bids and all random draws. Bids are made by the
// rules, not by the search.
class BruteForce {
 public:
  BruteForce(const Bidding& root, const BidLimits& limits) : outcomes_(root, limits) {}

  // Returns the Challenger's expectation.
  double ValueOf(const Bidding& bidding) {
    if (bidding.IsOver()) {
      const double white =
          static_cast<double>(WhiteExpectation(bidding.features, bidding.PlayedRow())) / kSureWin;
      return *bidding.white == Color::kWhite ? white : 1 - white;
    }
    const auto [known, is_new] = known_.try_emplace(FormatBidding(bidding), 0);
    if (!is_new) return known->second;
    std::vector<BidMove> moves;
    ListMoves(StateOf(bidding, &outcomes_), outcomes_, &moves);
    const bool maximizes = bidding.turn == Color::kWhite;
    double best = maximizes ? -1 : 2;
    for (const BidMove& move : moves) {
      const double value = ValueOf(BidResolution(bidding, BidOf(move, outcomes_), nullptr));
      best = maximizes ? std::max(best, value) : std::min(best, value);
    }
    known->second = best;
    return best;
  }
  double ValueOf(const BidResolution& resolution) {
    const int candidates = resolution.candidates();
    if (candidates == 0) return ValueOf(resolution.after());
    double sum = 0;
    for (int i = 0; i < candidates; ++i) {
      BidResolution chosen = resolution;
      chosen.Choose(i);
      sum += ValueOf(chosen);
    }
    return sum / candidates;
  }

 private:
  BidOutcomes outcomes_;
  std::map<std::string, double> known_;
};

void ExpectBestPlay(const Bidding& bidding, const BiddingRules& rules) {
  // Probabilities are rounded to four digits.
  constexpr double kTolerance = 0.0001;
  BruteForce brute_force(bidding, rules.limits());
  const double value = brute_force.ValueOf(bidding);
  const bool challenger_moves = bidding.turn == Color::kWhite;
  SearchQuery<Bid> query;
  query.multi_pv = 1000;
  const StopToken never;
  TranspositionTable table(TranspositionTable::kMinBytes);
  int depth = 0;
  const SearchReport<Bid> report = rules.Search(
      bidding,
      {.keys = {},
       .query = query,
       .stop = never,
       .table = &table,
       .report = [&depth](const SearchReport<Bid>& found) { EXPECT_EQ(found.depth, ++depth); }});
  ASSERT_FALSE(report.lines.empty());
  EXPECT_NEAR(report.lines.front().score.win_probability, challenger_moves ? value : 1 - value,
              kTolerance)
      << FormatBidding(bidding);
  EXPECT_LE(report.depth, bidding.chips[0] + bidding.chips[1]);
  for (const SearchLine<Bid>& line : report.lines) {
    const Bid& bid = line.moves.front();
    const double expected = brute_force.ValueOf(BidResolution(bidding, bid, nullptr));
    EXPECT_NEAR(line.score.win_probability, challenger_moves ? expected : 1 - expected, kTolerance)
        << FormatBid(bid) << " in " << FormatBidding(bidding);
  }
}

TEST(ChpokBidSearch, ASmallBiddingIsSearchedToItsEnd) {
  const BiddingRules rules = *BiddingRules::Create({});
  for (const int chips : {1, 2}) ExpectBestPlay(StartBidding(chips), rules);
}

// This includes skipped turns and random draws at the end (P5).
TEST(ChpokBidSearch, TheEndOfABiddingIsSearchedToItsEnd) {
  VisitBiddings({2, 3, 6, 15}, 3, [](const Game& game, const BiddingRules& rules) {
    const Bidding bidding = BiddingOf(game);
    if (bidding.chips[0] + bidding.chips[1] <= 4) ExpectBestPlay(bidding, rules);
  });
}

// Returns White's expectation, from 0 to 1, with these features and the default row.
double ExpectationWith(const std::string& features) {
  const Features read = *ParseFeatures(features);
  return static_cast<double>(WhiteExpectation(read, HomeRow::DefaultFor(read.width))) / kSureWin;
}

// Returns the candidate features that are best for White, or for Black if not `white`.
std::string BestFeatures(bool white) {
  const BidOutcomes outcomes(StartBidding(1), BidLimits());
  std::vector<std::string> texts;
  for (const BidOutcomes::Id id : outcomes.CandidateFeatures(outcomes.DefaultFeatures())) {
    texts.push_back(FormatFeatures(outcomes.features(id)));
  }
  const auto [min, max] = std::minmax_element(
      texts.begin(), texts.end(),
      [](const auto& a, const auto& b) { return ExpectationWith(a) < ExpectationWith(b); });
  return white ? *max : *min;
}

TEST(ChpokBidSearch, BidsOnWhiteIfWhiteIsBetter) {
  const std::string features = BestFeatures(/*white=*/true);
  GamePtr game = arbiter::testing::StartBidding(1);
  Play(game, {"raise xf +1 " + features});
  const AnalysisResult result = Analyze(*game, WithDepth(kMaxDepth));
  EXPECT_EQ(result.best, "raise white +1") << features;
  EXPECT_EQ(result.progress.depth, 1);
  const Score score = result.progress.lines.front().score;
  EXPECT_NEAR(score.win_probability, ExpectationWith(features), 0.0001);
  EXPECT_GT(score.win_probability, 0.5);
  EXPECT_GT(score.value, 0);
  EXPECT_EQ(score.kind, Score::Kind::kCentipawns);
}

TEST(ChpokBidSearch, DoesNotBidOnWhiteIfBlackIsBetter) {
  const std::string features = BestFeatures(/*white=*/false);
  ASSERT_LT(ExpectationWith(features), 0.5);
  GamePtr game = arbiter::testing::StartBidding(1);
  Play(game, {"raise xf +1 " + features});
  const AnalysisResult result = Analyze(*game, WithDepth(kMaxDepth));
  EXPECT_THAT(result.best, Not(StartsWith("raise white"))) << features;
  // White is drawn at random (P5), which gives both players the same chances.
  EXPECT_EQ(result.progress.lines.front().score.win_probability, 0.5);
}

TEST(ChpokBidSearch, AnyLegalBidCanBeSearched) {
  const GamePtr game = arbiter::testing::StartBidding(15);
  AnalysisQuery query = WithDepth(3, 5);
  query.search_moves = {"raise home +7 PPPKPPPQ", "raise xf +2 undo=5,width=7,skip",
                        "raise time +13 59+17"};
  std::vector<std::string> found;
  for (const AnalysisLine& line : Analyze(*game, query).progress.lines) {
    found.push_back(line.pv.front());
  }
  EXPECT_THAT(found, ::testing::UnorderedElementsAre("raise home +7 PPPKPPPQ",
                                                     "raise xf +2 width=7,undo=5,skip",
                                                     "raise time +13 59+17"));
}

TEST(ChpokBidSearch, TheSearchStopsAtItsLimits) {
  const GamePtr game = arbiter::testing::StartBidding(kMaxChips);
  AnalysisQuery query;
  query.limits.nodes = 5000;
  const AnalysisProgress progress = Analyze(*game, query).progress;
  // The node at which the search stops is counted.
  EXPECT_LE(progress.nodes, 5001u);
  EXPECT_GE(progress.depth, 2);
  query.limits.nodes = 0;
  query.limits.movetime = std::chrono::milliseconds(50);
  const auto start = CpuTimeOfThread();
  EXPECT_FALSE(Analyze(*game, query).best.empty());
  EXPECT_LT(CpuTimeOfThread() - start,
            std::chrono::milliseconds(150) * arbiter::testing::kSanitizerSlowdown);
}

TEST(ChpokBidSearch, AStoppedSearchStillReturnsABid) {
  const GamePtr game = arbiter::testing::StartBidding(kMaxChips);
  StopToken stop;
  stop.Stop();
  TranspositionTable table(TranspositionTable::kMinBytes);
  const auto result = game->Analyze(AnalysisQuery(), stop, &table, nullptr);
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->progress.depth, 1);
  EXPECT_THAT(game->Clone()->Apply(result->best, arbiter::testing::kSeed, nullptr), IsOk());
}

// Returns White's expectation, from 0 to 1, on a board at its start.
double ExpectationOf(const Game& game) {
  const std::string fen = FenOf(game);
  const std::string_view board = std::string_view(fen).substr(0, fen.find(' '));
  return static_cast<double>(WhiteExpectation(
             ParseBoardFen(fen)->features, *HomeRow::Parse(board.substr(board.rfind('/') + 1)))) /
         kSureWin;
}

TEST(ChpokBidSearch, BidsBetterThanAtRandom) {
  constexpr int kBiddings = 200;
  Random random(4);
  double sum = 0;
  for (int i = 0; i < kBiddings; ++i) {
    const Color engine = i % 2 == 0 ? Color::kWhite : Color::kBlack;
    GamePtr game = arbiter::testing::StartBidding(8);
    while (game->phase() == Phase::kBidding) {
      const bool searches = game->turn() == engine;
      const std::string bid =
          searches ? Analyze(*game, WithDepth(2)).best : RandomBid(*game, random);
      ASSERT_THAT(arbiter::testing::Apply(game, bid, random.Seed(), nullptr), IsOk());
    }
    const double white = ExpectationOf(*game);
    // PlayerOfWhite() returns Color::kWhite if the Challenger has White.
    const bool has_white = (PlayerOfWhite(*game) == Color::kWhite) == (engine == Color::kWhite);
    sum += has_white ? white : 1 - white;
  }
  EXPECT_GT(sum / kBiddings, 0.55);
}

}  // namespace
}  // namespace arbiter::chpok
