#ifndef ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_
#define ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/base/budget.h"
#include "core/base/error.h"
#include "core/base/fraction.h"
#include "core/base/status_macros.h"
#include "core/game/explain_notation.h"
#include "core/game/game.h"
#include "core/game/position_moves.h"
#include "core/game/san_notation.h"
#include "core/rules/enumeration.h"
#include "core/rules/rules.h"

namespace arbiter {

// The members of Game that make, write and read a move, for rules under which every move has
// exactly one result. Game describes the results.

// Returns a notation of the moves of a position.
template <DeterministicRules R>
auto NotationOf(const R& rules, const typename R::Position& position, NotationUse use) {
  if constexpr (RulesWithCheck<R>) {
    return SanNotation<R>(rules, position, use);
  } else {
    return rules.NotationOf(position);
  }
}

template <DeterministicRules R>
absl::StatusOr<PlayedMove<R>> PlayMove(const R& rules, const typename R::Position& position,
                                       std::string_view text, std::string_view /*seed*/,
                                       ActionResult* applied) {
  ARBITER_ASSIGN_OR_RETURN(const auto move, rules.ParseMove(position, text));
  PlayedMove<R> played{move, position, rules.IsIrreversible(position, move)};
  if (applied == nullptr) {
    rules.Apply(&played.after, move);
    return played;
  }
  const auto move_notation = NotationOf(rules, position, NotationUse::kWriteOne);
  applied->text = rules.FormatMove(move);
  if constexpr (RulesWithCheck<R>) {
    rules.Apply(&played.after, move);
    applied->san = move_notation.WriteWithEvents(move, played.after, &applied->events);
  } else {
    rules.Apply(&played.after, move, &applied->events);
    applied->san = move_notation.Write(move, Notation::kSan);
  }
  return played;
}

// Calls `visit(played, probability, applied)` with the only outcome of a move.
template <DeterministicRules R, typename Visitor>
absl::StatusOr<OutcomeSummary> VisitOutcomes(const R& rules, const typename R::Position& position,
                                             std::string_view text,
                                             const EnumerationLimits& /*limits*/, Budget& budget,
                                             Visitor visit) {
  ARBITER_RETURN_IF_ERROR(budget.Spend());
  ActionResult applied;
  ARBITER_ASSIGN_OR_RETURN(const auto played, PlayMove(rules, position, text, "", &applied));
  visit(played, Fraction(1), applied);
  return OutcomeSummary{};
}

template <DeterministicRules R>
absl::StatusOr<std::string> WriteMove(const R& rules, const typename R::Position& position,
                                      std::string_view action, Notation notation) {
  ARBITER_ASSIGN_OR_RETURN(const auto move, rules.ParseMove(position, action));
  if (notation == Notation::kAction) return rules.FormatMove(move);
  ARBITER_RETURN_IF_ERROR(CheckNotation(R::Info(), notation));
  return NotationOf(rules, position, NotationUse::kWriteOne).Write(move, notation);
}

template <DeterministicRules R>
absl::StatusOr<std::string> ReadMove(const R& rules, const typename R::Position& position,
                                     std::string_view text, Notation notation, Explain explain) {
  if (notation == Notation::kAction) return WriteMove(rules, position, text, notation);
  ARBITER_RETURN_IF_ERROR(CheckNotation(R::Info(), notation));
  ARBITER_RETURN_IF_ERROR(CheckTextLength(text, ErrorReason::kBadNotation));
  const auto move_notation = NotationOf(rules, position, NotationUse::kAny);
  const absl::StatusOr<typename R::Move> move = move_notation.Read(text, notation);
  if (move.ok()) return rules.FormatMove(*move);
  if (explain == Explain::kNo) return move.status();
  return ExplainNotation(rules, position, move_notation, text, notation, move.status());
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_
