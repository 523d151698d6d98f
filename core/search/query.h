#ifndef ARBITER_CORE_SEARCH_QUERY_H_
#define ARBITER_CORE_SEARCH_QUERY_H_

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/strings.h"
#include "core/rules/variant_info.h"
#include "core/search/limits.h"
#include "core/search/score.h"

namespace arbiter {

class TranspositionTable;

// The parameters of a search.
template <typename Move>
struct SearchQuery {
  SearchLimits limits;
  // The number of best moves to report, each with its principal variation.
  int multi_pv = 1;
  // The only legal moves to search at the root; empty for all.
  std::vector<Move> moves;
  int threads = 1;
};

// Returns the moves to search at the root: those of the query, or all legal ones.
template <typename R>
std::vector<typename R::Move> MovesToSearch(const R& rules, const typename R::Position& position,
                                            const SearchQuery<typename R::Move>& query) {
  if (!query.moves.empty()) return query.moves;
  // The list is too large for a thread's stack.
  const auto all = std::make_unique<typename R::Moves>();
  rules.GenerateMoves(position, all.get());
  return {all->begin(), all->end()};
}

// A move with its principal variation.
template <typename Move>
struct SearchLine {
  // From the point of view of the side to move.
  Score score;
  // The principal variation, beginning with the move itself. It ends with the first move that draws
  // at random.
  std::vector<Move> moves;
};

// The progress of a search.
template <typename Move>
struct SearchReport {
  int depth = 0;
  // The length of the longest line examined, in plies.
  int selective_depth = 0;
  uint64_t nodes = 0;
  // The requested number of lines, or one for each root move if there are fewer root moves. The
  // best line comes first.
  std::vector<SearchLine<Move>> lines;
};

// Receives reports on the calling thread, at least one after each depth, with increasing depths.
template <typename Move>
using ReportSink = std::function<void(const SearchReport<Move>&)>;

// The input of a search in addition to the rules and the position.
template <typename Move>
struct SearchTask {
  // The repetition keys of the positions that can recur, that of the current position last.
  const std::vector<uint64_t>& keys;
  const SearchQuery<Move>& query;
  const StopToken& stop;
  // Nothing else may use the table while the search runs.
  TranspositionTable* table;
  const ReportSink<Move>& report;
};

// Rules that have a search.
template <typename R>
concept SearchableRules = requires(const R& rules, const typename R::Position& position,
                                   const SearchTask<typename R::Move>& task) {
  { rules.Search(position, task) } -> std::same_as<SearchReport<typename R::Move>>;
};

// The version of the engine. It must be incremented whenever a search, an evaluation or a level of
// strength changes, so that results of an older engine are not mistaken for those of this one.
inline constexpr int kEngineVersion = 10;

// Returns the name of the engine for a variant: the version and, after a `+`, the name of the
// network, if any. Engines with different names have different results.
inline std::string EngineName(const VariantInfo& variant) {
  return StrCat(kEngineVersion, variant.network.empty() ? "" : "+", variant.network);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_QUERY_H_
