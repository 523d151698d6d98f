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

/** A game that this browser follows: its newest view, and the position shown. */
export class GameSession {
  readonly view = signal<GameView>();
  readonly connection = signal<Connection>("connecting");
  /** Why the game cannot be shown at all. */
  readonly refusal = signal<ApiError>();
  /** The last error, until it is dismissed. */
  readonly problem = signal<ApiError>();
  /** Whether an action is being sent. */
  readonly isSending = signal(false);
  /** The actions that are new in the newest view. The first view has no new actions. */
  readonly news = signal<LogEntry[]>([]);

  /** The time at which the clock of the player to act began to run, by `performance.now()`. */
  readonly runningSince = signal(0);

  readonly #past = signal<PastPosition>();

  /** The past position shown, or `undefined` if the newest one is shown. */
  readonly past = computed(() => this.#past.value);
  readonly shownState = computed(() => this.#past.value?.state ?? this.view.value?.state);
  /** The number of actions before the position shown. */
  readonly shownActions = computed(
    () => this.#past.value?.actions ?? this.view.value?.log.length ?? 0);

  #wanted: number | undefined;
  #known = new Map<number, Promise<PastPosition>>();
  #following = new AbortController();

  constructor(readonly id: string) {}

  /** Follows the game in the chosen language until `stop`. A second call starts anew. */
  start(): void {
    this.#following.abort();
    this.#following = new AbortController();
    this.#known.clear();
    void followEvents(() => eventsPath(this.id), {
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

  /** Makes an action, and returns whether it was accepted. A refusal becomes `problem`. */
  async act(action: string): Promise<boolean> {
    const revision = this.view.peek()?.revision;
    if (revision === undefined || this.isSending.peek()) return false;
    return await this.#change(() => sendAction(this.id, { action, revision }));
  }

  /** Takes the open seat, and follows the game as its player. */
  async join(): Promise<boolean> {
    const isSeated = await this.#change(() => joinGame(this.id));
    if (isSeated) this.start();
    return isSeated;
  }

  /** Shows the position after this many actions. If these are all, the page follows the game. */
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

  /**
   * Steps by this many actions from the position that was last requested, even if that position has
   * not arrived yet.
   */
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

  /** Reloads the game when the view may be out of date, or lacks earlier actions. */
  async #reload(): Promise<void> {
    try {
      this.#accept(await getGame(this.id));
    } catch {
      // The event stream shows when the game is available again.
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

  #accept(answer: GameView): void {
    const old = this.view.peek();
    if (old !== undefined && answer.revision < old.revision) return;
    const isNew = old === undefined || answer.revision > old.revision;
    const earlier = old?.log.slice(0, answer.logStart) ?? [];
    if (earlier.length < answer.logStart) {
      void this.#reload();
      return;
    }
    const view = { ...answer, log: [...earlier, ...answer.log], logStart: 0 };
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

/** Stores the commitment of a game when it is first opened, so that a later change is noticed. */
function rememberCommitment({ id, randomness }: GameView): void {
  if (recall(commitmentKey(id)) === null) remember(commitmentKey(id), randomness.commitment);
}

/** Returns the commitment that this browser saw first, or `null` if it has stored none. */
export const firstCommitment = (id: string): string | null => recall(commitmentKey(id));
