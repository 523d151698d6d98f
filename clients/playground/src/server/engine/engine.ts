import { setTimeout as wait } from "node:timers/promises";

import type { Game, GameHead } from "../game/game.js";
import { seatOf } from "../game/seats.js";
import type { EngineStatus } from "../game/view.js";
import type { Games } from "../games.js";
import { limitExceeded, refusalOf } from "../refusal.js";
import { ENGINE_GAMES, ENGINE_SEARCHES, VisitorLimit } from "../visitor_limits.js";
import { STORED_NETWORK, type Visitor } from "../visitors.js";
import { chooseAction } from "./choice.js";
import { Turns } from "./turns.js";

const RETRY_MS = 2_000;

/** Plays the engine's seats: examines a game after each change, and acts if it is its turn. */
export class Engine {
  readonly #games: Games;
  readonly #working = new Map<string, AbortController>();
  readonly #troubles = new Map<string, string>();
  readonly #limit = new VisitorLimit(ENGINE_GAMES);
  readonly #turns = new Turns(ENGINE_SEARCHES);
  #closed = false;

  constructor(games: Games) {
    this.#games = games;
    games.watch({
      admit: (game, visitor) => this.#admit(game, visitor),
      onChange: (id, visitor) => this.#restart(id, visitor),
    });
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

  /** Refuses a change that would give the engine more games than the visitor can have waiting. */
  #admit({ id, engine }: GameHead, visitor: Visitor): void {
    if (engine === undefined || this.#working.has(id)) return;
    const reached = this.#limit.reachedCap(visitor);
    if (reached === undefined) return;
    throw limitExceeded(
      `The engine can play at most ${reached.cap} games of ${reached.owner} at a time; ` +
        "try again when it has moved in one of them.",
    );
  }

  /**
   * Stops thinking about the earlier state of a game, and starts with its present one when it is
   * the turn of the visitor who has changed the game.
   */
  #restart(id: string, visitor: Visitor): void {
    this.#working.get(id)?.abort();
    this.#working.delete(id);
    this.#troubles.delete(id);
    const game = this.#closed ? undefined : this.#games.getHead(id);
    if (game?.engine === undefined || game.standing.over) return;
    const work = new AbortController();
    this.#working.set(id, work);
    const leave = this.#count(visitor);
    void this.#play(id, visitor, work.signal).finally(() => {
      leave();
      if (this.#working.get(id) === work) this.#working.delete(id);
    });
  }

  /**
   * Counts a game of the visitor until the returned function is called. The games that the site
   * finds when it opens do not count, because however many they are, they must not keep new games
   * out; in their turns, they share the cap of one network.
   */
  #count(visitor: Visitor): () => void {
    return visitor.network === STORED_NETWORK ? () => {} : this.#limit.add(visitor);
  }

  /** Thinks until the engine has acted or has nothing to do, or until `signal` aborts. */
  async #play(id: string, visitor: Visitor, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#turns.run(visitor, signal, () => this.#act(id, visitor, signal));
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.#report(id, refusalOf(error).message);
        await wait(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #act(id: string, visitor: Visitor, signal: AbortSignal): Promise<void> {
    const game = this.#games.get(id);
    const attempt = await chooseAction(visitor.arbiter, game, signal);
    if (signal.aborted) return;
    if (attempt !== undefined) await this.#games.make(game, attempt, visitor, "en");
    else if (this.#troubles.delete(id)) this.#games.hub.notify(id);
  }

  #report(id: string, trouble: string): void {
    this.#troubles.set(id, trouble);
    this.#games.hub.notify(id);
  }
}
