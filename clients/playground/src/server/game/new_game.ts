import { randomBytes } from "node:crypto";

import {
  DrawSchema,
  GameOptionsSchema,
  Phase,
  Setup,
  Viewer,
  create,
  fromJson,
  toJson,
  type Arbiter,
  type DrawJson,
  type GameOptions,
  type State,
} from "@arbiter-chess/client";

import type { NewGame, Side } from "../../shared/api.js";
import { badRequest } from "../refusal.js";
import { tryAction } from "./act.js";
import type { Game, Holder, Seat } from "./game.js";
import { readOneGame, type ImportedGame } from "./import.js";
import { given } from "./replay.js";
import { seatOf, standingOf } from "./seats.js";

const SEED_BYTES = 32;
const ID_BYTES = 12;

interface Start {
  variant: string;
  options: GameOptions;
  startFen: string;
  imported?: ImportedGame;
}

/** A game that is asked for, not yet kept, with the actions of its PGN made. */
export async function makeGame(
  arbiter: Arbiter,
  asked: NewGame,
  browser: string,
  locale: string,
): Promise<Game> {
  const start = await startOf(arbiter, asked, locale);
  const seed = randomBytes(SEED_BYTES);
  const { state, setupDraws } = await firstState(arbiter, start, seed, locale);
  const byBidder = state.phase === Phase.BIDDING;
  const standing = standingOf(state, byBidder);
  const game: Game = {
    id: randomBytes(ID_BYTES).toString("base64url"),
    revision: 0,
    variant: start.variant,
    options: toJson(GameOptionsSchema, start.options),
    startFen: start.startFen,
    seed,
    setupDraws,
    mode: asked.mode,
    engine: asked.mode === "engine" ? (asked.engine ?? { movetimeMs: 1000 }) : undefined,
    holders: ["open", "open"],
    byBidder,
    clocks: standing.clockMs !== undefined || (start.imported?.elapsedMs ?? []).length > 0,
    imported: 0,
    foreignDraws: start.imported?.foreignDraws ?? false,
    actions: [],
    standing,
    changedAt: Date.now(),
  };
  if (start.imported !== undefined) await takeOver(arbiter, game, start.imported, locale);
  game.holders = holdersOf(game, asked, browser);
  return game;
}

async function startOf(arbiter: Arbiter, asked: NewGame, locale: string): Promise<Start> {
  if (asked.pgn !== undefined) {
    const imported = await readOneGame(arbiter, asked.pgn, asked.variant, locale);
    const { variant, options, startFen } = imported;
    return { variant, options: withoutDrawnStart(options, startFen), startFen, imported };
  }
  const startFen = asked.fen?.trim() ?? "";
  const options = withoutDrawnStart(readOptions(asked.options), startFen);
  return { variant: asked.variant, options, startFen };
}

function readOptions(options: NewGame["options"]): GameOptions {
  try {
    return fromJson(GameOptionsSchema, options ?? {});
  } catch (error) {
    throw badRequest("options", error instanceof Error ? error.message : String(error));
  }
}

/** A given position is not drawn, whatever the options say of drawn ones. */
function withoutDrawnStart(options: GameOptions, startFen: string): GameOptions {
  if (startFen === "" || options.variant.case !== "chakart") return options;
  return create(GameOptionsSchema, {
    ...options,
    variant: { case: "chakart", value: { ...options.variant.value, setup: Setup.UNSPECIFIED } },
  });
}

async function firstState(
  arbiter: Arbiter,
  { variant, options, startFen }: Start,
  seed: Uint8Array,
  locale: string,
): Promise<{ state: State; setupDraws: DrawJson[] }> {
  if (startFen !== "") {
    const position = {
      variant,
      options,
      state: { case: "record" as const, value: { startFen } },
    };
    const { state } = await arbiter.applyMoves({ position, locale });
    return { state: given(state), setupDraws: [] };
  }
  const { state, draws } = await arbiter.startGame({
    variant,
    options,
    randomness: { source: { case: "seed", value: seed } },
    locale,
  });
  return { state: given(state), setupDraws: draws.map((draw) => toJson(DrawSchema, draw)) };
}

async function takeOver(
  arbiter: Arbiter,
  game: Game,
  { actions, elapsedMs }: ImportedGame,
  locale: string,
): Promise<void> {
  for (const [index, text] of actions.entries()) {
    const step = await tryAction(
      arbiter, game, text, Number(elapsedMs[index] ?? 0n), locale, Viewer.ALL);
    game.actions.push(step.action);
    game.standing = step.standing;
  }
  game.imported = actions.length;
}

function holdersOf(game: Game, { mode, side }: NewGame, browser: string): [Holder, Holder] {
  const you: Holder = { browser };
  if (mode === "hotseat") return [you, you];
  const other: Holder = mode === "engine" ? "engine" : "open";
  return seatFor(game, side) === 0 ? [you, other] : [other, you];
}

function seatFor(game: Game, side: Side | undefined): Seat {
  const bidding = game.standing.whiteSeat === undefined;
  if (side !== undefined && bidding !== (side === "challenger" || side === "opponent")) {
    const sides = bidding ? "a challenger and an opponent" : "a white and a black side";
    throw badRequest("side", `this game begins with ${sides}`);
  }
  return seatOf(game.standing, side ?? game.standing.toAct);
}
