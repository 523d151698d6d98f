#ifndef ARBITER_TESTS_SUPPORT_PLAIN_MOVES_H_
#define ARBITER_TESTS_SUPPORT_PLAIN_MOVES_H_

#include <vector>

#include "core/board/color.h"
#include "core/variants/chak/position.h"
#include "core/variants/makruk/position.h"

// The legal moves of Makruk and Chak as their rulings put them: every piece is walked square by
// square, every move is made, and then it is seen whether the royal is attacked. Slow, and apart
// from the tables and masks of the real generator.
namespace arbiter::testing {

// What the piece on `from` (occupied) attacks, whoever stands there.
makruk::Squares PlainAttacks(const makruk::MakrukBoard& board, makruk::Sq from);
chak::Squares PlainAttacks(const chak::ChakBoard& board, chak::Sq from);

// Where it may go, its own royal left in check or not.
makruk::Squares PlainTargets(const makruk::MakrukBoard& board, makruk::Sq from);
chak::Squares PlainTargets(const chak::ChakBoard& board, chak::Sq from);

// The pieces of `by` that attack `square`.
template <typename Board, typename Sq>
auto PlainAttackers(const Board& board, Sq square, Color by) {
  auto attackers = board.Of(by);
  for (const Sq from : board.Of(by)) {
    if (!PlainAttacks(board, from).Has(square)) attackers.Reset(from);
  }
  return attackers;
}

// What stands where after a move.
makruk::MakrukBoard PlainBoardAfter(makruk::MakrukBoard board, makruk::Move move);
chak::ChakBoard PlainBoardAfter(chak::ChakBoard board, chak::Move move);

// The square of the one khun, king or divine king of `color`.
makruk::Sq PlainRoyal(const makruk::MakrukBoard& board, Color color);
chak::Sq PlainRoyal(const chak::ChakBoard& board, Color color);

// Moves that leave the mover's royal unattacked, or attacked.
template <typename Move>
struct PlainMoves {
  std::vector<Move> legal;
  std::vector<Move> unsafe;
};

// The moves of the player to move, by start and then target square; altar mate ends nothing here.
template <typename Position>
PlainMoves<typename Position::Move> PlainMovesIn(const Position& position) {
  using Move = typename Position::Move;
  PlainMoves<Move> moves;
  const auto& board = position.board;
  for (const auto from : board.Of(position.turn)) {
    for (const auto to : PlainTargets(board, from)) {
      const Move move = {from, to, PromotesAt(board.KindAt(from), to, position.turn)};
      const auto after = PlainBoardAfter(board, move);
      const auto royal = PlainRoyal(after, position.turn);
      (PlainAttackers(after, royal, !position.turn) ? moves.unsafe : moves.legal).push_back(move);
    }
  }
  return moves;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_PLAIN_MOVES_H_
