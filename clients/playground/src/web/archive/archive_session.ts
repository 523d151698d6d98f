import { batch, computed, signal } from "@preact/signals";

import type { ArchiveEvents, ArchiveProgress, ReviewedGame } from "../../shared/api.js";
import { followEvents, type ServerEvent } from "../api/event_stream.js";
import { ApiError, archiveEventsPath, asApiError, cancelArchive } from "../api/requests.js";

/** A game with the place in the results after which it comes. */
export interface PlacedGame extends ReviewedGame {
  after: string;
}

/**
 * An archive that this page follows until all of its games have been reviewed. A stream that breaks
 * goes on after the last games that have arrived.
 */
export class ArchiveSession {
  readonly progress = signal<ArchiveProgress>();
  readonly isLost = signal(false);
  /** Whether all games have arrived. */
  readonly isComplete = signal(false);
  /** Why the archive cannot be shown at all. */
  readonly refusal = signal<ApiError>();
  /** The last error, until it is dismissed. */
  readonly problem = signal<ApiError>();

  readonly #games = signal<ReadonlyMap<number, PlacedGame>>(new Map());
  /** The games that have arrived, in the order of the archive. */
  readonly games = computed(() => [...this.#games.value.values()].sort((a, b) => a.item - b.item));

  #after = "";
  #following = new AbortController();

  constructor(readonly id: string) {}

  start(): void {
    void followEvents(() => archiveEventsPath(this.id, this.#after), {
      onEvent: (event) => this.#take(event),
      onOpen: () => { this.isLost.value = false; },
      onLost: () => { this.isLost.value = true; },
      onRefused: (error) => { this.refusal.value = asApiError(error); },
    }, this.#following.signal);
  }

  stop(): void {
    this.#following.abort();
  }

  async cancel(): Promise<void> {
    this.problem.value = undefined;
    try {
      // The stream reports the new state.
      await cancelArchive(this.id);
    } catch (error) {
      this.problem.value = asApiError(error);
    }
  }

  #take({ name, data }: ServerEvent): void {
    if (name === "progress") this.progress.value = JSON.parse(data) as ArchiveEvents["progress"];
    if (name === "games") this.#add(JSON.parse(data) as ArchiveEvents["games"]);
    if (name === "end") {
      this.isComplete.value = true;
      this.stop();
    }
  }

  #add({ after, next, games }: ArchiveEvents["games"]): void {
    batch(() => {
      const known = new Map(this.#games.peek());
      for (const game of games) known.set(game.item, { ...game, after });
      this.#games.value = known;
      this.#after = next;
    });
  }
}
