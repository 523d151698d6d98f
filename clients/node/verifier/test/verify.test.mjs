import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { printFen, readFen } from "../chakart/fen.mjs";
import { legalTexts } from "../chakart/moves.mjs";
import { CHAKART } from "../chakart/variant.mjs";
import { Game } from "../game.mjs";
import { verifyGame } from "../node.mjs";
import { Draws, drawIndex } from "../random_stream.mjs";
import { failureOf } from "./failure_of.mjs";
import { wordStream } from "./node_words.mjs";

const SEED = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7 + 1));
const VERIFY = fileURLToPath(new URL("../../verify.mjs", import.meta.url));

const drawsFrom = (seed, purpose, { turn, action }) => {
  const nextWord = wordStream({ seed, variant: "chakart", purpose, turn, action });
  return new Draws((count) => drawIndex(count, nextWord));
};

/** Plays a game of random moves, and returns it with all outcomes as proto JSON. */
function randomGame(number) {
  const seed = createHash("sha256").update(`game ${number}`).digest();
  const nextChoice = wordStream({ seed, variant: "test", purpose: "", turn: 0, action: 0 });
  const start = CHAKART.start(
    { setup: "ASYMMETRIC", timeControl: null }, drawsFrom(seed, "setup", { turn: 0, action: 0 }));
  const game = new Game(start, (place) => drawsFrom(seed, "move", place));
  const actions = [];
  while (game.result === null && actions.length < 120) {
    const legal = legalTexts(game.state.position);
    const text = legal[drawIndex(legal.length, nextChoice)];
    const full = text + drawnBlock(game, text);
    game.play(full);
    actions.push(full);
    const fen = printFen(game.state.position);
    assert.equal(printFen(readFen(fen)), fen);
  }
  return {
    variant: "chakart",
    options: { chakart: { setup: "SETUP_ASYMMETRIC" } },
    record: { actions, seed: seed.toString("base64") },
    commitment: createHash("sha256").update(seed).digest("base64url"),
    claimedResult: `RESULT_${game.result ?? "ONGOING"}`,
  };
}

/**
 * Finds the outcomes of an action by playing it with wrong outcomes. The refusal names the right
 * ones, and the game does not change.
 */
function drawnBlock(game, text) {
  try {
    game.play(`${text}{?}`);
  } catch ({ message }) {
    return /^the seed draws ({.*})$/.exec(message)?.[1] ?? "";
  }
  return assert.fail("wrong outcomes were accepted");
}

const plainGame = (changes = {}, record = {}) => ({
  variant: "chakart", record: { seed: SEED.toString("base64"), ...record }, ...changes,
});

