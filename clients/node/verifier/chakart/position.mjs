import { opponentOf, winFor } from "../colours.mjs";
import { colourOf, isFrozen, kindOf } from "./pieces.mjs";
import { ALL_SQUARES, rankOf } from "./squares.mjs";

/** The ply count goes no further. */
export const LARGEST_PLY = 1_000_000;

const FLAG_INDEX = { w: { shell: 0, stealth: 1 }, b: { shell: 2, stealth: 3 } };

export const lastRank = (colour) => (colour === "w" ? 7 : 0);
export const firstRank = (colour) => lastRank(opponentOf(colour));

export class Position {
  /**
   * H13: `thawing` holds the squares whose immobilised pieces are freed when this turn ends. The
   * FEN does not carry it, so for a position read from one it is worked out.
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

  /** H15 and the rules that keep other pawns away: a pawn that stands where it must promote. */
  isPawnOnLastRank(square) {
    const content = this.board[square];
    const colour = colourOf(content);
    return colour !== null && kindOf(content) === "p" && rankOf(square) === lastRank(colour);
  }

  /**
   * In the middle of a turn, of all the mover's pieces only a pawn about to promote can have been
   * immobilised since the turn began: after bowser nothing else keeps the turn going.
   */
  #frozenBeforeThisTurn() {
    return this.squaresOf(this.side).filter(
      (square) => isFrozen(this.board[square]) && !this.isPawnOnLastRank(square));
  }
}

/** H17, H18. Null while the game goes on. */
export function resultOf(position) {
  const whiteHasKing = position.hasKing("w");
  const blackHasKing = position.hasKing("b");
  const lastMover = opponentOf(position.side);
  if (!whiteHasKing && !blackHasKing) return winFor(lastMover);
  if (!whiteHasKing) return winFor("b");
  if (!blackHasKing) return winFor("w");
  return position.passes >= 2 ? "DRAW" : null;
}
