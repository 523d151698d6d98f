import { inColour, opponentOf, winFor } from "../chess.mjs";

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

// The content of a square is its FEN letter: a piece, an object (always lower case) or EMPTY.

export const EMPTY = ".";
export const MUSHROOM = "m";
export const BANANA = "d";
export const BOMB = "w";
export const EGG = "e";

const FROZEN_OF = { p: "s", r: "u", n: "o", b: "c", q: "t", k: "l" };
const KIND_OF_FROZEN = Object.fromEntries(
  Object.entries(FROZEN_OF).map(([kind, frozen]) => [frozen, kind]));

export const PIECE_LETTERS = "kqrbnpsuoctli";
export const OBJECT_LETTERS = "mdwe";

export const isObject = (content) => OBJECT_LETTERS.includes(content);
export const isPiece = (content) => content !== EMPTY && !isObject(content);
export const isHidden = (content) => content === "I" || content === "i";

export function colourOf(content) {
  if (!isPiece(content)) return null;
  return content === content.toUpperCase() ? "w" : "b";
}

/** Returns the kind of a piece, whether or not it is frozen or hidden: one of k q r b n p. */
export function kindOf(piece) {
  const letter = piece.toLowerCase();
  return letter === "i" ? "q" : KIND_OF_FROZEN[letter] ?? letter;
}

export const isFrozen = (content) => isPiece(content) && content.toLowerCase() in KIND_OF_FROZEN;

export const frozen = (piece) => inColour(FROZEN_OF[kindOf(piece)], colourOf(piece));
export const plain = (piece) => inColour(kindOf(piece), colourOf(piece));
export const inOtherColour = (piece) => inColour(piece, opponentOf(colourOf(piece)));

/** The maximum ply, at which the ply count stops. */
export const MAX_PLY = 1_000_000;

/** The indices of the powers in the flags of a position. */
export const FLAG_INDEX = { w: { shell: 0, stealth: 1 }, b: { shell: 2, stealth: 3 } };

export const lastRank = (colour) => (colour === "w" ? 7 : 0);
export const firstRank = (colour) => lastRank(opponentOf(colour));

export class Position {
  /**
   * H13: `thawing` lists the squares whose frozen pieces are freed at the end of this turn. The FEN
   * does not contain this list, so it is derived from the board if it is omitted.
   */
  constructor({ board, side, ply, flags, pending = [], passes = 0, thawing }) {
    Object.assign(this, { board, side, ply, flags, pending, passes });
    this.thawing = thawing ?? this.#frozenBeforeThisTurn();
  }

  clone() {
    return new Position({
      ...this,
      board: [...this.board],
      flags: [...this.flags],
      pending: [...this.pending],
    });
  }

  hasFlag(power) {
    return this.flags[FLAG_INDEX[this.side][power]];
  }

  spendFlag(power) {
    this.flags[FLAG_INDEX[this.side][power]] = false;
  }

  squaresOf(colour) {
    return ALL_SQUARES.filter((square) => colourOf(this.board[square]) === colour);
  }

  hasKing(colour) {
    return this.squaresOf(colour).some((square) => kindOf(this.board[square]) === "k");
  }

  /** H15: returns whether a pawn is on the square and must promote there. */
  isPawnOnLastRank(square) {
    const content = this.board[square];
    const colour = colourOf(content);
    return colour !== null && kindOf(content) === "p" && rankOf(square) === lastRank(colour);
  }

  /**
   * In the middle of a turn, the only piece of the mover that can have been frozen during this turn
   * is a pawn that is about to promote, because bowser ends the turn otherwise.
   */
  #frozenBeforeThisTurn() {
    return this.squaresOf(this.side).filter(
      (square) => isFrozen(this.board[square]) && !this.isPawnOnLastRank(square));
  }
}

/** H17, H18: returns the result, or null if the game is not over. */
export function resultOf(position) {
  const whiteHasKing = position.hasKing("w");
  const blackHasKing = position.hasKing("b");
  const lastMover = opponentOf(position.side);
  if (!whiteHasKing && !blackHasKing) return winFor(lastMover);
  if (!whiteHasKing) return winFor("b");
  if (!blackHasKing) return winFor("w");
  return position.passes >= 2 ? "DRAW" : null;
}
