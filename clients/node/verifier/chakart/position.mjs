import { opponentOf, winFor } from "../colours.mjs";
import { colourOf, isFrozen, kindOf } from "./pieces.mjs";
import { ALL_SQUARES, rankOf } from "./squares.mjs";

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
