import type { GameSummary, NewAction, NewGame, Side } from "../shared/api.js";
import { actorOf, isTimeout, tryAction, type Attempt } from "./game/act.js";
import type { Game, GameHead, Seat } from "./game/game.js";
import { makeGame } from "./game/new_game.js";
import { heldBy, sidesOf } from "./game/seats.js";
import { turnOf, viewsFor, type Reader, type Turn } from "./game/view.js";
import { Refusal, badRequest } from "./refusal.js";
import type { Store } from "./store.js";
import type { Visitor, Visitors } from "./visitors.js";

const MAX_LISTED = 20;
/** Arbiter makes at most 8 views in one call, one of which is for the store. */
const MAX_VIEWS = 7;

/** Makes the refusal of a change to a game that has changed since it was read. */
const oldRevision = (): Refusal =>
  new Refusal(409, "OLD_REVISION", "The game has changed in the meantime.", "revision");

/** A reader who is told of each change. */
interface Follower extends Reader {
  /** Called when the game has changed, with the turn if an action has been made. */
  onChange(turn?: Turn): void;
}

/** Notifies followers when a game has changed. */
class Hub {
  readonly #followers = new Map<string, Set<Follower>>();

  /** Notifies `follower` of each change of the game, until the returned function is called. */
  follow(game: string, follower: Follower): () => void {
    const followers = this.#followers.get(game) ?? new Set();
    this.#followers.set(game, followers.add(follower));
    return () => {
      followers.delete(follower);
      if (followers.size === 0 && this.#followers.get(game) === followers)
        this.#followers.delete(game);
    };
  }

  followersOf(game: string): Reader[] {
    return [...(this.#followers.get(game) ?? [])];
  }

  notify(game: string, turn?: Turn): void {
    for (const follower of this.#followers.get(game) ?? []) follower.onChange(turn);
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

  /** Makes an action on behalf of a visitor, who must have a seat. */
  async act(
    id: string,
    { action, revision }: NewAction,
    visitor: Visitor,
    locale: string,
  ): Promise<Turn> {
    const game = this.get(id);
    const side = sideActing(game, action, visitor.browser);
    if (game.revision !== revision) throw oldRevision();
    return this.make(game, { text: action, side }, visitor, locale);
  }

  /**
   * Makes an action, unless the game has changed since it was loaded, and shows it to all followers.
   * `visitor` has caused the action.
   */
  async make(game: Game, attempt: Attempt, visitor: Visitor, locale: string): Promise<Turn> {
    const readers = [{ browser: visitor.browser, locale }, ...this.hub.followersOf(game.id)];
    // An action that reveals a queen changes what is shown of the actions before it. Then, and if
    // there are too many readers, their views are made by calls of their own.
    const asked = game.standing.hides ? [] : viewsFor(game, readers).slice(0, MAX_VIEWS);
    const { views, ...step } = await tryAction(visitor.arbiter, game, attempt, locale, asked);
    if (!step.standing.over) this.#admit(game, visitor);
    if (!this.store.append(game, step, Date.now())) throw oldRevision();
    this.#tellWatchers(game.id, visitor);
    const turn = turnOf(this.get(game.id), asked, views);
    this.hub.notify(game.id, turn);
    return turn;
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

/**
 * Returns the side for which a browser wants to make an action: its own or, if it plays both sides,
 * the one that the action names.
 */
function sideActing(game: Game, action: string, browser: string | undefined): Side {
  // A player can neither choose outcomes nor report that a clock has run out.
  if (action.includes("{")) {
    throw badRequest("action", "the site draws the outcomes; leave out what stands in braces");
  }
  if (isTimeout(action)) {
    throw badRequest("action", "only the site reports that a clock has run out");
  }
  const [side, other] = sidesOf(game, browser);
  if (side === undefined) {
    throw new Refusal(403, "NOT_YOUR_SEAT", "You have no seat in this game.");
  }
  return other === undefined ? side : actorOf(action, game.standing.toAct);
}
