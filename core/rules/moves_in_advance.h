#ifndef ARBITER_CORE_RULES_MOVES_IN_ADVANCE_H_
#define ARBITER_CORE_RULES_MOVES_IN_ADVANCE_H_

#include "core/board/bitboard.h"
#include "core/board/board.h"
#include "core/board/color.h"

namespace arbiter {

// Moves in advance, which many sites call premoves, are moves that a player chooses while the other
// side is to move. The other side may capture any piece first, so the squares of the player's own
// pieces are possible targets as well.

// Returns the board on which the pieces of `side`, except for those on `kept`, belong to the other
// side, as if each had been captured by a piece of its own kind. The moves of a kept piece to their
// squares are those that it can make once the piece there has been captured.
template <typename G, typename Kind>
Board<G, Kind> WithPiecesCaptured(Board<G, Kind> board, Color side, const Bitboard<G>& kept) {
  for (const Square<G> square : board.Of(side) - kept) {
    const Kind kind = board.KindAt(square);
    board.Remove(square);
    board.Put(square, {kind, !side});
  }
  return board;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_MOVES_IN_ADVANCE_H_
