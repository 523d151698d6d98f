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
import { actorOf, tryAction } from "./act.js";
import type { Game, Holder, Seat } from "./game.js";
import { readOneGame, type ImportedGame } from "./import.js";
import { requireState } from "./replay.js";
import { seatOf, standingOf } from "./seats.js";

const SEED_BYTES = 32;
const ID_BYTES = 12;

interface Start {
  variant: string;
  options: GameOptions;
  startFen: string;
  imported?: ImportedGame;
}

/** Makes the requested game, with the actions of its PGN, but does not store it. */
export async function makeGame(
  arbiter: Arbiter,
  request: NewGame,
  browser: string,
  locale: string,
): Promise<Game> {
  const start = await startOf(arbiter, request, locale);
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
    mode: request.mode,
    engine: request.mode === "engine" ? (request.engine ?? { movetimeMs: 1000 }) : undefined,
    holders: ["open", "open"],
    byBidder,
    clocks: standing.clockMs !== undefined || (start.imported?.elapsedMs ?? []).length > 0,
    imported: 0,
    foreignDraws: start.imported?.foreignDraws ?? false,
    actions: [],
    standing,
    changedAt: Date.now(),
  };
  if (start.imported !== undefined) await importActions(arbiter, game, start.imported, locale);
  game.holders = holdersOf(game, request, browser);
  return game;
}

async function startOf(arbiter: Arbiter, request: NewGame, locale: string): Promise<Start> {
  if (request.pgn !== undefined) {
    const imported = await readOneGame(arbiter, request.pgn, request.variant, locale);
    const { variant, options, startFen } = imported;
    return { variant, options: withoutDrawnStart(options, startFen), startFen, imported };
  }
  const startFen = request.fen?.trim() ?? "";
  const options = withoutDrawnStart(readOptions(request.options), startFen);
  return { variant: request.variant, options, startFen };
}

function readOptions(options: NewGame["options"]): GameOptions {
  try {
    return fromJson(GameOptionsSchema, options ?? {});
  } catch (error) {
    throw badRequest("options", error instanceof Error ? error.message : String(error));
  }
}

/** Removes the option for a drawn start if there is a start FEN, which is played as it is. */
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
    return { state: requireState(state), setupDraws: [] };
  }
  const { state, draws } = await arbiter.startGame({
    variant,
    options,
    randomness: { source: { case: "seed", value: seed } },
    locale,
  });
  return { state: requireState(state), setupDraws: draws.map((draw) => toJson(DrawSchema, draw)) };
}

async function importActions(
  arbiter: Arbiter,
  game: Game,
  { actions, elapsedMs }: ImportedGame,
  locale: string,
): Promise<void> {
  for (const [index, text] of actions.entries()) {
    const attempt = {
      text,
      side: actorOf(text, game.standing.toAct),
      elapsedMs: Number(elapsedMs[index] ?? 0n),
      viewer: Viewer.ALL,
    };
    const { action, standing } = await tryAction(arbiter, game, attempt, locale);
    game.actions.push(action);
    game.standing = standing;
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
  const isBidding = game.standing.whiteSeat === undefined;
  if (side !== undefined && isBidding !== (side === "challenger" || side === "opponent")) {
    const sides = isBidding ? "challenger or opponent" : "white or black";
    throw badRequest("side", `must be ${sides} at the start of this game`);
  }
  return seatOf(game.standing, side ?? game.standing.toAct);
}
