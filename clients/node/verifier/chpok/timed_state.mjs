import { Refusal } from "../failure.mjs";
import { charge, hasOverspent } from "./clocks.mjs";

/**
 * The common part of the states of both phases: the players' time and control actions. Subclasses
 * have `turn`, `clocks` and
 *   withClocks(clocks)      returns the state with these clocks
 *   lostOnTimeBy(player), resignedBy(player)
 *                           return the state after that end of the game
 *   claimed(kind, player)   returns the state after a valid claim, or throws a Refusal
 */
export class TimedState {
  /**
   * P6, P24: deducts the time used, and calls `continueWith` unless the player has lost on time.
   */
  inTime(elapsedMs, continueWith) {
    const clocks = charge(this.clocks, this.turn, elapsedMs);
    if (hasOverspent(clocks, this.turn)) return this.lostOnTimeBy(this.turn);
    return continueWith(this.withClocks(clocks));
  }

  /** C7: returns the state after a control action. */
  applyControl({ kind, actor }, elapsedMs) {
    switch (kind) {
      case "resign":
        return this.inTime(elapsedMs, (state) => state.resignedBy(actor));
      case "timeout":
        return this.inTime(elapsedMs, (state) => state.#reportedOutOfTime(actor));
      case "claim draw":
      case "claim win": {
        this.claimed(kind, actor);  // An illegal action costs no time (C9).
        return this.inTime(elapsedMs, (state) => state.claimed(kind, actor));
      }
      default:
        throw new Refusal("Chpok has no draw by agreement (P17)");
    }
  }

  /** P6: ends the game on time. With clocks, refuses the report unless the clock has run out. */
  #reportedOutOfTime(player) {
    if (this.clocks !== null && this.clocks[player] > 0) {
      throw new Refusal(`${this.clocks[player]} ms are left (P6)`);
    }
    return this.lostOnTimeBy(player);
  }
}
