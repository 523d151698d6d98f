import {
  Viewer,
  type AnalysisProgress,
  type Arbiter,
  type BestMove,
  type Score,
} from "@arbiter-chess/client";

import type { PositionInit } from "../game/replay.js";

const MAX_LINES = 64;

/** Returns the expectation of the side to move, from 0 to 1. */
export const expectation = ({ winProbability, drawProbability }: Score): number =>
  winProbability + drawProbability / 2;

export interface SearchResult {
  progress: AnalysisProgress | undefined;
  best: BestMove;
}

/** The limits of a search: a time, and a level of strength with the seed of its choices. */
export interface SearchLimits {
  movetimeMs: number;
  strength?: number | undefined;
  seed?: Uint8Array;
}

/** Searches a position for a viewer. */
export async function search(
  arbiter: Arbiter,
  position: PositionInit,
  viewer: Viewer,
  { movetimeMs, strength = 0, seed = new Uint8Array() }: SearchLimits,
  signal: AbortSignal,
): Promise<SearchResult> {
  let progress: AnalysisProgress | undefined;
  let best: BestMove | undefined;
  const updates = arbiter.analyze(
    { position, viewer, limits: { movetimeMs }, strength, seed },
    { signal },
  );
  for await (const { update } of updates) {
    if (update.case === "progress") progress = update.value;
    if (update.case === "bestMove") best = update.value;
  }
  if (best === undefined) throw new Error("Arbiter returned no best move");
  return { progress, best };
}

/** Returns the expectation after each move of the side to move, to whom nothing is hidden. */
export async function expectations(
  arbiter: Arbiter,
  position: PositionInit,
  movetimeMs: number,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const values = new Map<string, number>();
  const updates = arbiter.analyze(
    { position, viewer: Viewer.ALL, limits: { movetimeMs }, multiPv: MAX_LINES },
    { signal },
  );
  for await (const { update } of updates) {
    if (update.case !== "progress") continue;
    for (const { pv, score } of update.value.lines) {
      const [action] = pv;
      if (action !== undefined && score !== undefined) values.set(action, expectation(score));
    }
  }
  return values;
}
