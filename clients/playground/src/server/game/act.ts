import { Viewer, type Applied, type Arbiter, type State } from "@arbiter-chess/client";

import type { Side } from "../../shared/api.js";
import type { Action, Game, Standing } from "./game.js";
import { given, positionOf } from "./replay.js";
import { hidesSomething, standingOf, viewerOf } from "./seats.js";

/** A change of a game that is legal and not yet kept. */
export interface Step {
  action: Action;
  standing: Standing;
}

const PREFIX = /^(white|black|challenger|opponent):/;
const CONTROL = /^(draw[?!-]|claim (draw|win)|resign|count|uncount|undo|timeout)$/;

/** Who an action text speaks for: who is to act, where it does not say it. */
export const actorOf = (text: string, toAct: Side): Side =>
  (PREFIX.exec(text)?.[1] as Side | undefined) ?? toAct;

/** Whether it says that a clock has run out, which only the site may say. */
export const isTimeout = (text: string): boolean => /(^|:)timeout$/.test(text);

const isControl = (text: string): boolean => CONTROL.test(text.replace(PREFIX, ""));

/**
 * Asks Arbiter what an action does; the game stays as it is. A `viewer` who sees all may give
 * outcomes in the text, which hold; otherwise it is the player who acts.
 */
export async function tryAction(
  arbiter: Arbiter,
  game: Game,
  text: string,
  elapsedMs: number,
  locale: string,
  viewer?: Viewer,
): Promise<Step> {
  const { toAct } = game.standing;
  const side = actorOf(text, toAct);
  const answer = await ask(arbiter, game, text, elapsedMs, locale, viewer ?? viewerOf(side));
  // What is refused, and how, may tell the player only what he may know. What is kept is all.
  const { applied, state } = hidesSomething(answer.state)
    ? await ask(arbiter, game, text, elapsedMs, locale, Viewer.ALL)
    : answer;
  return {
    action: {
      text: applied.text,
      side,
      moveNumber: game.standing.moveNumber,
      control: isControl(applied.text),
      elapsedMs,
    },
    standing: standingOf(state, game.byBidder),
  };
}

async function ask(
  arbiter: Arbiter,
  game: Game,
  text: string,
  elapsedMs: number,
  locale: string,
  viewer: Viewer,
): Promise<{ applied: Applied; state: State }> {
  const {
    applied: [applied],
    state,
  } = await arbiter.applyMoves({
    position: positionOf(game),
    actions: [text],
    elapsedMs: game.clocks ? [BigInt(elapsedMs)] : [],
    randomness: { source: { case: "seed", value: game.seed } },
    viewer,
    locale,
  });
  if (applied === undefined) throw new Error("an answer without an action");
  return { applied, state: given(state) };
}
