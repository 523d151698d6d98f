import { MAX_POINTS } from "./points.mjs";

/** P26: the players of the board, in the order of the FEN's pairs. */
export const COLOURS = ["w", "b"];

export const forBoth = (value) => ({ w: value, b: value });

/**
 * What the FEN carries (P26): `leads` are the d(k) of P18, the last ones known; `enPassant` a
 * square or null; `timeControl` and `clocks` are null where they are not known or not tracked.
 * Rights are what is left of them.
 */
export class Position {
  constructor(parts) {
    Object.assign(this, parts);
  }

  with(changes) {
    return new Position({ ...this, ...changes });
  }

  get lead() {
    return this.points.w - this.points.b;
  }

  /** Moves that Black has made. */
  get blackMoves() {
    return this.moveNumber - 1;
  }

  get isStart() {
    return this.moveNumber === 1 && this.side === "w";
  }

  /** P17: what the position itself shows (F1). */
  get isOver() {
    const hasLostKings = COLOURS.some((side) => this.board.kingsOf(side).length === 0);
    return hasLostKings || this.moveNumber > this.features.moves;
  }

  /** P17. */
  get resultByPoints() {
    if (this.lead === 0) return "DRAW";
    return this.lead > 0 ? "WHITE_WINS" : "BLACK_WINS";
  }

  /** Points never leave the range of ±MAX_POINTS (P26). */
  withPoints(side, added) {
    const points = this.points[side] + added;
    return this.#withPointsOf(side, Math.max(-MAX_POINTS, Math.min(points, MAX_POINTS)));
  }

  /** P24: the game is over, so the points may leave that range. */
  withPenalty(side, penalty) {
    return this.#withPointsOf(side, this.points[side] - penalty);
  }

  #withPointsOf(side, points) {
    return this.with({ points: { ...this.points, [side]: points } });
  }
}
