// What is to be marked on the board.
import type { AnalysisLineJson, Event_KindJson, EventJson } from "@arbiter-chess/client";

import type { LogEntry } from "../../shared/api.js";
import type { BoardArrow } from "../board/props.js";
import { squaresOf } from "./texts.js";

/** The events that are a player's own doing, not what came of it. */
const DEEDS = new Set<Event_KindJson>([
  "KIND_MOVE", "KIND_CAPTURE", "KIND_STEALTH", "KIND_SHELL", "KIND_SWAP", "KIND_PLACE",
  "KIND_CASTLED", "KIND_REMOVED",
]);

/** The squares to mark: where the last move went from and to; of an unseen one only the first. */
export function lastMoveSquares(log: readonly LogEntry[], actions: number): string[] {
  const deed = lastEvents(log, actions).find(({ kind }) => kind !== undefined && DEEDS.has(kind));
  return [deed?.from, deed?.to].filter((square): square is string => Boolean(square));
}

/** What the last move or bid did; what was said since then does not count. */
const lastEvents = (log: readonly LogEntry[], actions: number): EventJson[] =>
  log.slice(0, actions).filter(({ control }) => !control).at(-1)?.events ?? [];

/** An arrow for the first move of each line that goes from square to square. */
export function lineArrows(lines: readonly AnalysisLineJson[]): BoardArrow[] {
  return lines.flatMap(({ pv = [], rank = 1 }) => {
    const squares = squaresOf(pv[0] ?? "");
    return squares === undefined ? [] : [{ ...squares, rank }];
  });
}
