import { createHmac } from "node:crypto";

const STREAM = "arbiter-rng-1";
const TWO_64 = 1n << 64n;

/**
 * R2: an index below `count`, from the 64-bit words that `nextWord` hands out. Words above the
 * greatest multiple of `count` are thrown away: they would favour the first candidates.
 */
export function drawIndex(count, nextWord) {
  if (count === 1) return 0;
  const n = BigInt(count);
  const limit = (TWO_64 / n) * n;
  let word = nextWord();
  while (word >= limit) word = nextWord();
  return Number(word % n);
}

/** R1: one block of four words of the stream of (purpose, turn, action). */
export function wordBlock({ seed, variant, purpose, turn, action, block }) {
  const counters = Buffer.alloc(16);
  counters.writeBigUInt64BE(BigInt(turn), 0);
  counters.writeUInt32BE(action, 8);
  counters.writeUInt32BE(block, 12);
  const digest = createHmac("sha256", seed)
    .update(`${STREAM}\0${variant}\0${purpose}\0`, "utf8")
    .update(counters)
    .digest();
  return [0, 8, 16, 24].map((offset) => digest.readBigUInt64BE(offset));
}

/** R1: the words of one (purpose, turn, action), as a function that hands out the next one. */
export function wordStream(place) {
  let block = 0;
  let words = [];
  return () => {
    if (words.length === 0) words = wordBlock({ ...place, block: block++ });
    return words.shift();
  };
}
