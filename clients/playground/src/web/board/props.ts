// The input of the board and the events that it reports.
import type {
  EventJson,
  MoveJson,
  PendingJson,
  StateJson,
  VariantJson,
} from "@arbiter-chess/client";

import type { Orientation } from "./squares.js";

/** An arrow between two squares. Rank 1 is the strongest. */
export interface BoardArrow {
  from: string;
  to: string;
  rank: number;
}

export interface BoardProps {
  /** The names, drawings and promotions of pieces and objects. */
  variant: VariantJson;
  /** The position to draw, with its `board`, for this viewer. It is never in the bidding phase. */
  state: StateJson;
  /** The side at the bottom. */
  orientation: Orientation;
  /** The moves that this browser can make now; empty if the board is for viewing only. */
  moves: MoveJson[];
  /** The choices to be made before the turn ends. */
  pending?: PendingJson;
  /** The squares of the last move. */
  lastMove: string[];
  arrows: BoardArrow[];
  /**
   * The events of the newest action. They are animated once when `key` changes, and then the board
   * shows `state`. `undefined` when the reader steps through a game.
   */
  effects?: { key: number; events: EventJson[] };
  /** If set, the board is only a picture with this label, without coordinates or interaction. */
  picture?: string;
  /** The locale of the labels: `en`, `zh-CN` or `th`. */
  locale: string;
  /** Called with the action text of the move that the player has chosen. */
  onAction(action: string): void;
  /** Called with the square of the piece that the player has selected, or `undefined`. */
  onSelect?(square: string | undefined): void;
}
