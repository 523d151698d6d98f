import { randomInt } from "node:crypto";

import { Detail, Move_Kind, Viewer, type Arbiter, type State } from "@arbiter-chess/client";

import type { Game } from "../game/game.js";
import { positionAfter, positionAt, positionOf, replay, withoutOutcomes } from "../game/replay.js";
import { expectations, search, type SearchLimits } from "./search.js";

const MAX_WORLDS = 6;
const MIN_SEARCH_MS = 20;

/**
 * Returns a move against a queen that is hidden from the engine (ruling H23). It picks at random
 * some of the squares that the queen may have moved to, searches the game for each of them, and
 * chooses the move with the best mean expectation. At a level of strength, it plays what the level
 * chooses for one of the squares. The queen's real square has no influence.
 */
export async function chooseAgainstHiddenQueen(
  arbiter: Arbiter,
  game: Game,
  viewer: Viewer,
  limits: SearchLimits,
  signal: AbortSignal,
): Promise<string> {
  const worlds = shuffled(await possibleWorlds(arbiter, game, viewer, signal)).slice(
    0,
    MAX_WORLDS,
  );
  const [world] = worlds;
  if (limits.strength !== undefined && world !== undefined) {
    const position = positionAt(game, world);
    return (await search(arbiter, position, Viewer.ALL, limits, signal)).best.action;
  }
  const share = Math.max(MIN_SEARCH_MS, Math.floor(limits.movetimeMs / worlds.length));
  const sums = new Map<string, number[]>();
  for (const state of worlds) {
    const position = positionAt(game, state);
    for (const [action, value] of await expectations(arbiter, position, share, signal)) {
      sums.set(action, [...(sums.get(action) ?? []), value]);
    }
  }
  // Every move is legal in all of these games; a move that a search did not list counts as a loss.
  const mean = (values: number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / worlds.length;
  const [best] = [...sums].sort(([, one], [, other]) => mean(other) - mean(one));
  return best?.[0] ?? randomMove(arbiter, game, viewer, signal);
}

/** Returns a state of the game for each square that the queen may have moved to. */
async function possibleWorlds(
  arbiter: Arbiter,
  game: Game,
  viewer: Viewer,
  signal: AbortSignal,
): Promise<State[]> {
  const [own] = await replay(arbiter, game, [{ viewer }], { signal });
  const applied = own?.applied ?? [];
  const index = applied.findLastIndex(({ text }) => text.endsWith("??"));
  const from = applied[index]?.text.slice(0, 2);
  if (from === undefined) throw new Error("a queen is hidden, but no stealth move was made");
  const position = positionAfter(game, index);
  const { moves } = await arbiter.legalMoves(
    { position, viewer, from, detail: Detail.FULL },
    { signal },
  );
  // Only control actions, such as draw offers, can have followed.
  const since = game.actions.slice(index + 1).map(({ text }) => withoutOutcomes(text));
  const stealth = moves.filter(({ kind }) => kind === Move_Kind.STEALTH);
  const answers = await Promise.all(
    stealth.map(({ text }) =>
      arbiter.applyMoves({ position, actions: [text, ...since] }, { signal }),
    ),
  );
  return answers.map(({ state }) => state).filter((state) => state !== undefined);
}

async function randomMove(
  arbiter: Arbiter,
  game: Game,
  viewer: Viewer,
  signal: AbortSignal,
): Promise<string> {
  const { texts } = await arbiter.legalMoves({ position: positionOf(game), viewer }, { signal });
  const move = texts[randomInt(Math.max(1, texts.length))];
  if (move === undefined) throw new Error("the engine has no legal move");
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
