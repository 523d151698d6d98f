import type { Arbiter, GameOptions } from "@arbiter-chess/client";
import { GameOptionsSchema, create } from "@arbiter-chess/client";

import { Refusal, badRequest } from "../refusal.js";

const MAX_ACTIONS = 3_000;

/** A game as it stands in a PGN. */
export interface ImportedGame {
  variant: string;
  options: GameOptions;
  startFen: string;
  actions: string[];
  elapsedMs: bigint[];
  /** Whether something in it was drawn, by another seed than this site's. */
  foreignDraws: boolean;
}

/** Reads a PGN that has one game; `variant` counts where it names none. */
export async function readOneGame(
  arbiter: Arbiter,
  pgn: string,
  variant: string,
  locale: string,
): Promise<ImportedGame> {
  const {
    games: [first, ...others],
  } = await arbiter.readPgn({ pgn, variant, locale });
  if (first === undefined) throw badRequest("pgn", "there is no game in it");
  if (others.length > 0) throw badRequest("pgn", `one game is wanted, not ${others.length + 1}`);
  const { fault, game } = first;
  if (fault !== undefined) {
    const where = `line ${fault.line}, column ${fault.column}`;
    throw new Refusal(400, fault.reason, `${where}: ${fault.message}`, "pgn");
  }
  const record = game?.record;
  if (game === undefined || record === undefined) throw badRequest("pgn", "there is no game in it");
  if (record.actions.length > MAX_ACTIONS) {
    throw badRequest("pgn", `more than ${MAX_ACTIONS} actions`);
  }
  const options = game.options ?? create(GameOptionsSchema);
  const drawnStart = record.startFen === "" && record.seed.length > 0;
  const startFen = drawnStart
    ? await drawnFen(arbiter, game.variant, options, record.seed)
    : record.startFen;
  return {
    variant: game.variant,
    options,
    startFen,
    actions: record.actions,
    elapsedMs: record.elapsedMs,
    foreignDraws: drawnStart || record.actions.some((text) => text.includes("{")),
  };
}

async function drawnFen(
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
