#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/rules/event.h"
#include "core/rules/outcome.h"
#include "core/search/expectimax.h"
#include "core/search/limits.h"
#include "core/search/transposition_table.h"
#include "core/variants/chpok/bidding/rules.h"
#include "core/variants/chpok/bidding/search_state.h"

namespace arbiter::chpok {
namespace {

// Turns expectations, 0 to 1, into values of the search, and those into scores. Evaluations of a
// bidding are values already.
class BidScale {
 public:
  explicit BidScale(const WinScale& scale) : slope_(scale.slope) {}

  static Value ValueOfExpectation(double expectation) {
    return static_cast<Value>(std::lround((2 * expectation - 1) * kMostEval));
  }
  static Value ValueOf(Value value) { return value; }
  // What the board then gives in draws is counted as halves.
  Score ScoreOf(Value value) const {
    constexpr double kLeast = 0.0001;
    const double expectation = (static_cast<double>(value) / kMostEval + 1) / 2;
    const double odds = std::clamp(expectation, kLeast, 1 - kLeast);
    Score score;
    score.value = static_cast<int>(std::lround(slope_ * std::log(odds / (1 - odds))));
    score.win_probability = std::round(expectation * 10'000) / 10'000;
    return score;
  }

 private:
  int slope_;
};

// A bid on its way to its result: a match on White draws who has it.
struct BidResult {
  BidState state;
  bool draws_white;

  int candidates() const { return draws_white ? 2 : 0; }
  void Choose(int player) {
    state.white = static_cast<uint8_t>(player);
    draws_white = false;
  }
  const BidState& after() const { return state; }
};

// The rest of a bidding as a tree of the bids that are worth a look (ListMoves), and what its
// search knows of it (core/search/model.h says what each member means). A bidding that is over is
// worth its outcomes (ValueOfOutcomes); what any other one is worth is guessed (GuessValue).
class BidTree {
 public:
  using Position = BidState;
  using Move = BidMove;
  using Moves = std::vector<BidMove>;
  using Resolution = BidResult;
  using SearchModel = BidTree;
  using Scale = BidScale;

  // A bidding has no pawns; its centipawns are what makes an expectation in a logistic curve: 100
  // of them 64 %.
  static constexpr WinScale kWinScale = {.margin = 0, .slope = 174};

  // `outcomes` outlives it.
  explicit BidTree(BidOutcomes* outcomes) : outcomes_(outcomes) {}

  void GenerateMoves(const BidState& state, Moves* moves) const {
    ListMoves(state, *outcomes_, moves);
  }
  BidResult Resolve(const BidState& state, const BidMove& move,
                    std::vector<Event>* /*events*/) const {
    return {After(state, move, *outcomes_), DrawsForWhite(move)};
  }
  // The end of a bidding has no winner.
  static std::optional<End> FindEnd(const BidState& /*state*/, int /*occurrences*/) {
    return std::nullopt;
  }

  Value Evaluate(const BidState& state) const { return ValueFor(state.turn, state); }
  static bool WinsAtOnce(const BidState& /*state*/) { return false; }
  static bool IsThreatened(const BidState& /*state*/) { return false; }
  static bool MovesFreely(const BidState& /*state*/) { return false; }
  static void GenerateCaptures(const BidState& /*state*/, Moves* moves) { moves->clear(); }
  // The more, the better the bidder seems to stand after it. No bid is quiet.
  int GainOf(const BidState& state, const BidMove& move) const {
    return kWin + ValueFor(state.turn, After(state, move, *outcomes_));
  }
  // Bids may share a code where a query asks about hundreds of outcomes.
  static uint32_t Code(const BidMove& move) {
    return static_cast<uint32_t>(move.target) << 18 | (move.is_match ? 1U << 17 : 0) |
           static_cast<uint32_t>(move.chips) << 10 | move.outcome;
  }

 private:
  Value ValueFor(Color player, const BidState& state) const {
    const double challengers =
        state.IsOver() ? ValueOfOutcomes(state, outcomes_) : GuessValue(state, outcomes_);
    const Value value = BidScale::ValueOfExpectation(challengers);
    return player == Color::kWhite ? value : -value;
  }

  BidOutcomes* outcomes_;
};

SearchReport<Bid> ReportOf(const SearchReport<BidMove>& found, const BidOutcomes& outcomes) {
  SearchReport<Bid> report;
  report.depth = found.depth;
  report.selective_depth = found.selective_depth;
  report.nodes = found.nodes;
  for (const auto& [score, moves] : found.lines) {
    SearchLine<Bid>& line = report.lines.emplace_back();
    line.score = score;
    for (const BidMove& move : moves) line.moves.push_back(BidOf(move, outcomes));
  }
  return report;
}

}  // namespace

// Runs on one thread and with a small table of its own instead of the given one, because outcomes
// are numbered anew by each search.
SearchReport<Bid> BiddingRules::Search(const Bidding& bidding, const SearchTask<Bid>& task) const {
  BidOutcomes outcomes(bidding, limits());
  SearchQuery<BidMove> query;
  query.limits = task.query.limits;
  query.multi_pv = task.query.multi_pv;
  // Every bid takes a chip at least.
  const int depth = query.limits.depth > 0 ? query.limits.depth : kMaxSearchDepth;
  query.limits.depth = std::min(depth, bidding.chips[0] + bidding.chips[1]);
  for (const Bid& bid : task.query.moves) query.moves.push_back(MoveOf(bid, &outcomes));
  TranspositionTable table(1 << 20);
  task.table->BeginSearch();
  const auto found = Expectimax(
      BidTree(&outcomes), StateOf(bidding, &outcomes), query, task.stop, &table,
      [&](const SearchReport<BidMove>& report) { task.report(ReportOf(report, outcomes)); });
  return ReportOf(found, outcomes);
}

}  // namespace arbiter::chpok