test("random games verify, with and without their outcomes", async () => {
  for (let number = 0; number < 30; number++) {
    const json = randomGame(number);
    const verdict = await verifyGame(json);
    assert.ok(verdict.draws >= 12);
    const bare = json.record.actions.map((text) => text.replace(/{.*/, ""));
    const record = { ...json.record, actions: bare };
    assert.deepEqual(await verifyGame({ ...json, record }), verdict);
  }
});

test("a game with a forged outcome fails at that action", async () => {
  const json = randomGame(1);
  const { actions } = json.record;
  const index = actions.findIndex((text) => text.includes("put="));
  const forged = [...actions];
  forged[index] = actions[index].replace(/put=../, "put=z9");
  const failure = await failureOf({ ...json, record: { ...json.record, actions: forged } });
  assert.equal(failure.split(":")[0], `action ${index}`);
  assert.ok(failure.includes(`the seed draws ${/{.*}/.exec(actions[index])[0]}`));
});

test("R3: a missing or malformed seed and a wrong commitment are refused", async () => {
  assert.equal(await failureOf(plainGame({}, { seed: "" })), "seed: the record has no seed");
  assert.equal(await failureOf({ variant: "chakart" }), "seed: the record has no seed");
  assert.match(await failureOf(plainGame({}, { seed: "AAAA" })), /^seed: the seed has 3 bytes/);
  assert.match(await failureOf(plainGame({}, { seed: "!" })), /^file: record.seed: must be a string in base64/);
  assert.equal(
    await failureOf(plainGame({ commitment: "AAAA" })),
    "commitment: it is not the SHA-256 of the seed (R3)");
  const unpadded = { seed: SEED.toString("base64url") };
  assert.equal(await failureOf(plainGame({}, unpadded)), null);
});

test("R3: the commitment tells whether a seed is hexadecimal or base64", async () => {
  const commitTo = (seed) => createHash("sha256").update(seed).digest();
  const hex = SEED.toString("hex");
  // 24 bytes whose base64 has only hexadecimal digits.
  const text = "0123456789abcdefABCDEF0123456789";
  const spellings = [
    [hex, commitTo(SEED).toString("hex")],
    [hex.toUpperCase(), commitTo(SEED).toString("base64")],
    [SEED.toString("base64"), commitTo(SEED).toString("hex").toUpperCase()],
    [text, commitTo(Buffer.from(text, "base64")).toString("base64")],
    [text, commitTo(Buffer.from(text, "hex")).toString("base64")],
  ];
  for (const [seed, commitment] of spellings) {
    const { isCommitmentChecked } = await verifyGame(plainGame({ commitment }, { seed }));
    assert.ok(isCommitmentChecked);
  }
  assert.match(
    await failureOf(plainGame({}, { seed: hex })),
    /^file: record.seed: .* no commitment that tells which is meant; write the seed in base64/);
  assert.match(
    await failureOf(plainGame({ commitment: commitTo("x").toString("hex") }, { seed: hex })),
    /^file: record.seed: neither as hexadecimal digits nor as base64/);
});

test("H1: the start must be the one that is drawn", async () => {
  const options = { chakart: { setup: "SETUP_SYMMETRIC" } };
  const { draws, fen } = await verifyGame(plainGame({ options }));
  assert.equal(draws, 6);
  const [, black, white] = /^(\w{8})\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/(\w{8}) w 0/.exec(fen);
  assert.equal(black.toUpperCase(), white);
  const [first, second] = [...white.matchAll(/B/g)].map(({ index }) => index);
  assert.equal((second - first) % 2, 1);
  assert.equal(await failureOf(plainGame({ options }, { start_fen: fen.split(" {")[0] })), null);
  const standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0";
  assert.match(await failureOf(plainGame({ options }, { startFen: standard })), /^start: the seed/);
  assert.equal((await verifyGame(plainGame({}, { startFen: standard }))).draws, 0);
  assert.match(await failureOf(plainGame({}, { startFen: "8/8 w 0" })), /^start: board/);
});

test("the claimed result must be the one under the rules", async () => {
  const actions = ["e2e4", "resign"];
  const claimedResult = "RESULT_WHITE_WINS";
  assert.equal(await failureOf(plainGame({ claimedResult }, { actions })), null);
  assert.match(
    await failureOf(plainGame({ claimed_result: "RESULT_DRAW" }, { actions })),
    /^result: .* not DRAW/);
});

test("a file must be a game of Chakart or Chpok", async () => {
  assert.equal(
    await failureOf(plainGame({ variant: "chak" })),
    "file: the variant 'chak' is not chakart or chpok");
  assert.match(await failureOf({ variant: "chakart", record: { actions: [1] } }), /^file: record.actions\[0\]: must be a string$/);
});

test("a text with repeated fields is refused; parsed JSON has lost them", async () => {
  const text = JSON.stringify(plainGame({}, { actions: ["e2e4"] }));
  assert.equal(await failureOf(text), null);
  const twice = text.replace('"record":', '"record":{"actions":["d2d4"]},"record":');
  assert.equal(await failureOf(twice), "file: record: the field is repeated; give it once");
  assert.equal(await failureOf(JSON.parse(twice)), null);
  assert.equal(
    await failureOf(`${text}${text}`),
    `file: not JSON: line 1, column ${text.length + 1}: expected the end of the text`);
});

test("a value that no JSON denotes is not a game", async () => {
  for (const value of [undefined, null, () => {}, 1, [], true, Symbol("game")]) {
    assert.equal(await failureOf(value), "file: not a JSON object");
  }
});

// `arbiter verify` has the same order, so that both verifiers report the same failure.
test("of several failures, the first one is reported", async () => {
  const failures = [
    [{ variant: "chess" }, "file: the variant 'chess' is not chakart or chpok"],
    [{ options: { chpok: { chips: 100 } } },
      "file: options.chpok: are the options of another variant"],
    [{ variant: "chpok", options: { chpok: { chips: 100 } } },
      "seed: the seed has 3 bytes; it must have 16 to 64 (R3)"],
  ];
  for (const [changes, failure] of failures) {
    assert.equal(await failureOf(plainGame(changes, { seed: "AAEC" })), failure);
    assert.equal(
      await failureOf(plainGame(changes, { seed: "" })), "seed: the record has no seed");
    assert.match(
      await failureOf(plainGame(changes, { seed: "", elapsedMs: [1] })),
      /^file: record.elapsed_ms: /);
  }
});

test("an error quotes at most 40 bytes of a name or value, made printable", async () => {
  const quotes = [
    ["x".repeat(40), "x".repeat(40)], ["x".repeat(41), `${"x".repeat(40)}…`],
    ["é".repeat(21), `${"é".repeat(20)}…`], ["😀".repeat(11), `${"😀".repeat(10)}…`],
    ["a\u202eb\u2028\u001b", "a?b??"],
  ];
  for (const [text, quote] of quotes) {
    const refused = {
      "claimed_result: unknown value": { claimedResult: text },
      "the variant": { variant: text },
    };
    for (const [start, changes] of Object.entries(refused)) {
      const failure = await failureOf(plainGame(changes));
      assert.ok(failure.startsWith(`file: ${start} '${quote}' `), failure);
    }
    const failure = await failureOf(plainGame({ [text]: 1 }));
    assert.ok(failure.startsWith(`file: ${quote}: unknown field (`), failure);
  }
});

test("a verdict says whether a commitment was checked", async () => {
  const commitment = createHash("sha256").update(SEED).digest("base64");
  assert.equal((await verifyGame(plainGame({ commitment }))).isCommitmentChecked, true);
  assert.equal((await verifyGame(plainGame())).isCommitmentChecked, false);
});

test("another start is shown, and must be the one published with the commitment", async () => {
  const startFen = '4k3/8/8/8/8/8/8/4K3 w 0 {"flags":"1111"}';
  const other = '4k3/8/8/8/8/8/8/3K4 w 0 {"flags":"1111"}';
  const actions = ["e1e2"];
  assert.equal((await verifyGame(plainGame({}, { actions: ["e2e4"] }))).startFen, undefined);
  assert.equal((await verifyGame(plainGame({}, { actions, startFen }))).startFen, startFen);
  const published = { committedStartFen: "4k3/8/8/8/8/8/8/4K3 w 0" };
  assert.equal(await failureOf(plainGame(published, { actions, startFen })), null);
  assert.match(
    await failureOf(plainGame({ committedStartFen: other }, { actions, startFen })),
    /^start: the game starts from 4k3.*, the commitment from .*3K4.*\(H22\)/);
  assert.match(
    await failureOf(plainGame(published, { actions: ["e2e4"] })), /^start: the game starts from rnbq/);
  assert.match(
    await failureOf(plainGame({ committedStartFen: "x" }, { actions })),
    /^start: committed_start_fen: /);
});

test("H22: a start so late that turns could share random numbers is refused", async () => {
  const at = (ply) => plainGame({}, { actions: [], startFen: `4k3/8/8/8/8/8/8/4K3 w ${ply}` });
  assert.equal(await failureOf(at(20_000)), null);
  assert.match(await failureOf(at(20_001)), /^start: ply: must be at most 20000 \(H22\)/);
});

test("the games in the README pass verification", async () => {
  const text = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const games = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json));
  assert.deepEqual(games.map(({ variant }) => variant), ["chakart", "chpok"]);
  for (const game of games) assert.equal(await failureOf(game), null);
});

