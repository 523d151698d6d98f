#ifndef ARBITER_CORE_RULES_PERFT_H_
#define ARBITER_CORE_RULES_PERFT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/rules/budget.h"
#include "core/rules/enumeration.h"
#include "core/rules/error.h"
#include "core/rules/rules.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter {

template <Rules R>
absl::StatusOr<uint64_t> CountLeaves(const R& rules, const typename R::Position& position,
                                     int depth, Budget& budget);

// Leaves below a legal move, `depth` plies after it.
template <DeterministicRules R>
absl::StatusOr<uint64_t> CountLeavesBelow(const R& rules, const typename R::Position& position,
                                          typename R::Move move, int depth, Budget& budget) {
  typename R::Position child = position;
  rules.Apply(&child, move);
  return CountLeaves(rules, child, depth, budget);
}

// Distinct outcomes of one move that a perft counts; each takes memory.
inline constexpr size_t kMostPerftOutcomes = 100'000;

// The same where the distinct outcomes of a move are the children. LIMIT_EXCEEDED for a move
// with more than kMostPerftOutcomes.
template <StochasticRules R>
absl::StatusOr<uint64_t> CountLeavesBelow(const R& rules, const typename R::Position& position,
                                          typename R::Move move, int depth, Budget& budget) {
  Enumeration<R> enumeration({.outcomes = kMostPerftOutcomes}, &budget);
  ARBITER_RETURN_IF_ERROR(enumeration.Run(rules.Resolve(position, move, nullptr)));
  if (enumeration.cut_short()) {
    return MakeError(ErrorReason::kLimitExceeded,
                     StrCat(rules.FormatMove(move), " has more than ", kMostPerftOutcomes,
                            " outcomes, more than a perft counts"));
  }
  if (depth == 0) return enumeration.outcomes().size();
  uint64_t leaves = 0;
  for (const auto& outcome : enumeration.outcomes()) {
    ARBITER_ASSIGN_OR_RETURN(const uint64_t below,
                             CountLeaves(rules, outcome.after, depth, budget));
    leaves += below;
  }
  return leaves;
}

// How many legal moves there are.
template <Rules R>
uint64_t CountMovesIn(const R& rules, const typename R::Position& position) {
  if constexpr (CountingRules<R>) {
    return static_cast<uint64_t>(rules.CountMoves(position));
  } else {
    typename R::Moves moves;
    rules.GenerateMoves(position, &moves);
    return static_cast<uint64_t>(moves.size());
  }
}

// Leaves of the tree of legal moves below `position` (ruling C12). One unit of
// `budget` a node.
template <Rules R>
absl::StatusOr<uint64_t> CountLeaves(const R& rules, const typename R::Position& position,
                                     int depth, Budget& budget) {
  if (DeterministicRules<R> && depth == 1) {
    // The leaves need not be visited to be counted.
    const uint64_t leaves = CountMovesIn(rules, position);
    ARBITER_RETURN_IF_ERROR(budget.Spend(1 + leaves));
    return leaves;
  }
  ARBITER_RETURN_IF_ERROR(budget.Spend());
  if (depth == 0) return 1;
  typename R::Moves moves;
  rules.GenerateMoves(position, &moves);
  uint64_t leaves = 0;
  for (const typename R::Move& move : moves) {
    ARBITER_ASSIGN_OR_RETURN(const uint64_t below,
                             CountLeavesBelow(rules, position, move, depth - 1, budget));
    leaves += below;
  }
  return leaves;
}

// The same, and unless `divided` is null or the depth 0 the count below each move, sorted by text.
template <Rules R>
absl::StatusOr<uint64_t> CountLeavesDivided(
    const R& rules, const typename R::Position& position, int depth, Budget& budget,
    std::vector<std::pair<std::string, uint64_t>>* divided) {
  if (divided == nullptr || depth == 0) return CountLeaves(rules, position, depth, budget);
  typename R::Moves moves;
  rules.GenerateMoves(position, &moves);
  uint64_t leaves = 0;
  for (const typename R::Move& move : moves) {
    ARBITER_ASSIGN_OR_RETURN(const uint64_t below,
                             CountLeavesBelow(rules, position, move, depth - 1, budget));
    divided->emplace_back(rules.FormatMove(move), below);
    leaves += below;
  }
  std::sort(divided->begin(), divided->end());
  return leaves;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_PERFT_H_
