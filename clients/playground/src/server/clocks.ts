import type { Games } from "./games.js";

const RETRY_MS = 2_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ends games in which a clock has run out; clocks run once both seats are taken. */
export class Clocks {
  readonly #games: Games;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(games: Games) {
    this.#games = games;
    games.onChange((id) => this.look(id));
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** To be called after each change of a game. */
  look(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    const game = this.#games.get(id);
    const { clockMs } = game.standing;
    if (clockMs === undefined || game.holders.includes("open")) return;
    // A clock that shows 0 has not run out.
    const left = game.changedAt + clockMs + 1 - Date.now();
    const timer = setTimeout(() => this.#runOut(id), Math.min(Math.max(left, 0), LONGEST_TIMER_MS));
    this.#timers.set(id, timer.unref());
  }

  #runOut(id: string): void {
    this.#games.make(this.#games.get(id), "timeout", "en").catch(() => {
      // Another action was faster, and its clock is looked at already; or Arbiter is away for now.
      this.#timers.set(id, setTimeout(() => this.look(id), RETRY_MS).unref());
    });
  }
}
