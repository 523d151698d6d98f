import { otherBidder } from "./bidding.mjs";

export const START_MS = 100_000;
export const MAX_MS = 200_000;
const BONUS_MS = 100_000;
const BONUS_ALONE_MS = 20_000;

/** P6: returns the clocks at the start of a bidding. */
export const freshBiddingClocks = () => ({ challenger: START_MS, opponent: START_MS });

/** P6: adds the bidder's bonus after a bid, which is smaller if the other player has no chips. */
export function withBonus(bidding, player) {
  const { clocks, chips } = bidding;
  if (clocks === null) return bidding;
  const bonus = chips[otherBidder(player)] > 0 ? BONUS_MS : BONUS_ALONE_MS;
  const clock = Math.min(MAX_MS, clocks[player] + bonus);
  return bidding.with({ clocks: { ...clocks, [player]: clock } });
}
