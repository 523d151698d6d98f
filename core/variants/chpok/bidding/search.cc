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

// Converts expectations from 0 to 1 into values of the search, and values into scores. The
// evaluations of an auction are values already.
class BidScale {
 public:
  explicit BidScale(const WinScale& scale) : slope_(scale.slope) {}

  static Value ValueOfExpectation(double expectation) {
    return static_cast<Value>(std::lround((2 * expectation - 1) * kMaxEval));
  }
  static Value ValueOf(Value value) { return value; }
  // Returns a score whose win probability is the expectation, in which a drawn game counts half.
  Score ScoreOf(Value value) const {
    constexpr double kMin = 0.0001;
    const double expectation = (static_cast<double>(value) / kMaxEval + 1) / 2;
    const double odds = std::clamp(expectation, kMin, 1 - kMin);
    Score score;
    score.value = static_cast<int>(std::lround(slope_ * std::log(odds / (1 - odds))));
    score.win_probability = std::round(expectation * 10'000) / 10'000;
    return score;
  }

 private:
  int slope_;
};

// A bid that is being carried out in the search. Only a match on `white` has a random draw.
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

// The rest of an auction as a tree of the bids that ListMoves() lists, and the model of its search;
// see core/search/model.h for the meaning of the members. The evaluation is OutcomeValue() for an
// auction that is over and EstimateValue() for any other.
class BidTree {
 public:
  using Position = BidState;
  using Move = BidMove;
  using Moves = std::vector<BidMove>;
  using Resolution = BidResult;
  using SearchModel = BidTree;
  using Scale = BidScale;

  // An auction has no pawns. Its centipawns only express an expectation on a logistic curve, on
  // which 100 centipawns are 64 %.
  static constexpr WinScale kWinScale = {.margin = 0, .slope = 174};

  // `outcomes` must outlive the tree.
  explicit BidTree(BidOutcomes* outcomes) : outcomes_(outcomes) {}

  void GenerateMoves(const BidState& state, Moves* moves) const {
    ListMoves(state, *outcomes_, moves);
  }
  BidResult Resolve(const BidState& state, const BidMove& move,
                    std::vector<Event>* /*events*/) const {
    return {After(state, move, *outcomes_), DrawsWhite(move)};
  }
  // The end of the auction does not end the game.
  static std::optional<End> FindEnd(const BidState& /*state*/, int /*occurrences*/) {
    return std::nullopt;
  }

  Value Evaluate(const BidState& state) const { return ValueFor(state.turn, state); }
  static bool WinsAtOnce(const BidState& /*state*/) { return false; }
  static bool IsThreatened(const BidState& /*state*/) { return false; }
  static bool MovesFreely(const BidState& /*state*/) { return false; }
  static std::optional<BidMove> NullMove(const BidState& /*state*/) { return std::nullopt; }
  static constexpr Value kMaxSwing = kAnySwing;
  static void GenerateCaptures(const BidState& /*state*/, Moves* moves) { moves->clear(); }
  // Returns a value that rises with the bidder's evaluation after the bid, so no bid is quiet.
  int CaptureValue(const BidState& state, const BidMove& move) const {
    return kWin + ValueFor(state.turn, After(state, move, *outcomes_));
  }
  // Bids can share a code if a query names hundreds of outcomes.
  static uint32_t Code(const BidMove& move) {
    return static_cast<uint32_t>(move.target) << 18 | (move.is_match ? 1U << 17 : 0) |
           static_cast<uint32_t>(move.chips) << 10 | move.outcome;
  }

 private:
  Value ValueFor(Color player, const BidState& state) const {
    const double expectation =
        state.IsOver() ? OutcomeValue(state, outcomes_) : EstimateValue(state, outcomes_);
    const Value value = BidScale::ValueOfExpectation(expectation);
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

// The search uses one thread, and a small table of its own instead of the task's, because each
// search numbers the outcomes anew.
SearchReport<Bid> BiddingRules::Search(const Bidding& bidding, const SearchTask<Bid>& task) const {
  BidOutcomes outcomes(bidding, limits());
  SearchQuery<BidMove> query;
  query.limits = task.query.limits;
  query.multi_pv = task.query.multi_pv;
  // Each bid costs at least one chip.
  const int depth = query.limits.depth > 0 ? query.limits.depth : kMaxSearchDepth;
  query.limits.depth = std::min(depth, bidding.chips[0] + bidding.chips[1]);
  for (const Bid& bid : task.query.moves) query.moves.push_back(MoveOf(bid, &outcomes));
  TranspositionTable table(1 << 20);
  task.table->BeginSearch();
  const ReportSink<BidMove> sink = [&](const SearchReport<BidMove>& report) {
    task.report(ReportOf(report, outcomes));
  };
  const auto found = Expectimax(BidTree(&outcomes), StateOf(bidding, &outcomes),
                                {task.keys, query, task.stop, &table, sink});
  return ReportOf(found, outcomes);
}

}  // namespace arbiter::chpok
