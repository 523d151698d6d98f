import { opponentOf } from "../chess.mjs";

// The content of a cell is its FEN letter, or EMPTY.

export const EMPTY = ".";

export const KINDS = "kqrbdnp";

export function colourOf(content) {
  if (content === EMPTY) return null;
  return content === content.toUpperCase() ? "w" : "b";
}

export const kindOf = (piece) => piece.toLowerCase();

export const RANKS = 8;

/** P11: a board, whose cells are in the order a1, b1, …, up to the last file of rank 8. */
export class Board {
  constructor(width, cells) {
    Object.assign(this, { width, cells });
  }

  clone() {
    return new Board(this.width, [...this.cells]);
  }

  fileOf(square) {
    return square % this.width;
  }

  /** P11: returns the row of a square; row 1 is the side's own home row, row 8 the opponent's. */
  rowOf(square, side) {
    const rank = Math.floor(square / this.width);
    return side === "w" ? rank + 1 : RANKS - rank;
  }

  nameOf(square) {
    return "abcdefghij"[this.fileOf(square)] + this.rowOf(square, "w");
  }

  /** Returns the cell with this name, or -1 if the board has no such cell. */
  squareOf(name) {
    return this.cells.findIndex((content, square) => this.nameOf(square) === name);
  }

  /**
   * Returns the cell one step away, or null if it is off the board. Ranks are counted forward from
   * the side's point of view.
   */
  step(square, [files, ranks], side = "w") {
    const file = this.fileOf(square) + files;
    const row = this.rowOf(square, side) + ranks;
    const isOnBoard = file >= 0 && file < this.width && row >= 1 && row <= RANKS;
    const rank = side === "w" ? row - 1 : RANKS - row;
    return isOnBoard ? rank * this.width + file : null;
  }

  isEmpty(square) {
    return this.cells[square] === EMPTY;
  }

  squaresOf(side) {
    return this.squaresWhere((content) => colourOf(content) === side);
  }

  kingsOf(side) {
    return this.squaresOf(side).filter((square) => this.has(square, "k", side));
  }

  has(square, kind, side) {
    const content = this.cells[square];
    return colourOf(content) === side && kindOf(content) === kind;
  }

  isCorner(square) {
    const isOnEdge = [0, this.width - 1].includes(this.fileOf(square));
    return isOnEdge && [1, RANKS].includes(this.rowOf(square, "w"));
  }

  /** P20: returns whether the square is in the middle (one or two files) of the side's row 5. */
  isOpponentsCentre(square, side) {
    const middle = (this.width - 1) / 2;
    return this.rowOf(square, side) === 5 && Math.abs(this.fileOf(square) - middle) < 1;
  }

  isOpponentsHome(square, side) {
    return this.rowOf(square, opponentOf(side)) === 1;
  }

  squaresWhere(accepts) {
    return [...this.cells.keys()].filter((square) => accepts(this.cells[square], square));
  }
}
