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

/** The number of leads d(k) on which claims depend (P18). */
export const MAX_LEADS = 21;

/** The penalty for running out of time, which does not affect d(k) (P24). */
export const TIME_PENALTY = 5000;

const STEPS = 20;

/** P18: returns why a draw cannot be claimed, or null if it can. */
export function whyNoDrawClaim({ blackMoves, leads }) {
  const last = leads.slice(-STEPS);
  if (blackMoves < STEPS) return tooEarly(blackMoves);
  if (last.some((lead) => lead !== 0)) {
    return `the score was not level after each of Black's last ${STEPS} moves`;
  }
  return last.length < STEPS ? HISTORY_UNKNOWN : null;
}

/** P18: returns why the player cannot claim a win, or null if they can. */
export function whyNoWinClaim({ blackMoves, leads }, player) {
  const last = leads.slice(-STEPS - 1).map((lead) => (player === "w" ? lead : -lead));
  if (blackMoves < STEPS) return tooEarly(blackMoves);
  if (last.length > 0 && last.at(-1) <= 0) return "the claimant does not lead";
  if (last.some((lead, index) => lead < last[index - 1])) {
    return `the lead fell within Black's last ${STEPS} moves`;
  }
  return last.length <= STEPS ? HISTORY_UNKNOWN : null;
}

const HISTORY_UNKNOWN = "the points before the given FEN are not known";

const tooEarly = (blackMoves) => `Black has made ${blackMoves} of ${STEPS} moves`;

/** C8, P18: returns the result of a claim that would be granted now, or null. */
export function claimableResult(position) {
  if (whyNoDrawClaim(position) === null) return "DRAW";
  if (whyNoWinClaim(position, "w") === null) return "WHITE_WINS";
  return whyNoWinClaim(position, "b") === null ? "BLACK_WINS" : null;
}
