// What the board needs to know, and what it says back.
import type {
  EventJson,
  MoveJson,
  PendingJson,
  StateJson,
  VariantJson,
} from "@arbiter-chess/client";

import type { Orientation } from "./squares.js";

/** Drawn from square to square; the first rank (1) is the strongest. */
export interface BoardArrow {
  from: string;
  to: string;
  rank: number;
}

export interface BoardProps {
  /** What pieces and objects are called, how they are drawn, and what they become. */
  variant: VariantJson;
  /** The position to draw, with its `board`, as this viewer may see it. Never a bidding. */
  state: StateJson;
  /** Who sits at the bottom. */
  orientation: Orientation;
  /** What this browser may play now; empty: the board is only looked at. */
  moves: MoveJson[];
  /** Choices due before the turn passes. */
  pending?: PendingJson;
  /** The squares of the last move. */
  lastMove: string[];
  arrows: BoardArrow[];
  /**
   * What the newest action did, to be animated once when `key` changes; then the board shows
   * `state`. Left out when one steps through a game or prefers reduced motion.
   */
  effects?: { key: number; events: EventJson[] };
  /** Shows a mere picture with this label: no squares to press or to focus, no coordinates. */
  picture?: string;
  /** `en`, `zh-CN` or `th`: for labels. */
  locale: string;
  /** The player has chosen a move: its action text. */
  onAction(action: string): void;
  /** The player has selected a square with a piece of his, or none. */
  onSelect?(square: string | undefined): void;
}
