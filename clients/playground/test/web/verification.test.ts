import assert from "node:assert/strict";
import { createHash, webcrypto } from "node:crypto";
import { before, test } from "node:test";

import type { GameFileJson } from "@arbiter-chess/client";

import type { GameView } from "../../src/shared/api.js";
import { bytesOfHex, checkGame, fingerprint } from "../../src/web/game/fairness/verification.js";

const SEED = "000102030405060708090a0b0c0d0e0f";
const COMMITMENT = createHash("sha256").update(Buffer.from(SEED, "hex")).digest("hex");
const base64 = (hex: string) => Buffer.from(hex, "hex").toString("base64");

/** A game in which White's rook opens an egg, whose content follows from the seed. */
const gameFile = (egg: string): GameFileJson => ({
  variant: "chakart",
  record: { actions: ["g1f3", "e7e5", `h1g1{${egg}}`, "resign"], seed: base64(SEED) },
  commitment: base64(COMMITMENT),
  claimedResult: "RESULT_WHITE_WINS",
});

const view = (commitment = COMMITMENT): GameView => ({
  id: "g", revision: 4, variant: "chakart", mode: "hotseat", options: {},
  seats: [{ side: "white", holder: "you" }, { side: "black", holder: "you" }],
  state: {
    fen: 'rnbqkbnr/pppP1ppp/4m3/4p3/8/5N2/PPPPPPPP/RNBQKBR1 b 3 {"flags":"1111"}',
    adjudication: { result: "RESULT_WHITE_WINS" }, chakart: {},
  },
  legal: {}, log: [], logStart: 0, thinking: false,
  randomness: { commitment, seed: SEED, setupDraws: [] },
});

const DRAWN = "egg=luigi,on=d7";

before(() => {
  // Node 18 has no global Web Crypto.
  if (!("crypto" in globalThis)) Object.assign(globalThis, { crypto: webcrypto });
});

test("the fingerprint is the SHA-256 of the seed's bytes (R3)", async () => {
  assert.equal(await fingerprint(bytesOfHex("616263")),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("an honest game passes all steps (R4)", async () => {
  const steps = await checkGame(view(), gameFile(DRAWN), COMMITMENT);
  assert.deepEqual(steps.map(({ isOk }) => isOk), [true, true, true, true]);
  assert.match(steps[2]!.text, /\(2\)/);
});

test("an egg that the seed does not draw is detected, with its action", async () => {
  const steps = await checkGame(view(), gameFile("egg=koopa"), null);
  const wrong = steps.filter(({ isOk }) => !isOk);
  assert.equal(wrong.length, 1);
  assert.match(wrong[0]!.reason ?? "", /^action 2: /);
});

test("a commitment that has changed since the game was opened is detected", async () => {
  const [remembered, own] = await checkGame(view(), gameFile(DRAWN), "another");
  assert.deepEqual([remembered!.isOk, own!.isOk], [false, true]);
});

test("a commitment that does not match the seed is detected", async () => {
  const other = "00".repeat(32);
  const [remembered, own] = await checkGame(view(other), gameFile(DRAWN), other);
  assert.deepEqual([remembered!.isOk, own!.isOk], [true, false]);
});

test("an end that differs from the one shown is detected", async () => {
  const shown = view();
  shown.state.fen = "8/8/8/8/8/8/8/8 w 0";
  const end = (await checkGame(shown, gameFile(DRAWN), COMMITMENT)).at(-1);
  assert.equal(end?.isOk, false);
});

test("in games without random draws only the seed is checked", async () => {
  const steps = await checkGame({ ...view(), variant: "makruk" }, {}, COMMITMENT);
  assert.deepEqual(steps.map(({ isOk }) => isOk), [true, true]);
});
