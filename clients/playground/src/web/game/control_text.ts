import type { ControlJson } from "@arbiter-chess/client";

import type { Mode, Side } from "../../shared/api.js";
import { sayOr } from "../words/words.js";
import { sideOf } from "./sides.js";

/** A control action for a button of the page. */
export interface PlayerControl {
  action: string;
  /** The action text without the prefix that names the player, such as `draw?`. */
  verb: string;
  side: Side | undefined;
}

const PREFIX = /^(?:white|black|challenger|opponent):/;

/** Removes the prefix that names the player from a control action. */
export const verbOf = (action: string): string => action.replace(PREFIX, "");

const controlOf = (control: ControlJson): PlayerControl => ({
  action: control.action ?? "",
  verb: verbOf(control.action ?? ""),
  side: sideOf(control.actor, control.bidder),
});

/** The controls that the player not to act can use in `hotseat`. */
const OUT_OF_TURN = new Set(["draw!", "draw-", "claim draw", "claim win"]);

/**
 * Returns the controls that get a button. In `hotseat`, these are the controls of the player to
 * act, and the answers and claims of the other player; otherwise, all controls open to this
 * browser.
 */
export function shownControls(
  controls: readonly ControlJson[], mode: Mode, toAct: Side | undefined,
): PlayerControl[] {
  return controls.map(controlOf).filter(
    ({ verb, side }) => mode !== "hotseat" || side === toAct || OUT_OF_TURN.has(verb));
}

/** Returns the label of a button. A player's own offer is withdrawn, not declined. */
export function controlLabel(verb: string, isOwnOffer: boolean): string {
  const key = verb === "draw-" && isOwnOffer ? "withdraw" : verb;
  return sayOr(`control.${key}`, verb);
}

/** Returns the label of a control action in the move list. */
export const entryLabel = (action: string): string =>
  sayOr(`entry.${verbOf(action)}`, verbOf(action));
