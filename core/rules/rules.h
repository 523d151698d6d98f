#ifndef ARBITER_CORE_RULES_RULES_H_
#define ARBITER_CORE_RULES_RULES_H_

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/rules/budget.h"
#include "core/rules/notation.h"
#include "core/rules/outcome.h"
#include "core/rules/san.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// A variant's rules under given options: an immutable value whose members are
// pure functions of positions. Positions are trivially copyable, know their
// side to move (`turn`), `board`, `move_number` and repetition `key()`.
template <typename R>
concept Rules = std::copyable<R> && std::is_trivially_copyable_v<typename R::Position> &&
    std::is_trivially_copyable_v<typename R::Move> &&
    requires(const R& rules, const typename R::Position& position,
             typename R::Position* mutable_position, typename R::Move move,
             typename R::Moves* moves, std::string_view text, const OptionMap& options,
             int occurrences) {
  { R::Info() } -> std::same_as<const VariantInfo&>;
  // OPTION_OUT_OF_RANGE; options() gives every option with its value.
  { R::Create(options) } -> std::same_as<absl::StatusOr<R>>;
  { rules.options() } -> std::same_as<OptionMap>;

  // BAD_FEN, IMPOSSIBLE_POSITION. FormatFen(ParseFen(x)) is canonical.
  { rules.ParseFen(text) } -> std::same_as<absl::StatusOr<typename R::Position>>;
  { rules.FormatFen(position, FenStyle::kStandard) } -> std::same_as<std::string>;

  // Legal moves by the position alone (ruling C12), in a fixed order.
  {rules.GenerateMoves(position, moves)};
  // Plays a legal move without checking it.
  {rules.Apply(mutable_position, move)};
  // Whether no position from before the move can ever occur again after it.
  { rules.IsIrreversible(position, move) } -> std::same_as<bool>;

  // BAD_ACTION_TEXT, ILLEGAL_ACTION, NOT_YOUR_TURN with the reason (ruling C9).
  { rules.ParseMove(position, text) } -> std::same_as<absl::StatusOr<typename R::Move>>;
  { rules.FormatMove(move) } -> std::same_as<std::string>;
  { rules.FactsOf(position, move) } -> std::same_as<MoveFacts>;

  // The royal of the side to move, and what gives it check.
  {rules.RoyalSquare(position)};
  {rules.Checkers(position)};
  // The end that a position shows after `occurrences` of it, in the order of C13.
  { rules.FindEnd(position, occurrences) } -> std::same_as<std::optional<End>>;
  // The draw that a player could claim, and if there is none, why not.
  { rules.FindDrawClaim(position, occurrences) } -> std::same_as<std::optional<End>>;
  { rules.WhyNoDrawClaim(position, occurrences) } -> std::same_as<std::string>;
  // What a state has beside the board.
  {rules.DetailOf(position)};
};

// Leaves of the tree of legal moves below `position` (ruling C12). One unit of
// `budget` a node.
template <Rules R>
absl::StatusOr<uint64_t> CountLeaves(const R& rules, const typename R::Position& position,
                                     int depth, Budget& budget) {
  if (absl::Status status = budget.Spend(); !status.ok()) return status;
  if (depth == 0) return 1;
  typename R::Moves moves;
  rules.GenerateMoves(position, &moves);
  if (depth == 1) {
    // The leaves need not be visited to be counted.
    if (absl::Status status = budget.Spend(moves.size()); !status.ok()) return status;
    return moves.size();
  }
  uint64_t leaves = 0;
  for (const typename R::Move& move : moves) {
    typename R::Position child = position;
    rules.Apply(&child, move);
    absl::StatusOr<uint64_t> below = CountLeaves(rules, child, depth - 1, budget);
    if (!below.ok()) return below;
    leaves += *below;
  }
  return leaves;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_RULES_H_
