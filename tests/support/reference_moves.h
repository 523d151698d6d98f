#ifndef ARBITER_TESTS_SUPPORT_REFERENCE_MOVES_H_
#define ARBITER_TESTS_SUPPORT_REFERENCE_MOVES_H_

#include <vector>

#include "core/board/color.h"
#include "core/variants/chak/position.h"
#include "core/variants/makruk/position.h"

// A reference implementation of the legal moves of Makruk and Chak, written directly from the
// rulings: it walks every piece square by square, makes every move and then tests whether the royal
// piece is attacked. It is slow and shares no tables or masks with the real generator.
namespace arbiter::testing {

// Returns the squares that the piece on `from` attacks, whether they are empty or occupied by
// either side. `from` must be occupied.
makruk::Squares ReferenceAttacks(const makruk::MakrukBoard& board, makruk::Sq from);
chak::Squares ReferenceAttacks(const chak::ChakBoard& board, chak::Sq from);

// Returns the squares to which the piece on `from` may move, even if that leaves its own royal
// piece in check.
makruk::Squares ReferenceTargets(const makruk::MakrukBoard& board, makruk::Sq from);
chak::Squares ReferenceTargets(const chak::ChakBoard& board, chak::Sq from);

// Returns the pieces of `by` that attack `square`.
template <typename Board, typename Sq>
auto ReferenceAttackers(const Board& board, Sq square, Color by) {
  auto attackers = board.Of(by);
  for (const Sq from : board.Of(by)) {
    if (!ReferenceAttacks(board, from).Has(square)) attackers.Reset(from);
  }
  return attackers;
}

// Returns the board after a move.
makruk::MakrukBoard ReferenceBoardAfter(makruk::MakrukBoard board, makruk::Move move);
chak::ChakBoard ReferenceBoardAfter(chak::ChakBoard board, chak::Move move);

// Returns the square of the khun, king or divine king of `color`, which must have exactly one.
makruk::Sq ReferenceRoyal(const makruk::MakrukBoard& board, Color color);
chak::Sq ReferenceRoyal(const chak::ChakBoard& board, Color color);

// The moves that leave the mover's royal piece safe, and those that leave it attacked.
template <typename Move>
struct ReferenceMoves {
  std::vector<Move> legal;
  std::vector<Move> unsafe;
};

// Generates the moves of the side to move, ordered by origin and then by target square. Does not
// test whether the game is over by altar mate.
template <typename Position>
ReferenceMoves<typename Position::Move> ReferenceMovesIn(const Position& position) {
  using Move = typename Position::Move;
  ReferenceMoves<Move> moves;
  const auto& board = position.board;
  for (const auto from : board.Of(position.turn)) {
    for (const auto to : ReferenceTargets(board, from)) {
      const Move move = {from, to, PromotesAt(board.KindAt(from), to, position.turn)};
      const auto after = ReferenceBoardAfter(board, move);
      const auto royal = ReferenceRoyal(after, position.turn);
      (ReferenceAttackers(after, royal, !position.turn) ? moves.unsafe : moves.legal)
          .push_back(move);
    }
  }
  return moves;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_REFERENCE_MOVES_H_
