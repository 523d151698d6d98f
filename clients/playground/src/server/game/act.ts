import { Viewer, type Applied, type Arbiter, type State } from "@arbiter-chess/client";

import type { Side } from "../../shared/api.js";
import type { Action, Game, Standing } from "./game.js";
import { positionOf, requireState } from "./replay.js";
import { hidesSomething, standingOf, viewerOf } from "./seats.js";

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

/**
 * Asks Arbiter for the result of an action, without changing the game. The viewer is the player who
 * acts unless `viewer` is given. For `Viewer.ALL`, outcomes in the action text are kept.
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
  // The first request is made as the viewer, so that a refusal reveals nothing hidden from them. If
  // the answer hides something, Arbiter is asked again for `ALL`, because the stored state must be
  // complete.
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
  if (applied === undefined) throw new Error("Arbiter returned no action");
  return { applied, state: requireState(state) };
}
