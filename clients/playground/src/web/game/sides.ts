import type { BidderJson, ColorJson, StateJson, VariantJson } from "@arbiter-chess/client";

import type { GameView, Side } from "../../shared/api.js";
import { playerName } from "../board/labels.js";
import type { Orientation } from "../board/squares.js";
import { say } from "../words/words.js";

/** Returns the name of a player. Chak's second player is Green. */
export function sideName(variant: VariantJson, side: Side): string {
  if (side === "challenger") return say("side.challenger");
  if (side === "opponent") return say("side.opponent");
  return playerName({ variant }, side);
}

/** Returns the side of a colour or a bidder, or `undefined` if neither is given. */
export function sideOf(color?: ColorJson, bidder?: BidderJson): Side | undefined {
  if (color === "COLOR_WHITE") return "white";
  if (color === "COLOR_BLACK") return "black";
  if (bidder === "BIDDER_CHALLENGER") return "challenger";
  if (bidder === "BIDDER_OPPONENT") return "opponent";
  return undefined;
}

export const isFinished = (state: StateJson): boolean => state.phase === "PHASE_FINISHED";
export const isBidding = (state: StateJson): boolean => state.chpok?.bidding !== undefined;

/** Returns the side to act, or `undefined` once the game is over. */
export function sideToAct(state: StateJson): Side | undefined {
  return isFinished(state) ? undefined : sideOf(state.turn, state.chpok?.bidding?.turn);
}

/** Returns the sides that this browser plays. */
export function ownSides(view: GameView): Side[] {
  return view.seats.filter(({ holder }) => holder === "you").map(({ side }) => side);
}

/**
 * Returns the side at the bottom of the board before it is flipped: Black if this browser plays
 * only Black.
 */
export function homeOrientation(view: GameView): Orientation {
  const own = ownSides(view);
  return own.length === 1 && own[0] === "black" ? "black" : "white";
}

/** Whether this browser may see an analysis of the game as it stands. */
export const canAnalyze = (view: GameView): boolean =>
  view.mode === "hotseat" || isFinished(view.state);
