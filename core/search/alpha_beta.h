#ifndef ARBITER_CORE_SEARCH_ALPHA_BETA_H_
#define ARBITER_CORE_SEARCH_ALPHA_BETA_H_

#include <algorithm>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "core/rules/rules.h"
#include "core/search/alpha_beta_worker.h"
#include "core/search/query.h"
#include "core/search/search_clock.h"

namespace arbiter {

// Searches deeper and deeper, one worker a thread.
template <SearchModel M>
class IterativeDeepening {
 public:
  using Position = typename M::Position;
  using Move = typename M::Move;
  using RootMoves = std::vector<typename AlphaBetaWorker<M>::RootMove>;

  IterativeDeepening(const M& model, const Position& root, const std::vector<uint64_t>& history,
                     const SearchQuery<Move>& query, const StopToken& stop,
                     TranspositionTable* table, const ReportSink<Move>& report)
      : model_(model),
        root_(root),
        history_(history),
        query_(query),
        table_(*table),
        report_(report),
        clock_(query.limits, stop, query.threads) {}

  // `moves`: those to look at, legal and not none.
  SearchReport<Move> Run(const std::vector<Move>& moves) {
    RootMoves root_moves = AtFirstGlance(moves);
    table_.BeginSearch();
    std::vector<std::thread> helpers;
    for (int i = 1; i < query_.threads; ++i) {
      helpers.emplace_back([this, root_moves, i]() mutable {
        AlphaBetaWorker<M> worker(model_, root_, history_, &clock_, &table_);
        Deepen(&worker, &root_moves, /*first_depth=*/1 + i % 2, nullptr);
      });
    }
    AlphaBetaWorker<M> worker(model_, root_, history_, &clock_, &table_);
    SearchReport<Move> last;
    Deepen(&worker, &root_moves, 1, &last);
    clock_.End();
    for (std::thread& helper : helpers) helper.join();
    last = ReportOf(root_moves, last.depth, worker);
    return last;
  }

 private:
  // Ends further away are not proven to be the nearest ones; nor those for which so many nodes are
  // not enough.
  static constexpr int kMostProvenPlies = 9;
  static constexpr uint64_t kProofNodes = 4'000'000;
  static constexpr uint64_t kLeastScan = 1'000;

  // All moves with what they seem worth, the best first, so that there is always an answer.
  RootMoves AtFirstGlance(const std::vector<Move>& moves) const {
    RootMoves glance;
    const bool in_check = model_.InCheck(root_);
    for (const Move move : moves) {
      Position after;
      model_.Play(root_, in_check, move, &after);
      const auto end = model_.FindEnd(after);
      const Value value = end ? ValueOf(*end, 1) : ClampEval(model_.Evaluate(after));
      glance.push_back({.move = move, .value = -value, .line = {move}});
    }
    std::stable_sort(glance.begin(), glance.end(),
                     [](const auto& a, const auto& b) { return a.value > b.value; });
    return glance;
  }

  int last_depth() const { return query_.limits.depth > 0 ? query_.limits.depth : kMostDepth; }
  size_t lines(const RootMoves& moves) const {
    return std::min(static_cast<size_t>(query_.multi_pv), moves.size());
  }

  // `last` is null in helping threads, which report nothing.
  void Deepen(AlphaBetaWorker<M>* worker, RootMoves* moves, int first_depth,
              SearchReport<Move>* last) {
    for (int depth = first_depth; depth <= last_depth(); ++depth) {
      worker->BeginDepth();
      if (!SearchDepth(worker, moves, depth)) return;
      if (last != nullptr) {
        last->depth = depth;
        report_(ReportOf(*moves, depth, *worker));
        if (lines(*moves) == 1 && (Prove(worker, moves) || FindNearWin(worker, moves, depth))) {
          report_(ReportOf(*moves, depth, *worker));
          return;
        }
      }
      if (clock_.IsOver()) return;
    }
  }

  // All lines at one depth; false where it was stopped on the way.
  bool SearchDepth(AlphaBetaWorker<M>* worker, RootMoves* moves, int depth) {
    for (auto& move : *moves) move.previous = move.value;
    const RootMoves before = *moves;
    for (size_t line = 0; line < lines(*moves); ++line) {
      const bool finished = SearchLine(worker, moves, line, depth);
      if (!finished) {
        // What was found is worth keeping only where the first move was looked at whole, and not
        // beside lines of another depth.
        if (lines(*moves) > 1 || moves->front().value == -kInfinite) *moves = before;
        return false;
      }
      std::stable_sort(moves->begin(), moves->begin() + static_cast<std::ptrdiff_t>(line) + 1,
                       [](const auto& a, const auto& b) { return a.value > b.value; });
    }
    return true;
  }

