import { batch, computed, signal } from "@preact/signals";

import type { GameView, LogEntry, PastPosition } from "../../shared/api.js";
import { followEvents, type ServerEvent } from "../api/event_stream.js";
import {
  ApiError,
  apiErrorOf,
  asApiError,
  eventsPath,
  getGame,
  getPosition,
  joinGame,
  sendAction,
} from "../api/requests.js";
import { recall, remember } from "../preferences.js";

type Connection = "connecting" | "live" | "lost";

/** One game as this browser follows it: the newest view, and the position that is looked at. */
export class GameSession {
  readonly view = signal<GameView>();
  readonly connection = signal<Connection>("connecting");
  /** The game can't be shown at all. */
  readonly refusal = signal<ApiError>();
  /** What went wrong last, until it is dismissed. */
  readonly problem = signal<ApiError>();
  /** An action is under way. */
  readonly isSending = signal(false);
  /** The actions that came with the newest view while the page looked on; empty after a load. */
  readonly news = signal<LogEntry[]>([]);

  /** When the clock of the player to act began to run, by `performance.now()`. */
  readonly runningSince = signal(0);

  readonly #past = signal<PastPosition>();

  /** The position that is looked at, where it is not the newest. */
  readonly past = computed(() => this.#past.value);
  readonly shownState = computed(() => this.#past.value?.state ?? this.view.value?.state);
  /** Actions made up to the position shown. */
  readonly shownActions = computed(
    () => this.#past.value?.actions ?? this.view.value?.log.length ?? 0);

  #wanted: number | undefined;
  #known = new Map<number, Promise<PastPosition>>();
  #following = new AbortController();

  constructor(readonly id: string) {}

  /** Follows the game in the chosen language until `stop`; begins anew where it already does. */
  start(): void {
    this.#following.abort();
    this.#following = new AbortController();
    this.#known.clear();
    void followEvents(eventsPath(this.id), {
      onEvent: (event) => this.#take(event),
      onOpen: () => this.#connected(),
      onLost: () => { this.connection.value = "lost"; },
      onRefused: (error) => { this.refusal.value = asApiError(error); },
    }, this.#following.signal);
    if (this.#past.peek() !== undefined) void this.show(this.shownActions.peek());
  }

  stop(): void {
    this.#following.abort();
  }

  /** Makes an action; a refusal becomes `problem`. */
  async act(action: string): Promise<boolean> {
    const revision = this.view.peek()?.revision;
    if (revision === undefined || this.isSending.peek()) return false;
    return await this.#change(() => sendAction(this.id, { action, revision }));
  }

  /** Takes the free place, and follows the game as who sits there. */
  async join(): Promise<boolean> {
    const isSeated = await this.#change(() => joinGame(this.id));
    if (isSeated) this.start();
    return isSeated;
  }

  /** Looks at the position after so many actions; the newest one follows the game. */
  async show(actions: number): Promise<void> {
    const newest = this.view.peek()?.log.length ?? 0;
    const wanted = Math.max(0, Math.min(actions, newest));
    this.#wanted = wanted;
    if (wanted === newest) {
      this.#past.value = undefined;
      return;
    }
    try {
      const position = await this.#position(wanted);
      if (this.#wanted === wanted) this.#past.value = position;
    } catch (error) {
      this.#known.delete(wanted);
      if (this.#wanted === wanted) this.#wanted = this.#past.peek()?.actions;
      this.problem.value = asApiError(error);
    }
  }

  /** Goes on from where the last step led, also while that position is still on its way. */
  step(by: number): Promise<void> {
    return this.show((this.#wanted ?? this.view.peek()?.log.length ?? 0) + by);
  }

  showNewest(): Promise<void> {
    return this.show(Number.MAX_SAFE_INTEGER);
  }

  #position(actions: number): Promise<PastPosition> {
    const known = this.#known.get(actions) ?? getPosition(this.id, actions);
    this.#known.set(actions, known);
    return known;
  }

  async #change(request: () => Promise<GameView>): Promise<boolean> {
    this.isSending.value = true;
    this.problem.value = undefined;
    try {
      this.#accept(await request());
      return true;
    } catch (error) {
      this.problem.value = asApiError(error);
      await this.#reload();
      return false;
    } finally {
      this.isSending.value = false;
    }
  }

  /** After a refusal: what the page believed may be old. */
  async #reload(): Promise<void> {
    try {
      this.#accept(await getGame(this.id));
    } catch {
      // The event stream says when the game is there again.
    }
  }

  #connected(): void {
    this.connection.value = "live";
    if (this.problem.peek()?.reason === "OFFLINE") this.problem.value = undefined;
  }

  #take({ name, data }: ServerEvent): void {
    if (name === "view") this.#accept(JSON.parse(data) as GameView);
    if (name === "trouble") this.problem.value = apiErrorOf(JSON.parse(data));
  }

  #accept(view: GameView): void {
    const old = this.view.peek();
    if (old !== undefined && view.revision < old.revision) return;
    const isNew = old === undefined || view.revision > old.revision;
    rememberCommitment(view);
    batch(() => {
      this.view.value = view;
      if (!isNew) return;
      this.runningSince.value = performance.now() - (view.thinkingMs ?? 0);
      this.news.value = old === undefined ? [] : view.log.slice(old.log.length);
      this.#known.clear();
      const isFollowing = this.#past.peek() === undefined;
      if (isFollowing || this.isSending.peek()) {
        this.#past.value = undefined;
        this.#wanted = undefined;
      }
    });
  }
}

const commitmentKey = (id: string) => `commitment:${id}`;

/** Kept from the first sight of a game: what the reveal is measured by. */
function rememberCommitment({ id, randomness }: GameView): void {
  if (recall(commitmentKey(id)) === null) remember(commitmentKey(id), randomness.commitment);
}

/** The commitment that this browser saw first; null where it keeps nothing. */
export const firstCommitment = (id: string): string | null => recall(commitmentKey(id));
