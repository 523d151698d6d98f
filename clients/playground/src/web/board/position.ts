// What a position shows: pieces and objects on their squares, and marked areas.
import type { BoardJson, ColorJson, RegionKindJson } from "@arbiter-chess/client";

import { rankOf } from "./squares.js";

export type Side = "white" | "black";

export interface Piece {
  /** As in `Variant.pieces`. */
  letter: string;
  side: Side;
  /** Chakart: it cannot move in its owner's next turn. */
  immobilised: boolean;
  /** Chakart: a queen that the other side cannot see. */
  hidden: boolean;
}

export interface Placement {
  files: number;
  ranks: number;
  pieces: Map<string, Piece>;
  /** Their letters, as in `Variant.objects`. */
  objects: Map<string, string>;
  /** Squares that a hidden queen has left for one that the viewer may not know. */
  unknown: Set<string>;
}

export type RegionKind = "river" | "temple" | "altar" | "hill";

export interface MarkedRegion {
  kind: RegionKind;
  squares: string[];
}

const KINDS: Partial<Record<RegionKindJson, RegionKind>> = {
  REGION_KIND_RIVER: "river",
  REGION_KIND_TEMPLE: "temple",
  REGION_KIND_ALTAR: "altar",
  REGION_KIND_HILL: "hill",
};

/** Whose a piece is, or who moves. */
export const colorSide = (color: ColorJson | undefined): Side =>
  color === "COLOR_BLACK" ? "black" : "white";

export function placementOf({ files = 0, ranks = 0, cells = [] }: BoardJson): Placement {
  const placement: Placement = {
    files,
    ranks,
    pieces: new Map(),
    objects: new Map(),
    unknown: new Set(),
  };
  // From the top of White's board down: of pieces that glide over each other, the lower one covers.
  const rows = [...cells].sort((a, b) => rankOf(b.square ?? "") - rankOf(a.square ?? ""));
  for (const { square = "", piece, color, object, ...marks } of rows) {
    const { immobilised = false, hidden = false, leftUnseen = false } = marks;
    if (piece) {
      placement.pieces.set(square, { letter: piece, side: colorSide(color), immobilised, hidden });
    }
    if (object) placement.objects.set(square, object);
    if (leftUnseen) placement.unknown.add(square);
  }
  return placement;
}

/** The marked areas; of a kind that this page does not know, none. */
export function regionsOf({ regions = [] }: BoardJson): MarkedRegion[] {
  return regions.flatMap(({ kind, squares = [] }) => {
    const known = kind && KINDS[kind];
    return known === undefined ? [] : [{ kind: known, squares }];
  });
}
