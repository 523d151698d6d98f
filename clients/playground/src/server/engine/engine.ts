import { setTimeout as wait } from "node:timers/promises";

import type { Game } from "../game/game.js";
import { seatOf } from "../game/seats.js";
import type { EngineStatus } from "../game/view.js";
import type { Games } from "../games.js";
import { refusalOf } from "../refusal.js";
import { chooseAction } from "./choice.js";

const RETRY_MS = 2_000;

/** Plays the engine's seats: examines a game after each change, and acts if it is its turn. */
export class Engine {
  readonly #games: Games;
  readonly #working = new Map<string, AbortController>();
  readonly #troubles = new Map<string, string>();
  #closed = false;

  constructor(games: Games) {
    this.#games = games;
    games.onChange((id) => this.restart(id));
  }

  statusOf({ id, holders, ...game }: Game): EngineStatus {
    const trouble = this.#troubles.get(id);
    const toAct = holders[seatOf(game.standing, game.standing.toAct)] === "engine";
    return {
      thinking: toAct && this.#working.has(id) && trouble === undefined,
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  /** Stops all thinking permanently. */
  close(): void {
    this.#closed = true;
    for (const work of this.#working.values()) work.abort();
  }

  /** Stops thinking about the earlier state of a game and starts with its present one. */
  restart(id: string): void {
    this.#working.get(id)?.abort();
    this.#working.delete(id);
    this.#troubles.delete(id);
    const game = this.#closed ? undefined : this.#games.getHead(id);
    if (game?.engine === undefined || game.standing.over) return;
    const work = new AbortController();
    this.#working.set(id, work);
    void this.#play(id, work.signal).finally(() => {
      if (this.#working.get(id) === work) this.#working.delete(id);
    });
  }

  /** Thinks until the engine has acted or has nothing to do, or until `signal` aborts. */
  async #play(id: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const game = this.#games.get(id);
        const action = await chooseAction(this.#games.arbiter, game, signal);
        if (signal.aborted) return;
        if (action !== undefined) await this.#games.make(game, action, "en");
        else if (this.#troubles.delete(id)) this.#games.hub.notify(id);
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.#report(id, refusalOf(error).message);
        await wait(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  #report(id: string, trouble: string): void {
    this.#troubles.set(id, trouble);
    this.#games.hub.notify(id);
  }
}
