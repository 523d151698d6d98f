import {
  FenStyle,
  Viewer,
  type Applied,
  type Arbiter,
  type CallOptions,
  type GameOptions,
  type MessageInitShape,
  type PositionSchema,
  type State,
  GameOptionsSchema,
  fromJson,
} from "@arbiter-chess/client";

import type { Visitor } from "../visitors.js";
import type { Game } from "./game.js";
import { sideToAct, viewerFor } from "./seats.js";

interface Replay {
  applied: Applied[];
  state: State;
}

export const optionsOf = ({ options }: Game): GameOptions => fromJson(GameOptionsSchema, options);

export type PositionInit = MessageInitShape<typeof PositionSchema>;

/**
 * Returns the start of the game as the position of a request, with the seed that draws its set-up.
 */
const startOf = (game: Game): PositionInit => ({
  variant: game.variant,
  options: optionsOf(game),
  state: { case: "record", value: { startFen: game.startFen, seed: game.seed } },
});

/** Returns the present state of the game as the position of a request. */
export function positionOf(game: Game): PositionInit {
  // The clocks start to run only if time is reported for the start itself (ruling P6).
  if (game.actions.length === 0) return startOf(game);
  return positionAt(game, game.standing);
}

/** Returns a state of the game as the position of a request. */
export const positionAt = (
  { variant }: Game,
  { snapshot }: Pick<State, "snapshot">,
): PositionInit => ({ variant, state: { case: "snapshot", value: snapshot } });

/** Removes the outcomes from an action text, so that the seed draws them again. */
export const withoutOutcomes = (text: string): string => text.replace(/\{.*\}$/, "");

/**
 * Replays the first `count` actions for a viewer. Arbiter's answer has nothing that is hidden from
 * the viewer: the texts, events and random draws of each action, and the state with its board.
 */
export async function replay(
  arbiter: Arbiter,
  game: Game,
  count: number,
  viewer: Viewer,
  locale: string,
  call?: CallOptions,
): Promise<Replay> {
  const actions = game.actions.slice(0, count);
  const { applied, state } = await arbiter.applyMoves(
    {
      position: startOf(game),
      actions: actions.map(({ text }, index) =>
        index < game.imported ? text : withoutOutcomes(text),
      ),
      elapsedMs: game.clocks ? actions.map(({ elapsedMs }) => BigInt(elapsedMs)) : [],
      randomness: { source: { case: "seed", value: game.seed } },
      viewer,
      locale,
      // In this style, the FEN that a player copies marks Makruk's promoted pawns.
      fenStyle: game.variant === "makruk" ? FenStyle.PYCHESS : FenStyle.STANDARD,
      board: true,
    },
    call,
  );
  return { applied, state: requireState(state) };
}

/** Returns the state of an answer that always has one. */
export function requireState(state: State | undefined): State {
  if (state === undefined) throw new Error("Arbiter returned no state");
  return state;
}

/**
 * Replays the first `count` actions for a visitor. A past position is shown as it was at that time:
 * what was hidden then stays hidden, and in `hotseat` the viewer is the player who was to act.
 */
export async function replayFor(
  { arbiter, browser }: Visitor,
  game: Game,
  locale: string,
  count = game.actions.length,
): Promise<Replay & { viewer: Viewer }> {
  let viewer = viewerFor(game, browser, game.standing.toAct);
  const result = await replay(arbiter, game, count, viewer, locale);
  const toAct = sideToAct(result.state);
  const then = viewerFor(game, browser, toAct);
  if (then === viewer) return { ...result, viewer };
  viewer = then;
  return { ...(await replay(arbiter, game, count, viewer, locale)), viewer };
}

/** Returns a complete position of the game, and the viewer for a visitor. */
export async function positionFor(
  visitor: Visitor,
  game: Game,
  locale: string,
  count: number,
): Promise<{ position: PositionInit; viewer: Viewer }> {
  const { viewer } = await replayFor(visitor, game, locale, count);
  const { state } = await replay(visitor.arbiter, game, count, Viewer.ALL, locale);
  return { position: positionAt(game, state), viewer };
}