test("the command line prints a line per game and sets the exit code", () => {
  const run = (args, input = "") => spawnSync(
    process.execPath, [VERIFY, ...args], { input, encoding: "utf8" });
  const good = plainGame({}, { actions: ["e2e4", "draw?"] });
  const bad = plainGame({}, { actions: ["e2e4\nok"] });
  const goodLine = "ok draws=0 result=ONGOING"
    + ' fen=rnbqkbnr/pppppppp/8/8/4P3/4m3/PPPP1PPP/RNBQKBNR b 1 {"flags":"1111"}; commitment: none given\n';

  for (const paths of [[], ["-"]]) {
    const pretty = run(paths, JSON.stringify(good, null, 2));
    assert.deepEqual([pretty.stdout, pretty.status], [goodLine, 0]);
  }

  const lines = run([], `${JSON.stringify(good)}\n{\n${JSON.stringify(bad)}\n`);
  const [first, second, third] = lines.stdout.split("\n");
  assert.equal(`${first}\n`, goodLine);
  assert.match(second, /^failed file: not JSON/);
  assert.match(third, /^failed action 0: e2e4\?ok: not legal in rnbq/);
  assert.equal(lines.status, 1);

  const folder = mkdtempSync(join(tmpdir(), "verify-"));
  try {
    const path = join(folder, "game.json");
    writeFileSync(path, JSON.stringify(good));
    const files = run([path, path]);
    assert.deepEqual([files.stdout, files.status], [goodLine + goodLine, 0]);
    assert.match(run([join(folder, "none.json")]).stdout, /^failed file: /);
  } finally {
    rmSync(folder, { recursive: true });
  }
  assert.equal(run(["--wrong"]).status, 2);

  const stdio = [openSync(tmpdir(), "r"), "pipe", "pipe"];
  const directory = spawnSync(process.execPath, [VERIFY], { stdio, encoding: "utf8" });
  assert.match(directory.stdout, /^failed file: cannot read standard input: EISDIR/);
  assert.equal(directory.status, 1);
});

// An array of the lines ended the program when the heap was full.
test("the command line reads a file of many lines in little memory", () => {
  const run = (input) => spawnSync(
    process.execPath, ["--max-old-space-size=32", VERIFY], { input, encoding: "utf8" });
  const game = JSON.stringify(plainGame());
  const newlines = "\n".repeat(2 ** 24);
  assert.match(run(game + newlines + game).stdout, /^ok draws=0 .*\nok draws=0 .*\n$/);
  assert.match(run(newlines).stdout, /^failed file: not JSON: line 16777217, column 1: /);
  const array = `{"x":[${"1,".repeat(2 ** 22)}`;
  assert.match(run(array).stdout, /^failed file: not JSON: line 1, column 8388615: /);
});
