import { withBonus } from "../clocks.mjs";
import { otherBidder } from "./bidding.mjs";
import { forBoth } from "./position.mjs";

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
  const bonus = chips[otherBidder(player)] > 0 ? BONUS_MS : BONUS_ALONE_MS;
  return bidding.with({ clocks: withBonus(clocks, player, bonus, MAX_BIDDING_MS) });
}

/** P24: returns the clocks at the start of the board, or null if the time control is unknown. */
export const freshBoardClocks = ({ timeControl }) =>
  timeControl && forBoth(timeControl.minutes * 60_000);

/** P24: adds the bonus of the time control, if it is known, to the clock of the player to move. */
export function withBoardBonus(position) {
  const { side, clocks, timeControl } = position;
  return position.with({ clocks: withBonus(clocks, side, (timeControl?.bonus ?? 0) * 1000) });
}
