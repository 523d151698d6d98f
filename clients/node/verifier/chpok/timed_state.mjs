import { Refusal } from "../failure.mjs";
import { charge, hasOverspent } from "./clocks.mjs";

/**
 * What a bidding and a board have in common: a player's time, and what else may be done at any
 * moment. Subclasses have `turn`, `clocks` and
 *   withClocks(clocks)      the same state
 *   lostOnTimeBy(player), resignedBy(player)
 *                           the state after that end
 *   claimed(order, player)  the state after a rightful claim; a Refusal otherwise
 */
export class TimedState {
  /** P6, P24: what `goOn` makes of the state after the time used, if that is not too much. */
  inTime(elapsedMs, goOn) {
    const clocks = charge(this.clocks, this.turn, elapsedMs);
    if (hasOverspent(clocks, this.turn)) return this.lostOnTimeBy(this.turn);
    return goOn(this.withClocks(clocks));
  }

  /** C7. */
  obey({ order, actor }, elapsedMs) {
    switch (order) {
      case "resign":
        return this.inTime(elapsedMs, (state) => state.resignedBy(actor));
      case "timeout":
        return this.inTime(elapsedMs, (state) => state.#reportedOutOfTime(actor));
      case "claim draw":
      case "claim win": {
        this.claimed(order, actor);  // An illegal action costs no time (C9).
        return this.inTime(elapsedMs, (state) => state.claimed(order, actor));
      }
      default:
        throw new Refusal("there is no agreed draw (P17)");
    }
  }

  /** P6: believed where clocks are not tracked. */
  #reportedOutOfTime(player) {
    if (this.clocks !== null && this.clocks[player] > 0) {
      throw new Refusal(`${this.clocks[player]} ms are left (P6)`);
    }
    return this.lostOnTimeBy(player);
  }
}
