import type { Games } from "./games.js";
import type { Visitor } from "./visitors.js";

const RETRY_MS = 2_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Ends games in which a clock has run out. Clocks run once both seats are taken. */
export class Clocks {
  readonly #games: Games;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(games: Games) {
    this.#games = games;
    games.watch({ onChange: (id, visitor) => this.#restart(id, visitor) });
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** Restarts the timer of a game after a change. */
  #restart(id: string, visitor: Visitor): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    const game = this.#games.getHead(id);
    const { clockMs } = game.standing;
    if (clockMs === undefined || game.holders.includes("open")) return;
    // A clock that shows 0 has not run out yet.
    const left = game.changedAt + clockMs + 1 - Date.now();
    const delay = Math.min(Math.max(left, 0), MAX_TIMER_MS);
    const timer = setTimeout(() => this.#runOut(id, visitor), delay);
    this.#timers.set(id, timer.unref());
  }

  #runOut(id: string, visitor: Visitor): void {
    const game = this.#games.get(id);
    const timeout = { text: "timeout", side: game.standing.toAct };
    this.#games.make(game, timeout, visitor, "en").catch(() => {
      // Either another action came first and has set the timer already, or Arbiter is unreachable.
      this.#timers.set(id, setTimeout(() => this.#restart(id, visitor), RETRY_MS).unref());
    });
  }
}
