/** P16: returns whether king and rook are on their side's home row with nothing between them. */
export function isFreeForCastling(board, king, rook, side) {
  if (board.rowOf(king, side) !== 1 || board.rowOf(rook, side) !== 1) return false;
  const step = Math.sign(rook - king);
  for (let at = king + step; at !== rook; at += step) {
    if (!board.isEmpty(at)) return false;
  }
  return true;
}

/** P16: returns the squares of king and rook after castling. Adjacent pieces swap squares. */
export function castlingTargets(king, rook) {
  const step = Math.sign(rook - king);
  if (king + step === rook) return { king: rook, rook: king };
  return { king: king + 2 * step, rook: king + step };
}
