// Squares are numbers in the order of random draws: a1 = 0, b1 = 1, …, h8 = 63.

export const ALL_SQUARES = Array.from({ length: 64 }, (_, index) => index);

export const fileOf = (square) => square % 8;
export const rankOf = (square) => Math.floor(square / 8);

export const nameOf = (square) => "abcdefgh"[fileOf(square)] + (rankOf(square) + 1);
export const squareOf = (name) => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);

/** Returns the square one step away, or null beyond the edge of the board. */
export function stepFrom(square, [files, ranks]) {
  const file = fileOf(square) + files;
  const rank = rankOf(square) + ranks;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? file + 8 * rank : null;
}

/** Returns the neighbours in these directions, in the order of candidates of a random draw. */
export function neighbours(square, directions) {
  return directions
    .map((direction) => stepFrom(square, direction))
    .filter((neighbour) => neighbour !== null)
    .sort((a, b) => a - b);
}
