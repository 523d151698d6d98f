import { otherBidder } from "./bidding.mjs";
import { forBoth } from "./position.mjs";

// Clocks are an object with each player's milliseconds, or null if clocks are not tracked.

/** P6, P24: deducts the time that a player has used, unless it is negative (not reported). */
export function charge(clocks, player, elapsedMs) {
  if (clocks === null || elapsedMs < 0) return clocks;
  return { ...clocks, [player]: clocks[player] - elapsedMs };
}

export const hasOverspent = (clocks, player) => clocks !== null && clocks[player] < 0;

/** Sets the clock of a player who has run out of time to 0. */
export const stopped = (clocks, player) => clocks && { ...clocks, [player]: 0 };

export const BIDDING_START_MS = 100_000;
export const MAX_BIDDING_MS = 200_000;
const BONUS_MS = 100_000;
const BONUS_ALONE_MS = 20_000;

/** P6: returns the clocks at the start of the bidding phase. */
export const freshBiddingClocks = () =>
  ({ challenger: BIDDING_START_MS, opponent: BIDDING_START_MS });

/** P6: adds the bidder's bonus after a bid, which is smaller if the other player has no chips. */
export function withBiddingBonus(bidding, player) {
  const { clocks, chips } = bidding;
  if (clocks === null) return bidding;
  const bonus = chips[otherBidder(player)] > 0 ? BONUS_MS : BONUS_ALONE_MS;
  const clock = Math.min(MAX_BIDDING_MS, clocks[player] + bonus);
  return bidding.with({ clocks: { ...clocks, [player]: clock } });
}

/** The largest time on a clock; a bonus beyond it is lost. */
export const MAX_BOARD_MS = 10 ** 12;

/** P24: returns the clocks at the start of the board, or null if the time control is unknown. */
export const freshBoardClocks = ({ timeControl }) =>
  timeControl && forBoth(timeControl.minutes * 60_000);

/** P24: adds the bonus of the time control, if it is known, to the clock of the player to move. */
export function withBoardBonus(position) {
  const { side, clocks, timeControl } = position;
  if (clocks === null || timeControl === null) return position;
  const clock = Math.min(MAX_BOARD_MS, clocks[side] + timeControl.bonus * 1000);
  return position.with({ clocks: { ...clocks, [side]: clock } });
}