  // The best of the moves from `line` on, within a window that grows until it holds the value.
  bool SearchLine(AlphaBetaWorker<M>* worker, RootMoves* moves, size_t line, int depth) {
    const Value guess = (*moves)[line].previous;
    Value width = 20;
    const bool narrow = depth >= 5 && !IsProven(guess);
    Value alpha = narrow ? std::max(guess - width, -kInfinite) : -kInfinite;
    Value beta = narrow ? std::min(guess + width, kInfinite) : kInfinite;
    for (;;) {
      const Value value = worker->SearchRoot(moves, line, alpha, beta, depth);
      if (worker->stopped()) return false;
      width *= 3;
      if (value <= alpha && alpha > -kInfinite) {
        alpha = width > 1000 ? -kInfinite : value - width;
      } else if (value >= beta && beta < kInfinite) {
        beta = width > 1000 ? kInfinite : value + width;
      } else {
        return true;
      }
    }
  }

  // Where the end is proven, makes sure by a search without any pruning that there is no nearer
  // one. True where nothing is left to find.
  bool Prove(AlphaBetaWorker<M>* worker, RootMoves* moves) {
    const Value value = moves->front().value;
    if (!IsProven(value) || PliesToEnd(value) > kMostProvenPlies || value == looked_at_) {
      return false;
    }
    looked_at_ = value;
    const RootMoves before = *moves;
    worker->BeginExact(kProofNodes);
    bool finished = true;
    const auto proves = [moves](int depth) {
      return IsProven(moves->front().value) && PliesToEnd(moves->front().value) <= depth;
    };
    int depth = 0;
    while (finished && depth < PliesToEnd(value) && !(depth > 0 && proves(depth))) {
      finished = SearchDepth(worker, moves, ++depth);
    }
    worker->EndExact();
    // A loss that is none so far leads on; so does a proof that was not finished.
    if (finished && proves(depth)) return true;
    *moves = before;
    return false;
  }

  // What looks at fewer moves the deeper it looks overlooks a quiet move here and there that wins
  // at once. So between some depths all moves are searched for a win within 3, 5 or 7 plies, as
  // long as that costs a part of what was spent so far. True where one was found; it is the
  // nearest.
  bool FindNearWin(AlphaBetaWorker<M>* worker, RootMoves* moves, int depth) {
    const int plies = depth == 2 ? 3 : depth == 6 ? 5 : depth == 10 ? 7 : 0;
    if (plies == 0 || IsProven(moves->front().value)) return false;
    RootMoves found = *moves;
    worker->BeginExact(kLeastScan + worker->nodes() / 4);
    const Value value = worker->SearchRoot(&found, 0, WinIn(plies) - 1, kInfinite, plies);
    const bool wins = !worker->stopped() && value >= WinIn(plies);
    worker->EndExact();
    if (wins) *moves = found;
    return wins;
  }

  SearchReport<Move> ReportOf(const RootMoves& moves, int depth,
                              const AlphaBetaWorker<M>& worker) const {
    SearchReport<Move> report;
    report.depth = depth;
    report.selective_depth = std::max(depth, worker.selective_depth());
    report.nodes =
        query_.threads > 1 ? std::max(clock_.shared_nodes(), worker.nodes()) : worker.nodes();
    for (size_t i = 0; i < lines(moves); ++i) {
      report.lines.push_back({ToScore(moves[i].value), moves[i].line});
    }
    return report;
  }

  static Score ToScore(Value value) {
    if (IsProven(value)) return ProvenScore(value > 0, (PliesToEnd(value) + 1) / 2);
    return ScoreOf(value, M::kWinScale);
  }

  const M model_;
  const Position& root_;
  const std::vector<uint64_t>& history_;
  const SearchQuery<Move>& query_;
  TranspositionTable& table_;
  const ReportSink<Move>& report_;
  SearchClock clock_;
  // The proven value that a proof was last tried for.
  Value looked_at_ = 0;
};

// The best moves of a position under deterministic rules that have a SearchModel, by a principal-
// variation search with transposition table, quiescence and the usual ways to look less deep where
// little is to be expected. The position is no end; `history` are the repetition keys of the game
// up to and with it. `report` may not be null.
template <DeterministicRules R>
SearchReport<typename R::Move> AlphaBeta(const R& rules, const typename R::Position& position,
                                         const std::vector<uint64_t>& history,
                                         const SearchQuery<typename R::Move>& query,
                                         const StopToken& stop, TranspositionTable* table,
                                         const ReportSink<typename R::Move>& report) {
  using Model = typename R::SearchModel;
  return IterativeDeepening<Model>(Model(rules), position, history, query, stop, table, report)
      .Run(RootMoves(rules, position, query));
}

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_ALPHA_BETA_H_
