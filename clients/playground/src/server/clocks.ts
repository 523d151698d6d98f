import type { Games } from "./games.js";

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ends games in which a clock has run out, where Arbiter tracks clocks and both seats are taken. */
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

  /** Another action may be just being made; then there is another clock to look at. */
  #runOut(id: string): void {
    this.#games.make(this.#games.get(id), "timeout", "en").catch(() => undefined);
  }
}
