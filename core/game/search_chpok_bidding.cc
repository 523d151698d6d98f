#include <algorithm>
#include <cmath>

#include "core/game/typed_search.h"
#include "core/search/search_clock.h"
#include "core/variants/chpok/bid_search.h"
#include "core/variants/chpok/bidding_rules.h"

namespace arbiter {
namespace {

// A bidding has no pawns; its centipawns are what makes an expectation in a logistic curve: 100
// of them 64 %.
constexpr WinScale kBidScale = {.margin = 0, .slope = 174};

// What the board then gives in draws is counted as halves.
Score ScoreOfExpectation(double expectation) {
  constexpr double kLeast = 0.0001;
  const double odds = std::clamp(expectation, kLeast, 1 - kLeast);
  Score score;
  score.value = static_cast<int>(std::lround(kBidScale.slope * std::log(odds / (1 - odds))));
  score.win_probability = std::round(expectation * 10'000) / 10'000;
  return score;
}

SearchReport<chpok::Bid> Told(const chpok::BidReport& found) {
  SearchReport<chpok::Bid> report;
  report.depth = report.selective_depth = found.depth;
  report.nodes = found.nodes;
  for (const chpok::BidLine& line : found.lines) {
    report.lines.push_back({ScoreOfExpectation(line.expectation), line.bids});
  }
  return report;
}

}  // namespace

// By one thread, with a small table of its own instead of the one given.
template <>
SearchReport<chpok::Bid> SearchFor(const chpok::BiddingRules& rules, const chpok::Bidding& bidding,
                                   const History& /*history*/, const SearchQuery<chpok::Bid>& query,
                                   const StopToken& stop, TranspositionTable* table,
                                   const ReportSink<chpok::Bid>& report) {
  table->BeginSearch();
  SearchClock clock(query.limits, stop, /*threads=*/1);
  chpok::BidSearch search(bidding, rules.limits(),
                          [&clock](uint64_t nodes) { return clock.Tick(nodes); });
  const int depth = query.limits.depth > 0 ? query.limits.depth : kMostDepth;
  return Told(search.Run(query.moves, depth, query.multi_pv,
                         [&report](const chpok::BidReport& found) { report(Told(found)); }));
}

template absl::StatusOr<AnalysisResult> AnalyzePosition(
    const chpok::BiddingRules& rules, const chpok::Bidding& position, const History& history,
    const AnalysisQuery& query, const StopToken& stop, TranspositionTable* table,
    const ProgressSink& report);

}  // namespace arbiter
