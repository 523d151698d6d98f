import { opponentOf, winFor } from "./chess.mjs";
import { Refusal, refuseField } from "./failure.mjs";
import { integerAt } from "./json.mjs";

// Clocks are an object with each player's milliseconds, or null if the game has none (C17).

/** The largest time on a clock; a bonus beyond it is lost. */
export const MAX_CLOCK_MS = 10 ** 12;

/** C17: reads the option `clock`. Returns null if it is not given. */
export function readTimeControl({ clock }) {
  if (clock === undefined) return null;
  const path = "options.clock";
  const base = { path, min: 15, max: 60_000 };
  const white = integerAt(clock, "baseSeconds", { ...base, initial: 0 });
  const bonus = integerAt(clock, "bonusSeconds", { path, initial: 0, min: 0, max: 3600 });
  const black = integerAt(clock, "blackBaseSeconds", { ...base, initial: white });
  return { baseMs: { w: white * 1000, b: black * 1000 }, bonusMs: bonus * 1000 };
}

/** Returns the clocks after a bonus for one player, whose clock never exceeds `max`. */
export const withBonus = (clocks, player, bonusMs, max = MAX_CLOCK_MS) =>
  clocks && { ...clocks, [player]: Math.min(max, clocks[player] + bonusMs) };

/**
 * C17: the common part of the states of all games: the players' time and control actions.
 * Subclasses have `turn`, `clocks` and
 *   withClocks(clocks)      returns the state with these clocks
 *   lostOnTimeBy(player)    returns the state after the player has run out of time, if the clock of
 *                           that player already shows 0
 *   afterControl(control)   returns the state after a control action other than `timeout`, or throws
 *                           a Refusal
 */
export class TimedState {
  /**
   * Deducts the time that the player to move has used, unless it is negative (not reported). Calls
   * `continueWith` unless the player has lost on time.
   */
  inTime(elapsedMs, continueWith) {
    if (elapsedMs < 0) return continueWith(this);
    const { clocks, turn } = this;
    if (clocks === null) throw new Refusal("the game has no clocks, so it takes no times (C17)");
    const left = clocks[turn] - elapsedMs;
    if (left < 0) return this.#outOfTime(turn);
    return continueWith(this.withClocks({ ...clocks, [turn]: left }));
  }

  /** C7: returns the state after a control action. */
  applyControl(control, elapsedMs) {
    if (control.kind === "timeout") {
      return this.inTime(elapsedMs, (state) => state.#reportedOutOfTime(control.actor));
    }
    this.afterControl(control);  // An illegal action costs no time (C9).
    return this.inTime(elapsedMs, (state) => state.afterControl(control));
  }

  /** Without clocks, the report is believed. */
  #reportedOutOfTime(player) {
    const left = this.clocks?.[player] ?? 0;
    if (left > 0) throw new Refusal(`${left} ms are left (C17)`);
    return this.#outOfTime(player);
  }

  #outOfTime(player) {
    const clocks = this.clocks && { ...this.clocks, [player]: 0 };
    return this.withClocks(clocks).lostOnTimeBy(player);
  }
}
