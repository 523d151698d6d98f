#ifndef ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_
#define ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/game/game.h"
#include "core/game/position_moves.h"
#include "core/game/san_notation.h"
#include "core/game/why_no_move.h"
#include "core/rules/enumeration.h"
#include "core/rules/perft.h"
#include "core/rules/rules.h"

namespace arbiter {

// Implements the members of Game that list, describe, write, read and make the legal moves of one
// position. Their results are described there.
template <DeterministicRules R>
struct DeterministicMoves {
  using Position = typename R::Position;
  using Move = typename R::Move;

  absl::Status VisitTexts(std::string_view from, Game::TextsVisitor visit) const {
    return arbiter::VisitTexts(*rules, *position, from, visit);
  }
  absl::StatusOr<std::vector<MoveInfo>> Describe(std::string_view from) const {
    return DescribeMoves(*rules, *position, from, NotationForAllMoves());
  }
  absl::StatusOr<std::string> Read(std::string_view text, Notation notation) const;
  absl::StatusOr<std::string> Write(std::string_view action, Notation notation) const;

  absl::StatusOr<PlayedMove<R>> Play(std::string_view text, std::string_view /*seed*/,
                                     ActionResult* applied) const;
  // Calls `visit(played, probability, applied)` with the only outcome.
  template <typename Visitor>
  absl::StatusOr<OutcomeSummary> Enumerate(std::string_view text,
                                           const EnumerationLimits& /*limits*/, Budget& budget,
                                           Visitor visit) const {
    ARBITER_RETURN_IF_ERROR(budget.Spend());
    ActionResult applied;
    ARBITER_ASSIGN_OR_RETURN(const auto played, Play(text, "", &applied));
    visit(played, Fraction(1), applied);
    return OutcomeSummary{};
  }

  absl::StatusOr<uint64_t> Perft(int depth, Budget& budget,
                                 std::vector<std::pair<std::string, uint64_t>>* divided) const {
    return CountLeavesDivided(*rules, *position, depth, budget, divided);
  }

  // Both must outlive this object.
  const R* rules;
  const Position* position;

 private:
  auto NotationForAllMoves() const { return MakeNotation<true>(); }
  // Returns a notation that writes and describes single moves without listing all legal ones.
  auto NotationForOneMove() const { return MakeNotation<false>(); }
  template <bool all>
  auto MakeNotation() const {
    if constexpr (RulesWithCheck<R>) {
      using MoveNotation = SanNotation<R>;
      return MoveNotation(
          *rules, *position,
          all ? MoveNotation::LegalMoves::kListed : MoveNotation::LegalMoves::kNotListed);
    } else {
      return rules->NotationOf(*position);
    }
  }
};

template <DeterministicRules R>
absl::StatusOr<PlayedMove<R>> DeterministicMoves<R>::Play(std::string_view text,
                                                          std::string_view /*seed*/,
                                                          ActionResult* applied) const {
  ARBITER_ASSIGN_OR_RETURN(const Move move, rules->ParseMove(*position, text));
  PlayedMove<R> played{move, *position, rules->IsIrreversible(*position, move)};
  if (applied == nullptr) {
    rules->Apply(&played.after, move);
    return played;
  }
  const auto move_notation = NotationForOneMove();
  applied->text = rules->FormatMove(move);
  if constexpr (RulesWithCheck<R>) {
    rules->Apply(&played.after, move);
    applied->san = move_notation.WriteWithEvents(move, played.after, &applied->events);
  } else {
    applied->san = move_notation.Write(move, Notation::kSan);
    rules->Apply(&played.after, move, &applied->events);
  }
  return played;
}

template <DeterministicRules R>
absl::StatusOr<std::string> DeterministicMoves<R>::Write(std::string_view action,
                                                         Notation notation) const {
  ARBITER_ASSIGN_OR_RETURN(const Move move, rules->ParseMove(*position, action));
  if (notation == Notation::kAction) return rules->FormatMove(move);
  ARBITER_RETURN_IF_ERROR(CheckNotation(R::Info(), notation));
  return NotationForOneMove().Write(move, notation);
}

template <DeterministicRules R>
absl::StatusOr<std::string> DeterministicMoves<R>::Read(std::string_view text,
                                                        Notation notation) const {
  if (notation == Notation::kAction) return Write(text, notation);
  ARBITER_RETURN_IF_ERROR(CheckNotation(R::Info(), notation));
  ARBITER_RETURN_IF_ERROR(CheckTextLength(text, ErrorReason::kBadNotation));
  const auto move_notation = NotationForAllMoves();
  const absl::StatusOr<Move> move = move_notation.Read(text, notation);
  if (move.ok()) return rules->FormatMove(*move);
  return ExplainUnread(*rules, *position, move_notation, text, notation, move.status());
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_
