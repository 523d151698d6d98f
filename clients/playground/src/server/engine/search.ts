import {
  Viewer,
  type AnalysisProgress,
  type Arbiter,
  type BestMove,
  type Score,
} from "@arbiter-chess/client";

import type { PositionInit } from "../game/replay.js";

const MAX_LINES = 64;

/** What a player may expect of the game, 0 to 1. */
export const expectation = ({ winProbability, drawProbability }: Score): number =>
  winProbability + drawProbability / 2;

export interface Found {
  progress: AnalysisProgress | undefined;
  best: BestMove;
}

/** Searches a position as a viewer sees it. */
export async function search(
  arbiter: Arbiter,
  position: PositionInit,
  viewer: Viewer,
  movetimeMs: number,
  signal: AbortSignal,
): Promise<Found> {
  let progress: AnalysisProgress | undefined;
  let best: BestMove | undefined;
  const updates = arbiter.analyze({ position, viewer, limits: { movetimeMs } }, { signal });
  for await (const { update } of updates) {
    if (update.case === "progress") progress = update.value;
    if (update.case === "bestMove") best = update.value;
  }
  if (best === undefined) throw new Error("an analysis without a best move");
  return { progress, best };
}

/** What the player to act may expect of each move in a position where nothing is hidden from him. */
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
