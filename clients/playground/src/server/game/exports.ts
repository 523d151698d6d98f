import {
  create,
  GameFileSchema,
  Result,
  toJson,
  type Arbiter,
  type GameFileJson,
  type State,
  type Viewer,
} from "@arbiter-chess/client";

import { gameInProgress, Refusal } from "../refusal.js";
import type { Game, Holder } from "./game.js";
import { optionsOf, recordOf } from "./replay.js";
import { commitmentTo } from "./view.js";

/** Returns the PGN for a viewer, with the seed as a tag once the game is over. */
export async function pgnOf(
  arbiter: Arbiter,
  game: Game,
  state: State,
  viewer: Viewer,
  locale: string,
): Promise<string> {
  const {
    seed,
    standing: { over },
  } = game;
  const player = (holder: Holder): string => (holder === "engine" ? "Arbiter" : "?");
  const [first, second] = game.holders.map(player);
  const date = new Date(game.changedAt).toISOString().slice(0, 10).replaceAll("-", ".");
  const tags = [
    { name: "Event", value: "Arbiter playground" },
    { name: "Date", value: date },
    { name: "White", value: (game.standing.whiteSeat === 1 ? second : first) ?? "?" },
    { name: "Black", value: (game.standing.whiteSeat === 1 ? first : second) ?? "?" },
    { name: "Commitment", value: commitmentTo(seed).toString("hex") },
    ...(over ? [{ name: "Seed", value: Buffer.from(seed).toString("hex") }] : []),
  ];
  const { pgn } = await arbiter.writePgn({
    game: {
      variant: game.variant,
      options: optionsOf(game),
      record: recordOf(game),
      result: state.adjudication?.result ?? Result.ONGOING,
      tags,
    },
    viewer,
    locale,
  });
  return pgn;
}

/** Returns the file with which anybody can recompute every random draw of a finished game. */
export function gameFileOf(game: Game, state: State): GameFileJson {
  if (!game.standing.over) throw gameInProgress("The file with the seed cannot be downloaded");
  if (game.foreignDraws) {
    throw new Refusal(
      404,
      "NOT_FOUND",
      "This game has no file: some of its random draws come from a PGN, not from its seed.",
    );
  }
  return toJson(
    GameFileSchema,
    create(GameFileSchema, {
      variant: game.variant,
      options: optionsOf(game),
      record: recordOf(game),
      commitment: commitmentTo(game.seed),
      claimedResult: state.adjudication?.result ?? Result.UNSPECIFIED,
    }),
  );
}
