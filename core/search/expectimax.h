#ifndef ARBITER_CORE_SEARCH_EXPECTIMAX_H_
#define ARBITER_CORE_SEARCH_EXPECTIMAX_H_

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "core/rules/rules.h"
#include "core/search/expectation.h"
#include "core/search/expectimax_tree.h"
#include "core/search/limits.h"
#include "core/search/query.h"
#include "core/search/search_clock.h"
#include "core/search/stop_token.h"
#include "core/search/transposition_table.h"

namespace arbiter {

// Searches deeper and deeper, one tree a thread; the others only help by what they leave in the
// table.
template <StochasticRules R>
class DeepeningExpectimax {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Model = typename R::SearchModel;
  using Tree = ExpectimaxTree<R>;

  DeepeningExpectimax(const R& rules, const Position& root, const SearchQuery<Move>& query,
                      const StopToken& stop, TranspositionTable* table,
                      const ReportSink<Move>& report)
      : rules_(rules),
        root_(root),
        query_(query),
        table_(*table),
        report_(report),
        clock_(query.limits, stop, query.threads) {}

  // `moves`: those to look at, legal and not none.
  SearchReport<Move> Run(const std::vector<Move>& moves) {
    RootMoves ordered = InOrder(moves);
    table_.BeginSearch();
    std::vector<std::thread> helpers;
    for (int i = 1; i < query_.threads; ++i) {
      helpers.emplace_back(
          [this, ordered, i]() mutable { Deepen(&ordered, /*first_depth=*/1 + i % 2, nullptr); });
    }
    SearchReport<Move> last;
    Deepen(&ordered, 1, &last);
    clock_.End();
    for (std::thread& helper : helpers) helper.join();
    return last;
  }

 private:
  struct RootMove {
    Move move;
    // -kInfinite while it has none.
    Value value;
    std::vector<Move> line;
  };
  using RootMoves = std::vector<RootMove>;

  // Ends further away are not proven to be the nearest ones; nor those for which so many nodes are
  // not enough.
  static constexpr int kMostProvenTurns = 7;
  static constexpr uint64_t kProofNodes = 1'000'000;
  // So many are done within milliseconds.
  static constexpr uint64_t kFirstNodes = 2000;

  static const ExpectationScale& Scale() {
    static const ExpectationScale scale(Model::kWinScale);
    return scale;
  }

  RootMoves InOrder(const std::vector<Move>& moves) const {
    RootMoves ordered;
    // As good as nothing happened, until they are searched.
    const Value value = Scale().ValueOf(Model::Evaluate(root_));
    for (const Move& move : moves) ordered.push_back({move, value, {move}});
    std::stable_sort(ordered.begin(), ordered.end(), [this](const auto& a, const auto& b) {
      return Model::GainOf(root_, a.move) > Model::GainOf(root_, b.move);
    });
    return ordered;
  }

  int last_depth() const { return query_.limits.depth > 0 ? query_.limits.depth : kMostDepth; }
  size_t lines(const RootMoves& moves) const {
    return std::min(static_cast<size_t>(query_.multi_pv), moves.size());
  }

  // `last` is null in helping threads, which report nothing.
  void Deepen(RootMoves* moves, int first_depth, SearchReport<Move>* last) {
    // On the heap: it holds the lists of moves of a whole line.
    const auto tree = std::make_unique<Tree>(rules_, Scale(), Depth::kSelective, &clock_, &table_);
    for (int depth = first_depth; depth <= last_depth(); ++depth) {
      tree->BeginIteration();
      SearchDepth(tree.get(), moves, depth, last != nullptr);
      const int finished = tree->stopped() ? depth - 1 : depth;
      if (last != nullptr) {
        *last = ReportOf(*moves, finished, *tree);
        if (finished == depth) report_(*last);
        if (lines(*moves) == 1 && Prove(tree.get(), moves)) {
          *last = ReportOf(*moves, finished, *tree);
          return;
        }
      }
      if (tree->stopped() || clock_.IsOver()) return;
    }
  }

