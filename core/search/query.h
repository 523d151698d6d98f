#ifndef ARBITER_CORE_SEARCH_QUERY_H_
#define ARBITER_CORE_SEARCH_QUERY_H_

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/search/limits.h"
#include "core/search/score.h"

namespace arbiter {

class TranspositionTable;

// What a search is asked.
template <typename Move>
struct SearchQuery {
  SearchLimits limits;
  // The best so many moves, each with its line.
  int multi_pv = 1;
  // Legal moves, only which are looked at; empty: all.
  std::vector<Move> moves;
  int threads = 1;
};

// The moves that a search looks at first: those of the query, or all legal ones.
template <typename R>
std::vector<typename R::Move> RootMoves(const R& rules, const typename R::Position& position,
                                        const SearchQuery<typename R::Move>& query) {
  if (!query.moves.empty()) return query.moves;
  // Too long a list for the stack of any thread.
  const auto all = std::make_unique<typename R::Moves>();
  rules.GenerateMoves(position, all.get());
  return {all->begin(), all->end()};
}

// A move with what follows it.
template <typename Move>
struct SearchLine {
  // From the side to move.
  Score score;
  // At least the move itself. Where a move draws at random, the line ends with it.
  std::vector<Move> moves;
};

// How far a search has come.
template <typename Move>
struct SearchReport {
  int depth = 0;
  // The longest line looked at, in plies.
  int selective_depth = 0;
  uint64_t nodes = 0;
  // Best first; as many as asked for or there are.
  std::vector<SearchLine<Move>> lines;
};

// Called by the thread that asked, after each depth at least, with growing depths.
template <typename Move>
using ReportSink = std::function<void(const SearchReport<Move>&)>;

// What a search is given beside the rules and the position.
template <typename Move>
struct SearchTask {
  // Repetition keys of the positions that could recur, the present one last.
  const std::vector<uint64_t>& keys;
  const SearchQuery<Move>& query;
  const StopToken& stop;
  // Belongs to the search while it runs.
  TranspositionTable* table;
  const ReportSink<Move>& report;
};

// Rules that say which search fits them.
template <typename R>
concept SearchableRules = requires(const R& rules, const typename R::Position& position,
                                   const SearchTask<typename R::Move>& task) {
  { rules.Search(position, task) } -> std::same_as<SearchReport<typename R::Move>>;
};

// Counted up whenever a search or an evaluation changes, so that what an older engine found is not
// taken for the answer of this one.
inline constexpr int kEngineVersion = 2;

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_QUERY_H_
