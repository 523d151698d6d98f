export const KING_POINTS = 1000;

/** What play never goes beyond; below it only lost time leads (P14). */
export const MAX_POINTS = 100_000_000;

const KIND_ORDER = "prnbdqk";

/** P14: for the row that a move goes to, counted from the mover. */
export const rowPoints = (row) => Math.max(0, row - 4);

/** P14: with the feature `points`. */
export const kindPoints = ({ points }, kind) => Number(points[KIND_ORDER.indexOf(kind)]);
