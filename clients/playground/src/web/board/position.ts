// The content of a position: pieces and objects on their squares, and regions.
import type { BoardJson, ColorJson, RegionKindJson } from "@arbiter-chess/client";

import { rankOf } from "./squares.js";

export type Side = "white" | "black";

export interface Piece {
  /** The letter as in `Variant.pieces`. */
  letter: string;
  side: Side;
  /** Chakart: whether it cannot move in its owner's next turn. */
  immobilised: boolean;
  /** Chakart: whether it is a queen that the other side cannot see. */
  hidden: boolean;
}

export interface Placement {
  files: number;
  ranks: number;
  pieces: Map<string, Piece>;
  /** The letters of the objects, as in `Variant.objects`. */
  objects: Map<string, string>;
  /** The squares from which a queen has moved to a square that is hidden from the viewer. */
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

/** Returns the side of a colour: the owner of a piece, or the side to move. */
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
  // Sorted from White's last rank down, so that if two pieces overlap, the lower one is on top.
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

/** Returns the regions to paint, except for those of a kind that this page does not know. */
export function regionsOf({ regions = [] }: BoardJson): MarkedRegion[] {
  return regions.flatMap(({ kind, squares = [] }) => {
    const known = kind && KINDS[kind];
    return known === undefined ? [] : [{ kind: known, squares }];
  });
}
