import { createHash } from "node:crypto";

import { decodeBase64 } from "./base64.mjs";
import { STANDARD_START, printFen, readFen } from "./chakart/fen.mjs";
import { drawStart } from "./chakart/setup.mjs";
import { Draws } from "./draws.mjs";
import { Failure, Refusal } from "./failure.mjs";
import { Game } from "./game.mjs";
import { readGame } from "./game_file.mjs";
import { drawIndex, wordStream } from "./random_stream.mjs";

/** What a proto JSON game comes to by the rules and its seed; throws a Failure. */
export function verifyGame(json) {
  const { setup, startFen, actions, claimedResult, ...texts } = readGame(json);
  const seed = readSeed(texts.seed);
  checkCommitment(texts.commitment, seed);

  const setupDraws = drawsFrom(seed, { purpose: "setup", turn: 0, action: 0 });
  const start = startOf({ setup, startFen }, setupDraws);
  const game = new Game(start, (place) => drawsFrom(seed, { purpose: "move", ...place }));
  actions.forEach((text, index) => during(
    `action ${index}`, () => game.play(text), (reason) => `${text}: ${reason}`));

  const result = game.result ?? "ONGOING";
  checkClaim(claimedResult, result);
  return { draws: setupDraws.count + game.drawCount, result, fen: printFen(game.position) };
}

function drawsFrom(seed, place) {
  const nextWord = wordStream({ seed, variant: "chakart", ...place });
  return new Draws((count) => drawIndex(count, nextWord));
}

/** R3. */
function readSeed(text) {
  if (text === "") throw new Failure("seed", "there is none");
  const seed = decodeBase64(text);
  if (seed === null) throw new Failure("seed", "not base64");
  if (seed.length < 16 || seed.length > 64) {
    throw new Failure("seed", `has ${seed.length} bytes, needs 16 to 64`);
  }
  return seed;
}

/** R3. */
function checkCommitment(text, seed) {
  if (text === "") return;
  const commitment = decodeBase64(text);
  if (commitment === null) throw new Failure("commitment", "not base64");
  if (!createHash("sha256").update(seed).digest().equals(commitment)) {
    throw new Failure("commitment", "not the SHA-256 of the seed");
  }
}

/** H1. */
function startOf({ setup, startFen }, draws) {
  const given = startFen === "" ? null : during("start", () => readFen(startFen));
  if (setup === "STANDARD") return given ?? readFen(STANDARD_START);
  const drawn = drawStart(draws, { symmetric: setup === "SYMMETRIC" });
  if (given !== null && printFen(given) !== printFen(drawn)) {
    throw new Failure("start", `the seed draws ${printFen(drawn)}`);
  }
  return drawn;
}

function checkClaim(claimedResult, result) {
  const claim = claimedResult.replace(/^RESULT_/, "");
  if (claim === "" || claim === "UNSPECIFIED" || claim === result) return;
  throw new Failure("result", `${claim} is claimed, the rules say ${result}`);
}

/** Runs a step; its Refusal becomes the Failure of that part of the game. */
function during(what, step, describe = (reason) => reason) {
  try {
    return step();
  } catch (error) {
    throw error instanceof Refusal ? new Failure(what, describe(error.message)) : error;
  }
}
