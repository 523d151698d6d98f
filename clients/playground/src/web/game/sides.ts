import type { BidderJson, ColorJson, StateJson, VariantJson } from "@arbiter-chess/client";

import type { GameView, Side } from "../../shared/api.js";
import { playerName } from "../board/labels.js";
import type { Orientation } from "../board/squares.js";
import { say } from "../words/words.js";

/** What a player is called. Chak's second player is Green. */
export function sideName(variant: VariantJson, side: Side): string {
  if (side === "challenger") return say("side.challenger");
  if (side === "opponent") return say("side.opponent");
  return playerName({ variant }, side);
}

/** Whom a colour or a bidder of an answer means; undefined where it names nobody. */
export function sideOf(color?: ColorJson, bidder?: BidderJson): Side | undefined {
  if (color === "COLOR_WHITE") return "white";
  if (color === "COLOR_BLACK") return "black";
  if (bidder === "BIDDER_CHALLENGER") return "challenger";
  if (bidder === "BIDDER_OPPONENT") return "opponent";
  return undefined;
}

export const isFinished = (state: StateJson): boolean => state.phase === "PHASE_FINISHED";
export const isBidding = (state: StateJson): boolean => state.chpok?.bidding !== undefined;

/** Who acts next; undefined once the game is over. */
export function sideToAct(state: StateJson): Side | undefined {
  return isFinished(state) ? undefined : sideOf(state.turn, state.chpok?.bidding?.turn);
}

/** The sides that this browser plays. */
export function ownSides(view: GameView): Side[] {
  return view.seats.filter(({ holder }) => holder === "you").map(({ side }) => side);
}

/** Who sits at the bottom unless the board is turned: Black where only he is here. */
export function homeOrientation(view: GameView): Orientation {
  const own = ownSides(view);
  return own.length === 1 && own[0] === "black" ? "black" : "white";
}

/** Whether this browser may see an analysis of the game as it stands. */
export const mayAnalyze = (view: GameView): boolean =>
  view.mode === "hotseat" || isFinished(view.state);
