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

import type { Game } from "./game.js";
import { sideToAct, viewerFor } from "./seats.js";

interface Replayed {
  applied: Applied[];
  state: State;
}

export const optionsOf = ({ options }: Game): GameOptions => fromJson(GameOptionsSchema, options);

export type PositionInit = MessageInitShape<typeof PositionSchema>;

/** Where the game began, with what draws its set-up. */
const startOf = (game: Game): PositionInit => ({
  variant: game.variant,
  options: optionsOf(game),
  state: { case: "record", value: { startFen: game.startFen, seed: game.seed } },
});

/** Where the game stands, for the next request. */
export function positionOf(game: Game): PositionInit {
  // Time that is reported with the start itself sets the clocks going (ruling P6).
  if (game.actions.length === 0) return startOf(game);
  return positionAt(game, game.standing);
}

/** A state of the game, for the next request. */
export const positionAt = (
  { variant }: Game,
  { snapshot }: Pick<State, "snapshot">,
): PositionInit => ({ variant, state: { case: "snapshot", value: snapshot } });

/** The text without its outcomes, which the seed draws again. */
export const bare = (text: string): string => text.replace(/\{.*\}$/, "");

/**
 * Plays the first `count` actions again for somebody's eyes. What Arbiter answers is all that he
 * may know: the texts, events and draws of each action, and the state with its board.
 */
export async function replay(
  arbiter: Arbiter,
  game: Game,
  count: number,
  viewer: Viewer,
  locale: string,
  call?: CallOptions,
): Promise<Replayed> {
  const actions = game.actions.slice(0, count);
  const { applied, state } = await arbiter.applyMoves(
    {
      position: startOf(game),
      actions: actions.map(({ text }, index) => (index < game.imported ? text : bare(text))),
      elapsedMs: game.clocks ? actions.map(({ elapsedMs }) => BigInt(elapsedMs)) : [],
      randomness: { source: { case: "seed", value: game.seed } },
      viewer,
      locale,
      // So that Makruk's promoted pawns stand in the FEN that a player copies.
      fenStyle: game.variant === "makruk" ? FenStyle.PYCHESS : FenStyle.STANDARD,
      board: true,
    },
    call,
  );
  return { applied, state: given(state) };
}

/** The state of an answer that always has one. */
export function given(state: State | undefined): State {
  if (state === undefined) throw new Error("an answer without a state");
  return state;
}

/**
 * The same for a browser. A position of the past is shown as it was seen then: what was hidden
 * stays so, and at one board for two it is seen by the player who had to act.
 */
export async function replayFor(
  arbiter: Arbiter,
  game: Game,
  browser: string | undefined,
  locale: string,
  count = game.actions.length,
): Promise<Replayed & { viewer: Viewer }> {
  let viewer = viewerFor(game, browser, game.standing.toAct);
  const seen = await replay(arbiter, game, count, viewer, locale);
  const toAct = sideToAct(seen.state);
  const then = viewerFor(game, browser, toAct);
  if (then === viewer) return { ...seen, viewer };
  viewer = then;
  return { ...(await replay(arbiter, game, count, viewer, locale)), viewer };
}

/** A position of the game with all that is in it, and whose eyes a browser has to see it with. */
export async function positionFor(
  arbiter: Arbiter,
  game: Game,
  browser: string | undefined,
  locale: string,
  count: number,
): Promise<{ position: PositionInit; viewer: Viewer }> {
  const { viewer } = await replayFor(arbiter, game, browser, locale, count);
  const { state } = await replay(arbiter, game, count, Viewer.ALL, locale);
  return { position: positionAt(game, state), viewer };
}
