export const KING_POINTS = 1000;

/**
 * The maximum absolute value of points (P14). Only the penalty for running out of time can exceed
 * it.
 */
export const MAX_POINTS = 100_000_000;

const KIND_ORDER = "prnbdqk";

/** P14: returns the points for the row that a move ends on, counted from the mover's side. */
export const rowPoints = (row) => Math.max(0, row - 4);

/** P14: returns the points for moving a piece of this kind under the feature `points`. */
export const kindPoints = ({ points }, kind) => Number(points[KIND_ORDER.indexOf(kind)]);
