import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";

import { RandomStream, drawIndex } from "../random_stream.mjs";
import { wordStream } from "./node_words.mjs";

const SEED = Uint8Array.from({ length: 32 }, (_, index) => index);
const PLACE = { purpose: "bid", turn: 0, action: 0 };

const take = (count, nextWord) => Array.from({ length: count }, () => nextWord());
const fromList = (words) => () => words.shift();

async function wordsOf({ seed = SEED, variant = "chpok", count = 4, ...place }) {
  const stream = await RandomStream.of({ subtle: webcrypto.subtle, seed, variant });
  return stream.run(() => take(count, stream.words({ ...PLACE, ...place })));
}

test("R1: the words match those of P29", async () => {
  assert.deepEqual(await wordsOf({ count: 6 }), [
    0xda53be2b71026c6an, 0x8f185a081890437bn, 0x2b5054a1790e2a60n, 0x2fbfc1012dcf59d5n,
    0x84c5f425a300ba7cn, 0x5894625016526e03n,
  ]);
  assert.deepEqual(await wordsOf({ purpose: "setup" }), [
    0x7fb814774341ce97n, 0x6da336fe7b4f88f5n, 0x19e1d7e925d8df01n, 0x6ac1a0277523b705n,
  ]);
  assert.deepEqual(await wordsOf({ turn: 2 ** 32 + 5, action: 1, count: 2 }), [
    0xb896607652a97baan, 0xb2f52fa0798e3a61n,
  ]);
});

test("R1: the words match those of node:crypto at any place of the stream", async () => {
  for (const place of [{ turn: 3, action: 2 }, { turn: 2 ** 40, action: 2 ** 32 - 1 }]) {
    const expected = take(13, wordStream({ seed: SEED, variant: "chpok", ...PLACE, ...place }));
    assert.deepEqual(await wordsOf({ ...place, count: 13 }), expected);
  }
});

test("R1: each part of the message changes the words", async () => {
  const blocks = await Promise.all([
    {}, { variant: "chakart" }, { purpose: "move" }, { turn: 1 }, { action: 1 },
    { seed: SEED.subarray(1) },
  ].map(wordsOf));
  assert.equal(new Set(blocks.map((words) => words.join())).size, blocks.length);
});

test("a step is repeated until no block is missing, and always gets the same words", async () => {
  const stream = await RandomStream.of({ subtle: webcrypto.subtle, seed: SEED, variant: "chpok" });
  const attempts = [];
  const result = await stream.run(() => {
    const nextWord = stream.words(PLACE);
    const words = [];
    attempts.push(words);
    while (words.length < 9) words.push(nextWord());
    return words.length;
  });
  assert.equal(result, 9);
  assert.deepEqual(attempts.map((words) => words.length), [0, 4, 8, 9]);
  for (const words of attempts) assert.deepEqual(words, attempts[3].slice(0, words.length));
});

test("a step that fails for another reason is not repeated", async () => {
  const stream = await RandomStream.of({ subtle: webcrypto.subtle, seed: SEED, variant: "chpok" });
  let attempts = 0;
  await assert.rejects(
    stream.run(() => {
      attempts += 1;
      throw new RangeError("another reason");
    }),
    RangeError);
  assert.equal(attempts, 1);
});

test("R2: the index is the word modulo the number of candidates", () => {
  assert.equal(drawIndex(8, fromList([13n])), 5);
  assert.equal(drawIndex(64, fromList([(1n << 64n) - 1n])), 63);
});

test("R2: words that would favour the first candidates are skipped", () => {
  const limit = 2n ** 64n - 1n;  // 2^64 is 3 · 6148914691236517205 + 1
  const words = [limit, limit, limit - 1n, 7n];
  assert.equal(drawIndex(3, fromList(words)), 2);
  assert.deepEqual(words, [7n]);
});

test("R2: a single candidate is chosen without consuming a word", () => {
  assert.equal(drawIndex(1, () => assert.fail("a word was consumed")), 0);
});
