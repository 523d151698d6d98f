import type { AnalysisLineJson } from "@arbiter-chess/client";

import type { BoardArrow } from "../board/props.js";

const SQUARES = /^([a-j]\d)[*~]?([a-j]\d)/;

/** An arrow for the first move of each line that goes from square to square. */
export function lineArrows(lines: readonly AnalysisLineJson[]): BoardArrow[] {
  return lines.flatMap(({ pv = [], rank = 1 }) => {
    const [, from, to] = SQUARES.exec(pv[0] ?? "") ?? [];
    return from === undefined || to === undefined ? [] : [{ from, to, rank }];
  });
}
