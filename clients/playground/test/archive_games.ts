// Games for archives.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { playgroundFolder } from "./board_fixture/open_board.js";

export const ROOT = join(playgroundFolder(), "../..");

/** Three games, and a fourth with an illegal move. */
export const FOUR_GAMES = readFileSync(join(ROOT, "docs/examples/games.pgn"), "utf8");

const [LONG_GAME = ""] = FOUR_GAMES.split(/(?<=\n\n)(?=\[Event)/);

/** Returns this many games that are long enough to be seen running. */
export const manyGames = (count: number): string =>
  Array.from({ length: count }, (_, index) =>
    LONG_GAME.replace('[Round "?"]', `[Round "${index + 1}"]`),
  ).join("");
