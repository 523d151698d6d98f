import assert from "node:assert/strict";
import { test } from "node:test";

import { drawIndex, wordBlock, wordStream } from "../random_stream.mjs";

const SEED = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const PLACE = { seed: SEED, variant: "chpok", purpose: "bid", turn: 0, action: 0 };

const take = (count, nextWord) => Array.from({ length: count }, () => nextWord());
const fromList = (words) => () => words.shift();

test("R1: the known answers of ruling P29", () => {
  assert.deepEqual(take(6, wordStream(PLACE)), [
    0xda53be2b71026c6an, 0x8f185a081890437bn, 0x2b5054a1790e2a60n, 0x2fbfc1012dcf59d5n,
    0x84c5f425a300ba7cn, 0x5894625016526e03n,
  ]);
  assert.deepEqual(take(4, wordStream({ ...PLACE, purpose: "setup" })), [
    0x7fb814774341ce97n, 0x6da336fe7b4f88f5n, 0x19e1d7e925d8df01n, 0x6ac1a0277523b705n,
  ]);
  assert.deepEqual(take(2, wordStream({ ...PLACE, turn: 2 ** 32 + 5, action: 1 })), [
    0xb896607652a97baan, 0xb2f52fa0798e3a61n,
  ]);
});

test("R1: each part of the message changes the words", () => {
  const blocks = [
    PLACE, { ...PLACE, variant: "chakart" }, { ...PLACE, purpose: "move" },
    { ...PLACE, turn: 1 }, { ...PLACE, action: 1 }, { ...PLACE, seed: SEED.subarray(1) },
  ].map((place) => wordBlock({ ...place, block: 0 }).join());
  assert.equal(new Set(blocks).size, blocks.length);
});

test("R2: the index is the word modulo the number of candidates", () => {
  assert.equal(drawIndex(8, fromList([13n])), 5);
  assert.equal(drawIndex(64, fromList([(1n << 64n) - 1n])), 63);
});

test("R2: words from the last, incomplete run of candidates are thrown away", () => {
  const limit = 2n ** 64n - 1n;  // 2^64 is 3 · 6148914691236517205 + 1
  const words = [limit, limit, limit - 1n, 7n];
  assert.equal(drawIndex(3, fromList(words)), 2);
  assert.deepEqual(words, [7n]);
});

test("R2: one candidate consumes nothing", () => {
  assert.equal(drawIndex(1, () => assert.fail("a word was taken")), 0);
});
