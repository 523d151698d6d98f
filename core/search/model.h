#ifndef ARBITER_CORE_SEARCH_MODEL_H_
#define ARBITER_CORE_SEARCH_MODEL_H_

#include <concepts>
#include <cstdint>
#include <optional>

#include "core/rules/outcome.h"

namespace arbiter {

// What a search asks of a deterministic variant, as R::SearchModel, made from the rules.
// A model's members are pure functions of positions, as those of rules are; moves are pseudo-legal:
// as the pieces go, whatever becomes of the mover's own royal.
template <typename M>
concept SearchModel = std::copyable<M> &&
    requires(const M& model, const typename M::Position& position,
             typename M::Position* mutable_position, typename M::Move move, uint32_t code,
             int number, bool flag) {
  // Squares, and kinds times squares.
  { M::kSquares } -> std::convertible_to<int>;
  { M::kPieceSquares } -> std::convertible_to<int>;
  // Whether a position can occur again, and is a draw then.
  { M::kRepeats } -> std::convertible_to<bool>;

  // The key under which a value of the position is kept: that of repetition, with what else
  // decides the value.
  { model.TableKey(position) } -> std::same_as<uint64_t>;
  // Whether the side to move has to answer an attack on its royal.
  { model.InCheck(position) } -> std::same_as<bool>;
  // Captures and what is as forcing; and all other moves. In a fixed order.
  model.VisitNoisy(position, [](typename M::Move) {});
  model.VisitQuiet(position, [](typename M::Move) {});
  { model.IsNoisy(position, move) } -> std::same_as<bool>;
  // Whether it gives check by itself; checks that it opens need not be seen.
  { model.GivesCheck(position, move) } -> std::same_as<bool>;
  // Makes a move; false where it was not legal. `flag`: whether the mover is in check.
  { model.Play(position, flag, move, mutable_position) } -> std::same_as<bool>;
  // Whether no position from before the move can occur again.
  { model.IsIrreversible(position, move) } -> std::same_as<bool>;
  // Whether passing is nearly always worse than the best move; and passes.
  { model.MayPass(position) } -> std::same_as<bool>;
  {model.Pass(mutable_position)};

  // From the side to move: what the position is worth if nothing much happens; how the game ended
  // if it did, whatever moves there are; and how where there is no legal move, `flag` as above.
  { model.Evaluate(position) } -> std::same_as<int>;
  { model.FindEnd(position) } -> std::same_as<std::optional<Verdict>>;
  { model.WithoutMoves(position, flag) } -> std::same_as<Verdict>;
  { M::kWinScale } -> std::convertible_to<WinScale>;

  // Centipawns that a move wins at once, and that its piece is worth; whether the
  // exchanges on its square win at least `number`.
  { model.GainOf(position, move) } -> std::same_as<int>;
  { model.MoverValue(position, move) } -> std::same_as<int>;
  { model.ExchangeGains(position, move, number) } -> std::same_as<bool>;

  // A move in at most kTableMoveBits bits, not 0; and the pseudo-legal move of a code,
  // std::nullopt for 0.
  { M::Code(move) } -> std::same_as<uint32_t>;
  { M::Decode(position, code) } -> std::same_as<std::optional<typename M::Move>>;
  // For statistics: below kSquares, and the kind that moves and its target below kPieceSquares.
  { M::FromIndex(move) } -> std::same_as<int>;
  { M::ToIndex(move) } -> std::same_as<int>;
  { M::PieceSquare(position, move) } -> std::same_as<int>;
};

// A tree in which a move can have several results, drawn with equal chances: StochasticRules, or
// what a search looks at in their place.
template <typename T>
concept StochasticTree = requires(const T& tree, const typename T::Position& position,
                                  typename T::Move move, typename T::Moves* moves,
                                  typename T::Resolution* resolution, int index) {
  {tree.GenerateMoves(position, moves)};
  { tree.FindEnd(position, 1) } -> std::same_as<std::optional<End>>;
  { tree.Resolve(position, move, nullptr) } -> std::same_as<typename T::Resolution>;
  { resolution->candidates() } -> std::same_as<int>;
  {resolution->Choose(index)};
  { resolution->after() } -> std::same_as<const typename T::Position&>;
};

// What a search asks of such a tree, as T::SearchModel, made from the tree. All members are pure
// functions of positions of games that go on.
template <typename M, typename T>
concept StochasticModel = StochasticTree<T> && std::constructible_from<M, const T&> &&
    requires(const M& model, const typename T::Position& position, typename T::Move move,
             typename T::Moves* moves) {
  // From the side to move; exact where there are no moves. Scale(M::kWinScale) turns evaluations
  // into values, and values into scores.
  { model.Evaluate(position) } -> std::same_as<int>;
  requires std::constructible_from<typename M::Scale, const WinScale&>;
  { M::kWinScale } -> std::convertible_to<WinScale>;

  // Whether a move of the side to move ends the game at once, and for certain won.
  { model.WinsAtOnce(position) } -> std::same_as<bool>;
  // Whether the other side's would, were it its turn.
  { model.IsThreatened(position) } -> std::same_as<bool>;
  // Whether the side to move has its usual moves, and no choice of another kind to make.
  { model.MovesFreely(position) } -> std::same_as<bool>;

  // The moves to look at before a position is quiet enough to be evaluated.
  {model.GenerateCaptures(position, moves)};
  // What a move seems to win at once: the more, the earlier it is looked at; 0: a quiet move.
  { model.GainOf(position, move) } -> std::same_as<int>;
  // A move in at most kTableMoveBits bits, not 0.
  { M::Code(move) } -> std::same_as<uint32_t>;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_MODEL_H_
