// What a position shows: pieces and objects on their squares, and marked areas.

export type Side = "white" | "black";

export interface Piece {
  /** Capital FEN letter as in `Variant.pieces`, with its mark where it has one (`M~`). */
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
  /** FEN letters of objects. */
  objects: Map<string, string>;
  /** Squares that a hidden queen has left for one that the viewer may not know. */
  unknown: Set<string>;
}

export type RegionKind = "river" | "temple" | "altar" | "hill";

export interface MarkedRegion {
  kind: RegionKind;
  squares: string[];
}
