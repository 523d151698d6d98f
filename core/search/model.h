#ifndef ARBITER_CORE_SEARCH_MODEL_H_
#define ARBITER_CORE_SEARCH_MODEL_H_

#include <concepts>
#include <cstdint>
#include <optional>

#include "core/rules/outcome.h"
#include "core/search/parameters.h"

namespace arbiter {

// What an alpha-beta search tells its model, so that a study of the search can count it.
enum class SearchEvent {
  // A node of the main search or of quiescence search.
  kNode,
  kQuiescenceNode,
  // The transposition table has an entry for the node, or not; the entry ends the search of the
  // node; storing an entry replaces one of another position.
  kTableHit,
  kTableMiss,
  kTableCutoff,
  kTableReplacement,
  // A beta cutoff in the main search by the first move, or by a later one.
  kFirstMoveCutoff,
  kLaterMoveCutoff,
  // The second search of a move begins or ends.
  kResearchBegin,
  kResearchEnd,
  // The search of a move that is extended because it gives check begins or ends.
  kCheckExtensionBegin,
  kCheckExtensionEnd,
  kCount
};

// The interface between the alpha-beta search and a deterministic variant, which provides it as
// R::SearchModel, constructed from the rules. The members are pure functions of positions, like
// those of rules. Moves are pseudo-legal: they follow the movement of the pieces but may leave the
// mover's own royal attacked.
template <typename M>
concept SearchModel = std::copyable<M> &&
    requires(const M& model, const typename M::Position& position,
             typename M::Position* mutable_position, typename M::Move move, uint32_t code,
             int number, bool flag, typename M::Evaluator* evaluator) {
  // The number of squares, and the number of kinds of pieces times that of squares.
  { M::kSquares } -> std::convertible_to<int>;
  { M::kPieceSquares } -> std::convertible_to<int>;
  // The number of kinds of pieces.
  { M::kKinds } -> std::convertible_to<int>;
  // Whether positions can recur. The search then scores a repetition as a draw.
  { M::kRepeats } -> std::convertible_to<bool>;
  // Whether moves are pruned at shallow depths on the principal variation as well, which is too
  // risky if quiet moves gain something by themselves.
  { M::kPrunesOnPv } -> std::convertible_to<bool>;

  // The constants of the search.
  { M::parameters() } -> std::same_as<const SearchParameters&>;
  // Is told what the search does; does nothing in a service.
  {M::Observe(SearchEvent::kNode)};

  // Returns the key of the position in the transposition table: its repetition key combined with
  // everything else that affects its value.
  { model.TableKey(position) } -> std::same_as<uint64_t>;
  // A model may also have LikelyKeyAfter(position, move), which returns quickly what TableKey()
  // most likely is after a move, so that the entry can be loaded in advance.

  // Return hashes of the placement of the pawns, or of the least valuable pieces, and of the
  // numbers of pieces. The evaluations of positions that share one of them often err in the
  // same direction.
  { M::PawnKey(position) } -> std::same_as<uint64_t>;
  { M::MaterialKey(position) } -> std::same_as<uint64_t>;
  // Returns whether the royal of the side to move is attacked.
  { model.InCheck(position) } -> std::same_as<bool>;
  // Visit the noisy moves, which are captures and moves that are equally forcing, and the quiet
  // moves, which are all others. The order is fixed.
  model.VisitNoisy(position, [](typename M::Move) {});
  model.VisitQuiet(position, [](typename M::Move) {});
  { model.IsNoisy(position, move) } -> std::same_as<bool>;
  // ThreatsTo() returns the squares that enemy pieces attack, by the pieces of the side to move
  // that have a higher value. ThreatsEscaped() returns the value, in centipawns, of the moving
  // piece if a quiet move takes it away from such a square, minus its value if the move puts it on
  // one.
  { model.ThreatsTo(position) } -> std::same_as<typename M::Threats>;
  { model.ThreatsEscaped(model.ThreatsTo(position), position, move) } -> std::same_as<int>;
  // Returns whether the moved piece gives check. Discovered checks may be missed.
  { model.GivesCheck(position, move) } -> std::same_as<bool>;
  // Makes a move; returns false if it is not legal. `flag` says whether the side to move is in
  // check.
  { model.Play(position, flag, move, mutable_position) } -> std::same_as<bool>;
  // Returns whether no earlier position can occur again after the move.
  { model.IsIrreversible(position, move) } -> std::same_as<bool>;
  // Returns whether zugzwang is unlikely, so that passing is hardly ever better than the best move.
  { model.AllowsNullMove(position) } -> std::same_as<bool>;
  {model.MakeNullMove(mutable_position)};

  // Returns the static evaluation from the point of view of the side to move. Each thread of a
  // search has an evaluator, which may keep results of earlier positions to be faster, but returns
  // the same value whatever it has evaluated before. `number` is the number of plies since the
  // root, at most kMaxPly.
  requires std::default_initializable<typename M::Evaluator>;
  { evaluator->Evaluate(position, number) } -> std::same_as<int>;
  // Returns the result for the side to move if the game has ended even though there may be legal
  // moves; std::nullopt otherwise.
  { model.FindEnd(position) } -> std::same_as<std::optional<Verdict>>;
  // Returns the result for the side to move if it has no legal move. `flag` says whether that side
  // is in check.
  { model.NoMovesResult(position, flag) } -> std::same_as<Verdict>;
  { M::kWinScale } -> std::convertible_to<WinScale>;

  // Return the immediate material gain of a move and the value of the moving piece, in centipawns.
  { model.CaptureValue(position, move) } -> std::same_as<int>;
  { model.MoverValue(position, move) } -> std::same_as<int>;
  // Returns whether the static exchange evaluation (SEE) of a move is at least `number` centipawns.
  { model.SeeAtLeast(position, move, number) } -> std::same_as<bool>;

  // Returns a move encoded in at most kTableMoveBits bits; never 0.
  { M::Code(move) } -> std::same_as<uint32_t>;
  // Returns the move with this code; std::nullopt if it is not pseudo-legal or if the code is 0.
  { M::Decode(position, code) } -> std::same_as<std::optional<typename M::Move>>;
  // Return the indices of a move in the history tables: its squares, below kSquares, and its piece
  // and target square combined, below kPieceSquares.
  { M::FromIndex(move) } -> std::same_as<int>;
  { M::ToIndex(move) } -> std::same_as<int>;
  { M::PieceSquare(position, move) } -> std::same_as<int>;
  // Returns the number of the kind of the captured piece, below kKinds; kKinds if there is none.
  { M::CapturedKind(position, move) } -> std::same_as<int>;
};

// A game tree in which a move can have several equally likely results: StochasticRules, or a
// simplification of them that a search uses instead.
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

// The interface between the expectimax search and a stochastic tree, which provides it as
// T::SearchModel, constructed from the tree. The members are pure functions of positions in which
// the game is ongoing.
template <typename M, typename T>
concept StochasticModel = StochasticTree<T> && std::constructible_from<M, const T&> &&
    requires(const M& model, const typename T::Position& position, typename T::Move move,
             typename T::Moves* moves) {
  // Returns the static evaluation from the point of view of the side to move; it is exact if there
  // are no moves.
  { model.Evaluate(position) } -> std::same_as<int>;
  // Scale(M::kWinScale) converts evaluations to values, and values to scores.
  requires std::constructible_from<typename M::Scale, const WinScale&>;
  { M::kWinScale } -> std::convertible_to<WinScale>;

  // Returns whether the side to move has a move that wins the game at once and with certainty.
  { model.WinsAtOnce(position) } -> std::same_as<bool>;
  // Returns whether the opponent would have a move that wins at once if it were their turn.
  { model.IsThreatened(position) } -> std::same_as<bool>;
  // Returns whether the side to move has its usual moves rather than a pending choice.
  { model.MovesFreely(position) } -> std::same_as<bool>;

  // Returns a move that passes; std::nullopt if the side to move has a pending choice.
  { model.NullMove(position) } -> std::same_as<std::optional<typename T::Move>>;
  // How far outside the window of a move the selective search follows its random results, as a
  // value; kAnySwing for no limit.
  { M::kMaxSwing } -> std::convertible_to<int>;

  // Lists the moves that quiescence search examines.
  {model.GenerateCaptures(position, moves)};
  // Returns the apparent immediate gain of a move, by which moves are ordered; 0 for a quiet move.
  { model.CaptureValue(position, move) } -> std::same_as<int>;
  // Returns a move encoded in at most kTableMoveBits bits; never 0.
  { M::Code(move) } -> std::same_as<uint32_t>;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_MODEL_H_