  // Brings the best moves to the front, in order. Where it is stopped, what was found by then is
  // kept. `reports`: whether a first depth that takes long is reported before its end.
  void SearchDepth(Tree* tree, RootMoves* moves, int depth, bool reports) {
    const RootMoves before = *moves;
    size_t ranked = 0;
    for (size_t i = 0; i < moves->size(); ++i) {
      RootMove root = (*moves)[i];
      if (depth == 1 && reports && i > 0 && tree->nodes() >= kFirstNodes) {
        report_(ReportOf(*moves, depth, *tree));
        reports = false;
      }
      const bool full = ranked == lines(*moves);
      const Value alpha = full ? (*moves)[ranked - 1].value : -kWin;
      Value value = kWin;
      if (full) value = tree->ValueOfMove(root_, root.move, depth, alpha, alpha + 1);
      if (value > alpha && !tree->stopped()) {
        value = tree->ValueOfMove(root_, root.move, depth, alpha, kWin);
      }
      if (tree->stopped()) {
        // The order of several is that of one depth.
        if (!full || lines(*moves) > 1) *moves = before;
        return;
      }
      if (full && value <= alpha) continue;
      root.value = value;
      root.line = tree->LineBehindMove();
      root.line.insert(root.line.begin(), root.move);
      const auto begin = moves->begin();
      const auto place =
          std::find_if(begin, begin + static_cast<std::ptrdiff_t>(ranked),
                       [value](const RootMove& other) { return value > other.value; });
      const auto here = begin + static_cast<std::ptrdiff_t>(i);
      std::rotate(place, here, here + 1);
      *place = std::move(root);
      if (!full) ++ranked;
    }
  }

  // Where the end is proven, makes sure by exact searches that there is no nearer one. True where
  // nothing is left to find.
  bool Prove(Tree* tree, RootMoves* moves) {
    const Value value = moves->front().value;
    if (tree->stopped() || !IsProven(value) || TurnsToEnd(value) > kMostProvenTurns ||
        value == looked_at_) {
      return false;
    }
    looked_at_ = value;
    const RootMoves before = *moves;
    tree->BeginExact(kProofNodes);
    for (int depth = 1; depth <= TurnsToEnd(value) && !tree->stopped(); ++depth) {
      SearchDepth(tree, moves, depth, /*reports=*/false);
    }
    const bool finished = !tree->stopped();
    tree->EndExact();
    if (finished && IsProven(moves->front().value)) return true;
    *moves = before;
    return false;
  }
  static int TurnsToEnd(Value value) { return kWin - std::abs(value); }

  SearchReport<Move> ReportOf(const RootMoves& moves, int depth, const Tree& tree) const {
    SearchReport<Move> report;
    report.depth = depth;
    report.selective_depth = std::max(depth, tree.selective_depth());
    report.nodes =
        query_.threads > 1 ? std::max(clock_.shared_nodes(), tree.nodes()) : tree.nodes();
    for (size_t i = 0; i < lines(moves) && moves[i].value > -kInfinite; ++i) {
      report.lines.push_back({Scale().ScoreOf(moves[i].value), moves[i].line});
    }
    return report;
  }

  const R& rules_;
  const Position& root_;
  const SearchQuery<Move>& query_;
  TranspositionTable& table_;
  const ReportSink<Move>& report_;
  SearchClock clock_;
  // The proven value that a proof was last tried for.
  Value looked_at_ = 0;
};

// The best moves of a position under stochastic rules that have a StochasticModel, by what can be
// expected of them. The position is no end, and whoever asks sees all of it, as both sides do in
// the search. Depths count actions. `report` may not be null.
template <StochasticRules R>
SearchReport<typename R::Move> Expectimax(const R& rules, const typename R::Position& position,
                                          const SearchQuery<typename R::Move>& query,
                                          const StopToken& stop, TranspositionTable* table,
                                          const ReportSink<typename R::Move>& report) {
  return DeepeningExpectimax<R>(rules, position, query, stop, table, report)
      .Run(RootMoves(rules, position, query));
}

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_EXPECTIMAX_H_
