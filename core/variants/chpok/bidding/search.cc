#include "core/variants/chpok/bidding/search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/rules/outcome.h"
#include "core/search/limits.h"
#include "core/search/transposition_table.h"
#include "core/variants/chpok/bidding/rules.h"

namespace arbiter::chpok {
namespace {

// Below and above all values.
constexpr double kLowest = -1;
constexpr double kHighest = 2;
// The first plies are always searched, so that there is a line to tell.
constexpr size_t kToldPlies = 3;

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

SearchReport<Bid> Told(const BidReport& found) {
  SearchReport<Bid> report;
  report.depth = report.selective_depth = found.depth;
  report.nodes = found.nodes;
  for (const BidLine& line : found.lines) {
    report.lines.push_back({ScoreOfExpectation(line.expectation), line.bids});
  }
  return report;
}

}  // namespace

BidSearch::BidSearch(const Bidding& root, const BidLimits& limits, BidStop stop)
    : outcomes_(root, limits),
      root_(StateOf(root, &outcomes_)),
      stop_(std::move(stop)),
      table_(kEntries) {
  const auto plies = static_cast<size_t>(root.chips[0] + root.chips[1] + 1);
  moves_.resize(plies);
  lines_.resize(plies);
}

BidReport BidSearch::Run(const std::vector<Bid>& bids, int depth, int lines,
                         const BidReportSink& report) {
  std::vector<RootMove> moves;
  for (const Bid& bid : bids) moves.push_back({bid, MoveOf(bid, &outcomes_)});
  if (moves.empty()) {
    ListMoves(root_, outcomes_, &moves_[0]);
    for (const BidMove& move : moves_[0]) moves.push_back({BidOf(move, outcomes_), move});
  }
  const size_t count = std::min(static_cast<size_t>(lines), moves.size());
  BidReport last;
  for (int now = 1; now <= depth; ++now) {
    heeds_stop_ = now > 1;
    const uint64_t guesses = guesses_;
    if (!SearchDepth(now, count, &moves)) break;
    last = ReportOf(now, count, moves);
    report(last);
    if (guesses_ == guesses || stop_(0)) break;
  }
  last.nodes = nodes_;
  return last;
}

bool BidSearch::SearchDepth(int depth, size_t lines, std::vector<RootMove>* moves) {
  std::vector<RootMove> done;
  for (const RootMove& move : *moves) {
    // Only what would be told is worth its exact value.
    const double alpha = done.size() < lines ? kLowest : done[lines - 1].value;
    RootMove found = move;
    found.value = SearchMove(root_, move.move, alpha, kHighest, depth - 1, 0);
    if (stopped_) return false;
    found.line = lines_[1];
    // Behind its equals, and behind all that are told if it is not better than the last of them.
    const auto place =
        found.value > alpha
            ? std::find_if(done.begin(), done.end(),
                           [&found](const RootMove& other) { return other.value < found.value; })
            : done.end();
    done.insert(place, std::move(found));
  }
  *moves = std::move(done);
  return true;
}

BidReport BidSearch::ReportOf(int depth, size_t lines, const std::vector<RootMove>& moves) const {
  BidReport report = {.depth = depth, .nodes = nodes_};
  for (size_t i = 0; i < lines; ++i) {
    BidLine& line = report.lines.emplace_back();
    line.expectation = moves[i].value;
    line.bids.push_back(moves[i].bid);
    for (const BidMove& move : moves[i].line) line.bids.push_back(BidOf(move, outcomes_));
  }
  return report;
}

double BidSearch::Search(const BidState& state, double alpha, double beta, int depth, size_t ply) {
  lines_[ply].clear();
  stopped_ = stopped_ || (heeds_stop_ && stop_(nodes_ + 1));
  if (stopped_) return 0;
  ++nodes_;
  if (state.IsOver()) return SeenFrom(state.turn, ValueOfOutcomes(state, &outcomes_));
  if (depth == 0) {
    ++guesses_;
    return SeenFrom(state.turn, GuessValue(state, &outcomes_));
  }

  const uint64_t key = state.key();
  Entry& entry = table_[key % kEntries];
  const bool known = entry.bound != Bound::kNone && entry.key == key;
  if (known && ply >= kToldPlies && entry.depth >= depth &&
      (entry.bound == Bound::kExact ||
       (entry.bound == Bound::kLower ? entry.value >= beta : entry.value <= alpha))) {
    if (entry.depth != kToTheEnd) ++guesses_;
    return entry.value;
  }

  std::vector<BidMove>& moves = moves_[ply];
  ListMoves(state, outcomes_, &moves);
  if (depth > 1) Order(state, entry, known, &moves);
  const uint64_t guesses = guesses_;
  double best = kLowest;
  BidMove best_move = moves.front();
  for (const BidMove& move : moves) {
    const double value = SearchMove(state, move, std::max(alpha, best), beta, depth - 1, ply);
    if (stopped_) return 0;
    if (value <= best) continue;
    best = value;
    best_move = move;
    if (best <= alpha) continue;
    const std::vector<BidMove>& rest = lines_[ply + 1];
    lines_[ply].assign(1, move);
    lines_[ply].insert(lines_[ply].end(), rest.begin(), rest.end());
    if (best >= beta) break;
  }
  const Bound bound = best >= beta ? Bound::kLower : best <= alpha ? Bound::kUpper : Bound::kExact;
  const bool to_the_end = guesses_ == guesses;
  entry = {key, best, best_move, to_the_end ? kToTheEnd : static_cast<int16_t>(depth), bound};
  return best;
}

double BidSearch::SearchMove(const BidState& state, const BidMove& move, double alpha, double beta,
                             int depth, size_t ply) {
  BidState after = After(state, move, outcomes_);
  const int mover = state.turn;
  if (!DrawsForWhite(move)) return SearchAfter(mover, after, alpha, beta, depth, ply + 1);
  // Half of each; what the other half can be at most or at least narrows the window.
  after.white = 0;
  const double first = SearchAfter(mover, after, 2 * alpha - 1, 2 * beta, depth, ply + 1);
  double value = first / 2;
  if (value < beta) {
    value = (first + 1) / 2;
    if (value > alpha) {
      after.white = 1;
      value =
          (first + SearchAfter(mover, after, 2 * alpha - first, 2 * beta - first, depth, ply + 1)) /
          2;
    }
  }
  lines_[ply + 1].clear();
  return value;
}

double BidSearch::SearchAfter(int mover, const BidState& after, double alpha, double beta,
                              int depth, size_t ply) {
  if (after.turn == mover) return Search(after, alpha, beta, depth, ply);
  return 1 - Search(after, 1 - beta, 1 - alpha, depth, ply);
}

void BidSearch::Order(const BidState& state, const Entry& entry, bool known,
                      std::vector<BidMove>* moves) {
  std::vector<std::pair<double, BidMove>> order;
  order.reserve(moves->size());
  for (const BidMove& move : *moves) {
    const BidState after = After(state, move, outcomes_);
    const double value =
        after.IsOver() ? ValueOfOutcomes(after, &outcomes_) : GuessValue(after, &outcomes_);
    const bool remembered = known && entry.move == move;
    order.emplace_back(remembered ? kHighest : SeenFrom(state.turn, value), move);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::transform(order.begin(), order.end(), moves->begin(),
                 [](const auto& ordered) { return ordered.second; });
}

// By one thread, with a small table of its own instead of the one given.
SearchReport<Bid> BiddingRules::Search(const Bidding& bidding, const SearchTask<Bid>& task) const {
  task.table->BeginSearch();
  const SearchQuery<Bid>& query = task.query;
  SearchClock clock(query.limits, task.stop, /*threads=*/1);
  BidSearch search(bidding, limits(), [&clock](uint64_t nodes) { return clock.Tick(nodes); });
  const int depth = query.limits.depth > 0 ? query.limits.depth : kMostDepth;
  return Told(search.Run(query.moves, depth, query.multi_pv,
                         [&task](const BidReport& found) { task.report(Told(found)); }));
}

}  // namespace arbiter::chpok
