import {
  FenStyle,
  GameOptionsSchema,
  Viewer,
  fromJson,
  type Arbiter,
  type CallOptions,
  type GameOptions,
  type GameView,
  type MessageInitShape,
  type PositionSchema,
  type RecordSchema,
  type State,
  type ViewSchema,
} from "@arbiter-chess/client";

import type { Visitor } from "../visitors.js";
import type { Action, Game } from "./game.js";
import { sideToAct, viewerOf, viewersOf } from "./seats.js";

export const optionsOf = ({ options }: Game): GameOptions => fromJson(GameOptionsSchema, options);

export type PositionInit = MessageInitShape<typeof PositionSchema>;
export type ViewInit = MessageInitShape<typeof ViewSchema>;

/**
 * Returns the record of the first `count` actions, by default of all. It contains the seed, so never
 * show it before the game is over.
 */
export function recordOf(
  game: Game,
  count = game.actions.length,
): MessageInitShape<typeof RecordSchema> {
  const actions = game.actions.slice(0, count);
  return {
    startFen: game.startFen,
    seed: game.seed,
    actions: actions.map(({ text }) => text),
    elapsedMs: timesOf(game, actions),
  };
}

const timesOf = ({ clocks }: Game, actions: Action[]): bigint[] =>
  clocks ? actions.map(({ elapsedMs }) => BigInt(elapsedMs)) : [];

/** Returns the state after the first `count` actions as the position of a request. */
export const positionAfter = (game: Game, count: number): PositionInit => ({
  variant: game.variant,
  options: optionsOf(game),
  state: { case: "record", value: recordOf(game, count) },
});

/** Returns the present state of the game as the position of a request. */
export function positionOf(game: Game): PositionInit {
  // The clocks start to run only if time is reported for the start itself (ruling P6).
  if (game.actions.length === 0) return positionAfter(game, 0);
  return positionAt(game, game.standing);
}

/** Returns a state of the game as the position of a request. */
export const positionAt = (
  { variant }: Game,
  { snapshot }: Pick<State, "snapshot">,
): PositionInit => ({ variant, state: { case: "snapshot", value: snapshot } });

/** Removes the outcomes from an action text, so that the seed draws them again. */
export const withoutOutcomes = (text: string): string => text.replace(/\{.*\}$/, "");

/** Asks for the state with its board, as a viewer sees it. */
export const stateView = ({ variant }: Game, viewer: Viewer, locale: string): ViewInit => ({
  viewer,
  locale,
  board: true,
  // In this style, the FEN that a player copies marks Makruk's promoted pawns.
  fenStyle: variant === "makruk" ? FenStyle.PYCHESS : FenStyle.STANDARD,
});

/**
 * Replays the game from its start, and returns what Arbiter shows in each view. Arbiter's answer has
 * nothing that is hidden from the viewer: the texts, events and random draws of each action, and
 * the state with its board.
 */
export async function replay(
  arbiter: Arbiter,
  game: Game,
  views: ViewInit[],
  call?: CallOptions,
): Promise<GameView[]> {
  const { actions, imported, seed } = game;
  const answer = await arbiter.applyMoves(
    {
      position: positionAfter(game, 0),
      actions: actions.map(({ text }, index) => (index < imported ? text : withoutOutcomes(text))),
      elapsedMs: timesOf(game, actions),
      randomness: { source: { case: "seed", value: seed } },
      views,
    },
    call,
  );
  return answer.views;
}

/** Returns the state of an answer that always has one. */
export function requireState(state: State | undefined): State {
  if (state === undefined) throw new Error("Arbiter returned no state");
  return state;
}

/**
 * Returns the state after the first `count` actions, by default after all, as a visitor sees it. A
 * past position is shown as it was at that time: what was hidden then stays hidden, and in `hotseat`
 * the viewer is the player who was to act.
 */
export async function stateFor(
  { arbiter, browser }: Visitor,
  game: Game,
  locale: string,
  count = game.actions.length,
): Promise<{ state: State; viewer: Viewer }> {
  const { views } = await arbiter.viewGame({
    position: positionAfter(game, count),
    views: viewersOf(game, browser).map((viewer) => stateView(game, viewer, locale)),
  });
  const toAct = viewerOf(sideToAct(requireState(views[0]?.state)));
  const { viewer, state } = views.find((view) => view.viewer === toAct) ?? (views[0] as GameView);
  return { viewer, state: requireState(state) };
}
