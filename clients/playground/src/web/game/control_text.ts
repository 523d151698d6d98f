import type { ControlJson } from "@arbiter-chess/client";

import type { Mode, Side } from "../../shared/api.js";
import { sayOr } from "../words/words.js";
import { sideOf } from "./sides.js";

/** A control action as the page shows it. */
export interface PlayerControl {
  action: string;
  /** Without the prefix that names the player. Example: `draw?`. */
  verb: string;
  side: Side | undefined;
}

const PREFIX = /^(?:white|black|challenger|opponent):/;

/** What a control action says, without the player in front. */
export const verbOf = (action: string): string => action.replace(PREFIX, "");

const controlOf = (control: ControlJson): PlayerControl => ({
  action: control.action ?? "",
  verb: verbOf(control.action ?? ""),
  side: sideOf(control.actor, control.bidder),
});

/** What the other player at the same board may say though it is not his turn. */
const OUT_OF_TURN = new Set(["draw!", "draw-", "claim draw", "claim win"]);

/**
 * The controls worth a button: at one board those of the player to act and the answers of the other
 * one, elsewhere all that this browser may do.
 */
export function shownControls(
  controls: readonly ControlJson[], mode: Mode, toAct: Side | undefined,
): PlayerControl[] {
  return controls.map(controlOf).filter(
    ({ verb, side }) => mode !== "hotseat" || side === toAct || OUT_OF_TURN.has(verb));
}

/** The words on the button; a player's own offer is taken back, not declined. */
export function controlLabel(verb: string, isOwnOffer: boolean): string {
  const key = verb === "draw-" && isOwnOffer ? "withdraw" : verb;
  return sayOr(`control.${key}`, verb);
}

/** How the move list tells of a control action. */
export const entryLabel = (action: string): string =>
  sayOr(`entry.${verbOf(action)}`, verbOf(action));
