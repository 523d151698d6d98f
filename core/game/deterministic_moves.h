#ifndef ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_
#define ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/game/checking_scribe.h"
#include "core/game/game.h"
#include "core/game/position_moves.h"
#include "core/game/why_no_move.h"
#include "core/rules/enumeration.h"
#include "core/rules/error.h"
#include "core/rules/perft.h"
#include "core/rules/rules.h"
#include "core/rules/status_macros.h"

namespace arbiter {

// The legal moves of one position in words: listed, described, written, read and
// played. What each member answers is said in Game, whose work it is.
template <DeterministicRules R>
struct DeterministicMoves {
  using Position = typename R::Position;
  using Move = typename R::Move;

  absl::Status VisitTexts(std::string_view from, Game::TextsVisitor visit) const {
    return arbiter::VisitTexts(*rules, *position, from, visit);
  }
  absl::StatusOr<std::vector<MoveInfo>> Infos(std::string_view from) const {
    return DescribeMoves(*rules, *position, from, ScribeOf());
  }
  absl::StatusOr<std::string> Read(std::string_view text, Notation notation) const;
  absl::StatusOr<std::string> Write(std::string_view action, Notation notation) const;

  absl::StatusOr<PlayedMove<R>> Play(std::string_view text, std::string_view /*seed*/,
                                     Applied* applied) const;
  // `visit(played, probability, applied)` sees the one outcome.
  template <typename Visitor>
  absl::StatusOr<OutcomeSummary> Enumerate(std::string_view text,
                                           const EnumerationLimits& /*limits*/, Budget& budget,
                                           Visitor visit) const {
    ARBITER_RETURN_IF_ERROR(budget.Spend());
    Applied applied;
    ARBITER_ASSIGN_OR_RETURN(const auto played, Play(text, "", &applied));
    visit(played, Fraction(1), applied);
    return OutcomeSummary{};
  }

  absl::StatusOr<uint64_t> Perft(int depth, Budget& budget,
                                 std::vector<std::pair<std::string, uint64_t>>* divided) const {
    return CountLeavesDivided(*rules, *position, depth, budget, divided);
  }

  const R* rules;
  const Position* position;

 private:
  auto ScribeOf() const { return MakeScribe<true>(); }
  // Writes, and tells of, one move.
  auto ScribeOfOne() const { return MakeScribe<false>(); }
  template <bool all>
  auto MakeScribe() const {
    if constexpr (CheckingRules<R>) {
      using Scribe = CheckingScribe<R>;
      return Scribe(*rules, *position, all ? Scribe::List::kAll : Scribe::List::kNone);
    } else {
      return rules->ScribeOf(*position);
    }
  }
};

template <DeterministicRules R>
absl::StatusOr<PlayedMove<R>> DeterministicMoves<R>::Play(std::string_view text,
                                                          std::string_view /*seed*/,
                                                          Applied* applied) const {
  ARBITER_ASSIGN_OR_RETURN(const Move move, rules->ParseMove(*position, text));
  PlayedMove<R> played{move, *position, rules->IsIrreversible(*position, move)};
  if (applied == nullptr) {
    rules->Apply(&played.after, move);
    return played;
  }
  const auto scribe = ScribeOfOne();
  applied->text = rules->FormatMove(move);
  if constexpr (CheckingRules<R>) {
    rules->Apply(&played.after, move);
    applied->san = scribe.Tell(move, played.after, &applied->events);
  } else {
    applied->san = scribe.Write(move, Notation::kSan);
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
  return ScribeOfOne().Write(move, notation);
}

template <DeterministicRules R>
absl::StatusOr<std::string> DeterministicMoves<R>::Read(std::string_view text,
                                                        Notation notation) const {
  if (notation == Notation::kAction) return Write(text, notation);
  ARBITER_RETURN_IF_ERROR(CheckNotation(R::Info(), notation));
  ARBITER_RETURN_IF_ERROR(CheckTextLength(text, ErrorReason::kBadNotation));
  const auto scribe = ScribeOf();
  const absl::StatusOr<Move> move = scribe.Read(text, notation);
  if (move.ok()) return rules->FormatMove(*move);
  return ExplainUnread(*rules, *position, scribe, text, notation, move.status());
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_
