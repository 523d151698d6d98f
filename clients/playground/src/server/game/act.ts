import {
  Bidder,
  Color,
  Viewer,
  type Arbiter,
  type GameView,
} from "@arbiter-chess/client";

import type { Side } from "../../shared/api.js";
import { thinkingTime, type Action, type Game, type Standing } from "./game.js";
import { positionOf, requireState, type ViewInit } from "./replay.js";
import { standingOf, viewerOf } from "./seats.js";

/** A legal change of a game that has not been stored yet. */
export interface Step {
  action: Action;
  standing: Standing;
}

const PREFIX = /^(white|black|challenger|opponent):/;
const CONTROL = /^(draw[?!-]|claim (draw|win)|resign|count|uncount|undo|timeout)$/;

/** Returns the side that an action text names, or `toAct` if the text names none. */
export const actorOf = (text: string, toAct: Side): Side =>
  (PREFIX.exec(text)?.[1] as Side | undefined) ?? toAct;

/** Whether the action reports that a clock has run out, which only the site may do. */
export const isTimeout = (text: string): boolean => /(^|:)timeout$/.test(text);

const isControl = (text: string): boolean => CONTROL.test(text.replace(PREFIX, ""));

/** An action that a side wants to make. */
export interface Attempt {
  text: string;
  side: Side;
  /** The time since the previous action, in milliseconds; by default, since the game changed. */
  elapsedMs?: number;
  /** The person who learns why the action is refused; by default, the player of the side. */
  viewer?: Viewer;
}

/**
 * Asks Arbiter for the result of an action, without changing the game, and for what it shows to
 * others. For `Viewer.ALL`, outcomes in the action text are kept.
 */
export async function tryAction(
  arbiter: Arbiter,
  game: Game,
  { text, side, elapsedMs = thinkingTime(game), viewer = viewerOf(side) }: Attempt,
  locale: string,
  views: ViewInit[] = [],
): Promise<Step & { views: GameView[] }> {
  const answer = await arbiter.applyMoves({
    position: positionOf(game),
    actions: [text],
    elapsedMs: game.clocks ? [BigInt(elapsedMs)] : [],
    randomness: { source: { case: "seed", value: game.seed } },
    ...actorFields(side),
    viewer,
    locale,
    // The game is stored with what is hidden from the viewer.
    views: [...views, { viewer: Viewer.ALL }],
  });
  const stored = answer.views.pop();
  const [applied] = stored?.applied ?? [];
  if (applied === undefined) throw new Error("Arbiter returned no action");
  const { toAct, moveNumber } = game.standing;
  const made = applied.timedOut
    ? { text: "timeout", side: toAct }
    : { text: applied.text, side };
  return {
    action: { ...made, moveNumber, control: isControl(made.text), elapsedMs },
    standing: standingOf(requireState(stored?.state), game.byBidder),
    views: answer.views,
  };
}

function actorFields(side: Side): { actor: Color } | { bidder: Bidder } {
  switch (side) {
    case "white": return { actor: Color.WHITE };
    case "black": return { actor: Color.BLACK };
    case "challenger": return { bidder: Bidder.CHALLENGER };
    case "opponent": return { bidder: Bidder.OPPONENT };
  }
}
