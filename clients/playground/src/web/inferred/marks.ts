// The squares and lines to mark on the board.
import type { AnalysisLineJson, Event_KindJson, EventJson } from "@arbiter-chess/client";

import type { LogEntry } from "../../shared/api.js";
import type { BoardArrow } from "../board/props.js";
import { squaresOf } from "./texts.js";

/** The kinds of events that are the player's own action, not its consequences. */
const PLAYER_ACTIONS = new Set<Event_KindJson>([
  "KIND_MOVE", "KIND_CAPTURE", "KIND_STEALTH", "KIND_SHELL", "KIND_SWAP", "KIND_PLACE",
  "KIND_CASTLED", "KIND_REMOVED",
]);

/** Returns the squares of the last move, or only the first one if the move is hidden. */
export function lastMoveSquares(log: readonly LogEntry[], actions: number): string[] {
  const event = lastEvents(log, actions).find(
    ({ kind }) => kind !== undefined && PLAYER_ACTIONS.has(kind));
  return [event?.from, event?.to].filter((square): square is string => Boolean(square));
}

/** Returns the events of the last move or bid; later control actions do not count. */
const lastEvents = (log: readonly LogEntry[], actions: number): EventJson[] =>
  log.slice(0, actions).filter(({ control }) => !control).at(-1)?.events ?? [];

/** Returns an arrow for each line whose first move goes from one square to another. */
export function lineArrows(lines: readonly AnalysisLineJson[]): BoardArrow[] {
  return lines.flatMap(({ pv = [], rank = 1 }) => {
    const squares = squaresOf(pv[0] ?? "");
    return squares === undefined ? [] : [{ ...squares, rank }];
  });
}
