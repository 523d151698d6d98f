#ifndef ARBITER_CORE_RULES_PERFT_H_
#define ARBITER_CORE_RULES_PERFT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/budget.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/enumeration.h"
#include "core/rules/rules.h"

namespace arbiter {

template <Rules R>
absl::StatusOr<uint64_t> CountLeaves(const R& rules, const typename R::Position& position,
                                     int depth, Budget& budget);

// Counts the leaves below a legal move, `depth` plies after it.
template <DeterministicRules R>
absl::StatusOr<uint64_t> CountLeavesBelow(const R& rules, const typename R::Position& position,
                                          typename R::Move move, int depth, Budget& budget) {
  typename R::Position child = position;
  rules.Apply(&child, move);
  return CountLeaves(rules, child, depth, budget);
}

// The maximum number of distinct outcomes of a move in a perft. It bounds the memory in use.
inline constexpr size_t kMaxPerftOutcomes = 100'000;

// Counts the leaves below a legal move, each distinct outcome of which is a child. Returns
// LIMIT_EXCEEDED if the move has more than kMaxPerftOutcomes outcomes.
template <StochasticRules R>
absl::StatusOr<uint64_t> CountLeavesBelow(const R& rules, const typename R::Position& position,
                                          typename R::Move move, int depth, Budget& budget) {
  if constexpr (OutcomeCountingRules<R>) {
    const int count = depth == 0 ? rules.CountOutcomes(position, move) : 0;
    if (count > 0) {
      ARBITER_RETURN_IF_ERROR(budget.Spend(static_cast<uint64_t>(count)));
      return count;
    }
  }
  const typename R::Resolution start = rules.Resolve(position, move, nullptr);
  if (start.candidates() == 0) {
    ARBITER_RETURN_IF_ERROR(budget.Spend());
    return depth == 0 ? 1 : CountLeaves(rules, start.after(), depth, budget);
  }
  Enumeration<R> enumeration({.outcomes = kMaxPerftOutcomes}, &budget);
  ARBITER_RETURN_IF_ERROR(enumeration.Run(start));
  if (enumeration.cut_short()) {
    return MakeError(ErrorReason::kLimitExceeded,
                     StrCat(rules.FormatMove(move), " has more than ", kMaxPerftOutcomes,
                            " outcomes, the maximum that perft counts"));
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

template <Rules R>
uint64_t CountLegalMoves(const R& rules, const typename R::Position& position) {
  if constexpr (CountingRules<R>) {
    return static_cast<uint64_t>(rules.CountMoves(position));
  } else {
    typename R::Moves moves;
    rules.GenerateMoves(position, &moves);
    return static_cast<uint64_t>(moves.size());
  }
}

// Counts the leaves of the tree of legal moves below `position` (ruling C12). Each node takes one
// unit of `budget`.
template <Rules R>
absl::StatusOr<uint64_t> CountLeaves(const R& rules, const typename R::Position& position,
                                     int depth, Budget& budget) {
  if (DeterministicRules<R> && depth == 1) {
    // The leaves are counted without being visited.
    const uint64_t leaves = CountLegalMoves(rules, position);
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

// Like CountLeaves, but also adds the count below each move to `divided`, sorted by action text,
// unless `divided` is null or the depth is 0.
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
