import { EMPTY, RANKS, Board } from "./board.mjs";
import { MAX_POINTS } from "./points.mjs";

/** P26: the players of the board phase, in the order of the pairs in a FEN. */
export const COLOURS = ["w", "b"];

export const forBoth = (value) => ({ w: value, b: value });

/**
 * The contents of a FEN (P26). `leads` lists the last known d(k) of P18. `enPassant` is a square or
 * null. `timeControl` is null if it is unknown, and `clocks` is null if clocks are not tracked.
 * `castlings`, `undos` and `newborns` are the remaining rights of both sides.
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

  /** The number of moves that Black has made. */
  get blackMoves() {
    return this.moveNumber - 1;
  }

  get isStart() {
    return this.moveNumber === 1 && this.side === "w";
  }

  /** P17: whether the position itself shows that the game is over (F1). */
  get isOver() {
    const hasLostKings = COLOURS.some((side) => this.board.kingsOf(side).length === 0);
    return hasLostKings || this.moveNumber > this.features.moves;
  }

  /** P17: returns the result that follows from the points. */
  get resultByPoints() {
    if (this.lead === 0) return "DRAW";
    return this.lead > 0 ? "WHITE_WINS" : "BLACK_WINS";
  }

  /** Adds points, which are limited to ±MAX_POINTS (P26). */
  withPoints(side, added) {
    const points = this.points[side] + added;
    return this.#withPointsOf(side, Math.max(-MAX_POINTS, Math.min(points, MAX_POINTS)));
  }

  /** P24: subtracts a penalty at the end of the game, which is exempt from the limit of points. */
  withPenalty(side, penalty) {
    return this.#withPointsOf(side, this.points[side] - penalty);
  }

  #withPointsOf(side, points) {
    return this.with({ points: { ...this.points, [side]: points } });
  }
}

/** P11, P26: returns the position before the first move; `row` is White's home row. */
export function startPosition({ features, row, timeControl }) {
  const { width } = features;
  const cells = [
    ...row,
    ..."P".repeat(width),
    ...EMPTY.repeat((RANKS - 4) * width),
    ..."p".repeat(width),
    ...row.toLowerCase(),
  ];
  return new Position({
    board: new Board(width, cells),
    side: "w",
    enPassant: null,
    castlings: forBoth(features.castlings),
    points: forBoth(0),
    undos: forBoth(features.undo),
    newborns: forBoth(features.newborn ? 1 : 0),
    moveNumber: 1,
    features,
    isAfterForcedPass: false,
    leads: [0],
    timeControl,
    clocks: null,
  });
}
