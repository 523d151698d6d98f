#ifndef ARBITER_CORE_SEARCH_ROOT_SEARCH_H_
#define ARBITER_CORE_SEARCH_ROOT_SEARCH_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "core/search/limits.h"
#include "core/search/query.h"
#include "core/search/score.h"
#include "core/search/transposition_table.h"

namespace arbiter {

// A move at the root with the result of its search.
template <typename Move>
struct RootMove {
  Move move;
  Value value = -kInfinite;
  // The value in the previous iteration; -kInfinite if that did not search the move completely.
  Value previous_value = -kInfinite;
  std::vector<Move> pv;
};

// The part of an iterative deepening search that does not depend on how the tree below the root is
// searched: its limits, its threads and its reports.
template <typename Move>
class RootSearch {
 protected:
  using RootMoves = std::vector<RootMove<Move>>;

  // The references in `task` must outlive the search.
  explicit RootSearch(const SearchTask<Move>& task)
      : task_(task), clock_(task.query.limits, task.stop, task.query.threads) {}

  TranspositionTable& table() { return *task_.table; }
  SearchClock& clock() { return clock_; }
  int max_depth() const {
    const int depth = task_.query.limits.depth;
    return depth > 0 ? depth : kMaxSearchDepth;
  }
  size_t line_count(const RootMoves& moves) const {
    return std::min(static_cast<size_t>(task_.query.multi_pv), moves.size());
  }

  // Sorts the best moves to the front; equal ones keep their order.
  template <typename Iterator>
  static void SortByValue(Iterator begin, Iterator end) {
    std::stable_sort(begin, end, [](const auto& a, const auto& b) { return a.value > b.value; });
  }

  // Calls `iterate(&moves, first_depth, &last)` on the calling thread, and on helper threads, which
  // contribute only through the transposition table, with a null report. The search ends when the
  // calling thread's call returns, and its result is the report that this call has left in `last`.
  template <typename Iterate>
  SearchReport<Move> RunThreads(RootMoves moves, const Iterate& iterate) {
    table().BeginSearch();
    std::vector<std::thread> helpers;
    for (int i = 1; i < task_.query.threads; ++i) {
      helpers.emplace_back(
          [&iterate, moves, i]() mutable { iterate(&moves, /*first_depth=*/1 + i % 2, nullptr); });
    }
    SearchReport<Move> last;
    iterate(&moves, /*first_depth=*/1, &last);
    clock_.End();
    for (std::thread& helper : helpers) helper.join();
    if (task_.query.threads > 1) last.nodes = std::max(clock_.shared_nodes(), last.nodes);
    return last;
  }

  // Returns a report on the best moves, whose scores `score_of` makes of their values.
  template <typename ScoreOf>
  SearchReport<Move> MakeReport(const RootMoves& moves, int depth, const SearchWorker& worker,
                                const ScoreOf& score_of) const {
    SearchReport<Move> report;
    report.depth = depth;
    report.selective_depth = std::max(depth, worker.selective_depth());
    report.nodes =
        task_.query.threads > 1 ? std::max(clock_.shared_nodes(), worker.nodes()) : worker.nodes();
    for (size_t i = 0; i < line_count(moves); ++i) {
      report.lines.push_back({score_of(moves[i].value), moves[i].pv});
    }
    return report;
  }
  void Report(const SearchReport<Move>& report) const { task_.report(report); }

 private:
  const SearchTask<Move> task_;
  SearchClock clock_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_ROOT_SEARCH_H_
