import type {
  JobReviewJson,
  MoveClassJson,
  PlyReviewJson,
  ReviewGameResponseJson,
  ReviewSummaryJson,
} from "@arbiter-chess/client";
import { batch, computed, signal } from "@preact/signals";

import { followSearch } from "../../api/event_stream.js";
import { ApiError, asApiError, getArchivedReview, reviewPath } from "../../api/requests.js";
import { shownTheme } from "../../preferences.js";

const MOVETIME_MS = 100;

/** The review of a game, which arrives ply by ply, or was made with the archive of the game. */
export class Review {
  readonly isRunning = signal(false);
  readonly plies = signal<PlyReviewJson[]>([]);
  readonly summary = signal<ReviewSummaryJson>();
  readonly problem = signal<ApiError>();
  /** The class of each move, by the index of its action. */
  readonly classes = computed<ReadonlyMap<number, MoveClassJson>>(() => new Map(
    this.plies.value.map(({ index = 0, moveClass = "MOVE_CLASS_UNSPECIFIED" }) =>
      [index, moveClass])));

  #running: AbortController | undefined;

  constructor(readonly gameId: string) {}

  /** Shows the review of a game that was opened from an archive. */
  async load(): Promise<void> {
    try {
      const { plies = [], summary }: JobReviewJson = await getArchivedReview(this.gameId);
      batch(() => {
        this.plies.value = plies;
        this.summary.value = summary;
      });
    } catch (error) {
      this.problem.value = asApiError(error);
    }
  }

  async start(): Promise<void> {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    this.plies.value = [];
    this.summary.value = undefined;
    this.problem.value = undefined;
    this.isRunning.value = true;
    await followSearch<ReviewGameResponseJson>(
      reviewPath(this.gameId, MOVETIME_MS, shownTheme()), running.signal,
      (answer) => this.#take(answer), (problem) => { this.problem.value = problem; });
    if (this.#running === running) this.isRunning.value = false;
  }

  stop(): void {
    this.#running?.abort();
  }

  #take({ ply, summary }: ReviewGameResponseJson): void {
    if (ply !== undefined) this.plies.value = [...this.plies.value, ply];
    if (summary !== undefined) this.summary.value = summary;
  }
}
