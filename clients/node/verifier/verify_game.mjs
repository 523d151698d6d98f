import { Failure, Refusal } from "./failure.mjs";
import { Game } from "./game.mjs";
import { areEqual, readGame } from "./game_file.mjs";
import { Draws, RandomStream, drawIndex } from "./random_stream.mjs";

/**
 * Verifies a game in proto JSON, which is a text or has been parsed, and returns its verdict.
 * Rejects with a Failure if the game is invalid. `crypto` is an implementation of Web Crypto.
 */
export async function verifyGame(json, { crypto = globalThis.crypto } = {}) {
  if (crypto?.subtle === undefined) {
    throw new TypeError("Web Crypto is not available; browsers provide it only on secure pages");
  }
  const { subtle } = crypto;
  const sha256 = async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes));
  const {
    variant, options, startFen, committedStartFen, actions, elapsedMs, seed, commitment,
    claimedResult,
  } = await readGame(textOf(json), sha256);
  await checkCommitment(commitment, seed, sha256);

  const stream = await RandomStream.of({ subtle, seed, variant: variant.id });
  const drawsAt = (purpose, place) => drawsFrom(stream.words({ purpose, ...place }));
  const { start, isOwn, count } = await stream.run(() => {
    const draws = drawsAt("setup", { turn: 0, action: 0 });
    return { ...startOf({ variant, options, startFen }, draws), count: draws.count };
  });
  checkCommittedStart({ variant, options, committedStartFen }, start);
  const timed = elapsedMs.length > 0 ? variant.withClocks(start) : start;
  const game = new Game(timed, (place) => drawsAt(variant.movePurpose, place));
  for (const [index, text] of actions.entries()) {
    await stream.run(() => during(
      `action ${index}`,
      () => game.play(text, elapsedMs[index]),
      (reason) => `${text === "" ? "''" : text}: ${reason}`));
  }

  const result = game.result ?? "ONGOING";
  checkClaim(claimedResult, result);
  const verdict = {
    draws: count + game.drawCount,
    result,
    fen: game.state.print(),
    isCommitmentChecked: commitment.length > 0,
  };
  return isOwn ? verdict : { ...verdict, startFen: start.print() };
}

const drawsFrom = (nextWord) => new Draws((count) => drawIndex(count, nextWord));

/** Returns the text of a game. JSON.stringify() has none for a value that no JSON denotes. */
const textOf = (json) => (typeof json === "string" ? json : JSON.stringify(json) ?? "null");

/** R3: checks that the commitment, if there is one, is the SHA-256 of the seed. */
async function checkCommitment(commitment, seed, sha256) {
  if (commitment.length === 0 || areEqual(await sha256(seed), commitment)) return;
  throw new Failure("commitment", "it is not the SHA-256 of the seed (R3)");
}

/**
 * Returns the start of the game, and whether it is the start that variant, options and seed
 * determine. A start that is drawn at random (H1, P5) must be the one that the seed draws.
 */
function startOf({ variant, options, startFen }, draws) {
  const given = startFen === ""
    ? null : during("start", () => variant.read(withSingleSpaces(startFen), options));
  const drawn = variant.start(options, draws);
  if (given === null) return { start: drawn, isOwn: true };
  // Clocks are not drawn at random, so both forms are accepted.
  const drawnTexts = [drawn, variant.withClocks(drawn)].map((state) => state.print());
  const isOwn = drawnTexts.includes(given.print());
  if (draws.count > 0 && !isOwn) throw new Failure("start", `the seed draws ${drawn.print()}`);
  return { start: given, isOwn };
}

/** F4: returns a FEN without blanks around it, and with one space between its fields. */
const withSingleSpaces = (fen) => fen.split(/[ \t\r\n]+/).filter((field) => field !== "").join(" ");

/** H22: checks that the game begins at the start that was published with the commitment. */
function checkCommittedStart({ variant, options, committedStartFen }, start) {
  if (committedStartFen === "") return;
  const committed = during(
    "start",
    () => variant.read(withSingleSpaces(committedStartFen), options),
    (reason) => `committed_start_fen: ${reason}`).print();
  if (committed === start.print()) return;
  throw new Failure(
    "start", `the game starts from ${start.print()}, the commitment from ${committed} (H22)`);
}

function checkClaim(claim, result) {
  if (claim === null || claim === result) return;
  throw new Failure("result", `the result under the rules is ${result}, not ${claim}`);
}

/** Runs a step, and converts its Refusal to the Failure of that part of the game. */
function during(what, step, describe = (reason) => reason) {
  try {
    return step();
  } catch (error) {
    throw error instanceof Refusal ? new Failure(what, describe(error.message)) : error;
  }
}
