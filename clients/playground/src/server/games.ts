import type { GameSummary, NewAction, NewGame } from "../shared/api.js";
import { actorOf, isTimeout, tryAction } from "./game/act.js";
import { thinkingTime, type Game, type GameHead, type Seat } from "./game/game.js";
import { makeGame } from "./game/new_game.js";
import { heldBy, sidesOf } from "./game/seats.js";
import { Refusal, badRequest } from "./refusal.js";
import type { Store } from "./store.js";
import type { Visitor, Visitors } from "./visitors.js";

const MAX_LISTED = 20;

/** Makes the refusal of a change to a game that has changed since it was read. */
const oldRevision = (): Refusal =>
  new Refusal(409, "OLD_REVISION", "The game has changed in the meantime.", "revision");

/** Notifies listeners when a game has changed. */
class Hub {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Calls `listener` after each change of the game, until the returned function is called. */
  listen(game: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(game) ?? new Set();
    this.#listeners.set(game, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(game) === listeners)
        this.#listeners.delete(game);
    };
  }

  notify(game: string): void {
    for (const listener of this.#listeners.get(game) ?? []) listener();
  }
}

/** A part of the site that reacts to the changes of all games. */
interface Watcher {
  /** Throws a Refusal if a change, unless it ends the game, must not be made now. */
  admit?(game: GameHead, visitor: Visitor): void;
  /** Called after each change, before the hub's listeners are called. */
  onChange(id: string, visitor: Visitor): void;
}

/**
 * Everything that browsers and the engine do with games. Changes are stored before anybody is
 * notified.
 */
export class Games {
  readonly hub = new Hub();
  readonly #watchers: Watcher[] = [];

  constructor(readonly store: Store) {}

  watch(watcher: Watcher): void {
    this.#watchers.push(watcher);
  }

  /** Calls the watchers with each unfinished game, when the site opens. */
  resume(visitors: Visitors): void {
    for (const { id, browser } of this.store.openGames()) {
      this.#tellWatchers(id, visitors.ofStored(browser));
    }
  }

  get(id: string): Game {
    return required(this.store.load(id));
  }

  getHead(id: string): GameHead {
    return required(this.store.loadHead(id));
  }

  listOf(browser: string): GameSummary[] {
    return this.store.gamesOf(browser, MAX_LISTED).map((game) => ({
      id: game.id,
      variant: game.variant,
      mode: game.mode,
      actions: game.actionCount,
      yourTurn: !game.standing.over && sidesOf(game, browser).includes(game.standing.toAct),
      over: game.standing.over,
      changedAt: game.changedAt,
    }));
  }

  async create(request: NewGame, visitor: Visitor<string>, locale: string): Promise<Game> {
    const game = await makeGame(visitor.arbiter, request, visitor.browser, locale);
    if (!game.standing.over) this.#admit(game, visitor);
    this.store.create(game);
    return this.#notify(game.id, visitor);
  }

  join(id: string, visitor: Visitor<string>): Game {
    const game = this.get(id);
    if (game.holders.some((holder) => heldBy(holder, visitor.browser))) return game;
    const seat = game.holders.indexOf("open");
    if (seat < 0 || !this.store.join(id, seat as Seat, visitor.browser, Date.now())) {
      throw new Refusal(409, "SEAT_TAKEN", "Both seats of this game are taken.");
    }
    return this.#notify(id, visitor);
  }

  /** Makes an action on behalf of a visitor, who must have the seat of the side that acts. */
  async act(
    id: string,
    { action, revision }: NewAction,
    visitor: Visitor,
    locale: string,
  ): Promise<Game> {
    const game = this.get(id);
    checkSeat(game, action, visitor.browser);
    if (game.revision !== revision) throw oldRevision();
    return this.make(game, action, visitor, locale);
  }

  /**
   * Makes an action of either side, unless the game has changed since it was loaded. `visitor` has
   * caused the action.
   */
  async make(game: Game, action: string, visitor: Visitor, locale: string): Promise<Game> {
    const step = await tryAction(visitor.arbiter, game, action, thinkingTime(game), locale);
    if (!step.standing.over) this.#admit(game, visitor);
    if (!this.store.append(game, step, Date.now())) throw oldRevision();
    return this.#notify(game.id, visitor);
  }

  #admit(game: GameHead, visitor: Visitor): void {
    for (const watcher of this.#watchers) watcher.admit?.(game, visitor);
  }

  #tellWatchers(id: string, visitor: Visitor): void {
    for (const watcher of this.#watchers) watcher.onChange(id, visitor);
  }

  #notify(id: string, visitor: Visitor): Game {
    this.#tellWatchers(id, visitor);
    this.hub.notify(id);
    return this.get(id);
  }
}

function required<Found>(game: Found | undefined): Found {
  if (game === undefined) throw new Refusal(404, "NOT_FOUND", "There is no such game.");
  return game;
}

function checkSeat(game: Game, action: string, browser: string | undefined): void {
  // A player can neither choose outcomes nor report that a clock has run out.
  if (action.includes("{")) {
    throw badRequest("action", "the site draws the outcomes; leave out what stands in braces");
  }
  if (isTimeout(action)) {
    throw badRequest("action", "only the site reports that a clock has run out");
  }
  const sides = sidesOf(game, browser);
  if (sides.length === 0) {
    throw new Refusal(403, "NOT_YOUR_SEAT", "You have no seat in this game.");
  }
  if (game.standing.over || sides.includes(actorOf(action, game.standing.toAct))) return;
  throw action.includes(":")
    ? new Refusal(403, "NOT_YOUR_SEAT", "That is the other player's seat.")
    : new Refusal(403, "NOT_YOUR_TURN", "It is the other player's turn.");
}
