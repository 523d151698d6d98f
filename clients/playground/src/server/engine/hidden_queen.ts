import { randomInt } from "node:crypto";

import { Detail, Move_Kind, Viewer, type Arbiter, type State } from "@arbiter-chess/client";

import type { Game } from "../game/game.js";
import { bare, positionAt, positionOf, replay } from "../game/replay.js";
import { expectations } from "./search.js";

const MAX_WORLDS = 6;
const MIN_SEARCH_MS = 20;

/**
 * A move against a queen that the engine may not see (ruling H23). It takes some of the squares
 * that she may have gone to, all of them as likely, lets each of these games be searched, and
 * chooses the move with the best mean. Where she really is has no part in it.
 */
export async function chooseWithoutSeeing(
  arbiter: Arbiter,
  game: Game,
  viewer: Viewer,
  movetimeMs: number,
  signal: AbortSignal,
): Promise<string> {
  const worlds = shuffled(await possibleWorlds(arbiter, game, viewer, signal)).slice(
    0,
    MAX_WORLDS,
  );
  const share = Math.max(MIN_SEARCH_MS, Math.floor(movetimeMs / worlds.length));
  const sums = new Map<string, number[]>();
  for (const state of worlds) {
    const position = positionAt(game, state);
    for (const [action, value] of await expectations(arbiter, position, share, signal)) {
      sums.set(action, [...(sums.get(action) ?? []), value]);
    }
  }
  // Every move is legal in all of these games; those that a search did not list were no good there.
  const mean = (values: number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / worlds.length;
  const [best] = [...sums].sort(([, one], [, other]) => mean(other) - mean(one));
  return best?.[0] ?? anyMove(arbiter, game, viewer, signal);
}

/** The game as it would stand for each square that she may have gone to. */
async function possibleWorlds(
  arbiter: Arbiter,
  game: Game,
  viewer: Viewer,
  signal: AbortSignal,
): Promise<State[]> {
  const { applied } = await replay(arbiter, game, game.actions.length, viewer, "en", { signal });
  const index = applied.findLastIndex(({ text }) => text.endsWith("??"));
  const from = applied[index]?.text.slice(0, 2);
  if (from === undefined) throw new Error("something is hidden, but no stealth move was made");
  const { state: before } = await replay(arbiter, game, index, viewer, "en", { signal });
  const position = positionAt(game, before);
  const { moves } = await arbiter.legalMoves(
    { position, viewer, from, detail: Detail.FULL },
    { signal },
  );
  // Only offers and the like can have come behind it.
  const since = game.actions.slice(index + 1).map(({ text }) => bare(text));
  const stealth = moves.filter(({ kind }) => kind === Move_Kind.STEALTH);
  const answers = await Promise.all(
    stealth.map(({ text }) =>
      arbiter.applyMoves({ position, actions: [text, ...since] }, { signal }),
    ),
  );
  return answers.map(({ state }) => state).filter((state) => state !== undefined);
}

async function anyMove(
  arbiter: Arbiter,
  game: Game,
  viewer: Viewer,
  signal: AbortSignal,
): Promise<string> {
  const { texts } = await arbiter.legalMoves({ position: positionOf(game), viewer }, { signal });
  const move = texts[randomInt(Math.max(1, texts.length))];
  if (move === undefined) throw new Error("there is no move");
  return move;
}

function shuffled<Item>(items: Item[]): Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; --last) {
    const other = randomInt(last + 1);
    [result[last], result[other]] = [result[other] as Item, result[last] as Item];
  }
  return result;
}
