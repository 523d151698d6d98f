import type {
  AnalysisLineJson,
  AnalysisProgressJson,
  AnalyzeResponseJson,
} from "@arbiter-chess/client";
import { computed, effect, signal } from "@preact/signals";

import { followSearch } from "../../api/event_stream.js";
import { analysisPath, ApiError } from "../../api/requests.js";
import type { GameSession } from "../session.js";
import { isFinished, canAnalyze, sideToAct } from "../sides.js";
import { reversed } from "./score_text.js";

const MOVETIME_MS = 10_000;

/** An analysis that follows the position shown while it is switched on. */
export class Analyst {
  readonly isOn = signal(false);
  readonly multiPv = signal(3);
  readonly progress = signal<AnalysisProgressJson>();
  /** Whether the service ended the search early because other visitors waited. */
  readonly hasMadeWay = signal(false);
  readonly problem = signal<ApiError>();

  /** Whether the position must not be analysed, because somebody else is playing the game. */
  readonly isClosed = computed(() => {
    const { past, view } = this.session;
    return !(past.value?.mayAnalyze ?? (view.value !== undefined && canAnalyze(view.value)));
  });

  /** Whether the game is over in the position shown, so that there is nothing to search. */
  readonly isOver = computed(() => {
    const state = this.session.shownState.value;
    return state !== undefined && isFinished(state);
  });

  /** The lines, best first, with scores for White or, during the bidding, for the Challenger. */
  readonly lines = computed<AnalysisLineJson[]>(() => {
    const state = this.session.shownState.value;
    const side = state && sideToAct(state);
    const lines = this.progress.value?.lines ?? [];
    if (side === "white" || side === "challenger") return lines;
    return lines.map((line) => ({ ...line, score: reversed(line.score ?? {}) }));
  });

  #search: AbortController | undefined;
  readonly #dispose: () => void;

  constructor(readonly session: GameSession) {
    this.#dispose = effect(() => {
      const actions = session.shownActions.value;
      void session.view.value?.revision;
      const multiPv = this.multiPv.value;
      this.#end();
      if (this.isOn.value && !this.isClosed.value && !this.isOver.value) {
        void this.#run(analysisPath(session.id, actions, multiPv, MOVETIME_MS));
      }
    });
  }

  stop(): void {
    this.#dispose();
    this.#end();
  }

  #end(): void {
    this.#search?.abort();
    this.progress.value = undefined;
    this.hasMadeWay.value = false;
    this.problem.value = undefined;
  }

  async #run(path: string): Promise<void> {
    this.#search = new AbortController();
    await followSearch<AnalyzeResponseJson>(
      path, this.#search.signal,
      (answer) => this.#take(answer), (problem) => { this.problem.value = problem; });
  }

  #take({ progress, bestMove }: AnalyzeResponseJson): void {
    if (progress?.lines !== undefined) this.progress.value = progress;
    if (bestMove?.stoppedBy === "STOPPED_BY_OTHERS_WAIT") this.hasMadeWay.value = true;
  }
}
