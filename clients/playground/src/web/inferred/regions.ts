// Marked areas of the board.
import type { RegionJson } from "@arbiter-chess/client";

import type { MarkedRegion, RegionKind } from "../board/position.js";
import { rankOf, squareAt, type Size } from "../board/squares.js";

/** Arbiter names a region in the request's language only, so its form tells what it is. */
function kindOf(squares: readonly string[], size: Size): RegionKind {
  if (squares.length === 1) return "altar";
  const ranks = new Set(squares.map(rankOf));
  return ranks.size === 1 && squares.length === size.files ? "river" : "temple";
}

/** Chpok's hill (P20): the middle files of ranks 4 and 5. */
function hill(size: Size): string[] {
  const middle = Math.floor(size.files / 2);
  const files = size.files % 2 === 1 ? [middle] : [middle - 1, middle];
  return files.flatMap((file) => [squareAt(file, 3), squareAt(file, 4)]);
}

function hasHill(variant: string, fen: string): boolean {
  const features = /[{;]xf=([^;}]*)/.exec(fen)?.[1] ?? "";
  return variant === "chpok" && features.split(",").includes("hill");
}

export function regionsOf(
  variant: string,
  regions: readonly RegionJson[],
  fen: string,
  size: Size,
): MarkedRegion[] {
  const marked: MarkedRegion[] = regions.map(({ squares = [] }) => ({
    kind: kindOf(squares, size),
    squares,
  }));
  if (hasHill(variant, fen)) marked.push({ kind: "hill", squares: hill(size) });
  return marked;
}
