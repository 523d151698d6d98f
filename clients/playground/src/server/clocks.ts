import type { Games } from "./games.js";

const RETRY_MS = 2_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Ends games in which a clock has run out. Clocks run once both seats are taken. */
export class Clocks {
  readonly #games: Games;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(games: Games) {
    this.#games = games;
    games.onChange((id) => this.restart(id));
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** Restarts the timer of a game. Must be called after each change of the game. */
  restart(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    const game = this.#games.getHead(id);
    const { clockMs } = game.standing;
    if (clockMs === undefined || game.holders.includes("open")) return;
    // A clock that shows 0 has not run out yet.
    const left = game.changedAt + clockMs + 1 - Date.now();
    const timer = setTimeout(() => this.#runOut(id), Math.min(Math.max(left, 0), MAX_TIMER_MS));
    this.#timers.set(id, timer.unref());
  }

  #runOut(id: string): void {
    this.#games.make(this.#games.get(id), "timeout", "en").catch(() => {
      // Either another action came first and has set the timer already, or Arbiter is unreachable.
      this.#timers.set(id, setTimeout(() => this.restart(id), RETRY_MS).unref());
    });
  }
}
