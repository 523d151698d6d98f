import type { Arbiter, GameOptions } from "@arbiter-chess/client";
import { GameOptionsSchema, create } from "@arbiter-chess/client";

import { Refusal, badRequest } from "../refusal.js";

const MAX_ACTIONS = 3_000;

/** A game read from a PGN. */
export interface ImportedGame {
  variant: string;
  options: GameOptions;
  startFen: string;
  actions: string[];
  elapsedMs: bigint[];
  /** Whether the game has random draws, which were not made from this site's seed. */
  foreignDraws: boolean;
}

/** Reads a PGN with one game. `variant` is used only if the PGN names no variant. */
export async function readOneGame(
  arbiter: Arbiter,
  pgn: string,
  variant: string,
  locale: string,
): Promise<ImportedGame> {
  const {
    games: [first, ...others],
  } = await arbiter.readPgn({ pgn, variant, locale });
  if (first === undefined) throw badRequest("pgn", "the text has no game");
  if (others.length > 0) throw badRequest("pgn", `must have one game, not ${others.length + 1}`);
  const { fault, game } = first;
  if (fault !== undefined) {
    const where = `line ${fault.line}, column ${fault.column}`;
    throw new Refusal(400, fault.reason, `${where}: ${fault.message}`, "pgn");
  }
  const record = game?.record;
  if (game === undefined || record === undefined) throw badRequest("pgn", "the text has no game");
  if (record.actions.length > MAX_ACTIONS) {
    throw badRequest("pgn", `must have at most ${MAX_ACTIONS} actions`);
  }
  const options = game.options ?? create(GameOptionsSchema);
  const isStartDrawn = record.startFen === "" && record.seed.length > 0;
  const startFen = isStartDrawn
    ? await findDrawnFen(arbiter, game.variant, options, record.seed)
    : record.startFen;
  return {
    variant: game.variant,
    options,
    startFen,
    actions: record.actions,
    elapsedMs: record.elapsedMs,
    foreignDraws: isStartDrawn || record.actions.some((text) => text.includes("{")),
  };
}

/** Returns the FEN of the start that a seed draws, or "" if the start has no random draws. */
async function findDrawnFen(
  arbiter: Arbiter,
  variant: string,
  options: GameOptions,
  seed: Uint8Array,
): Promise<string> {
  const { state, draws } = await arbiter.startGame({
    variant,
    options,
    randomness: { source: { case: "seed", value: seed } },
  });
  return draws.length > 0 ? (state?.fen ?? "") : "";
}
