// The stream of ruling R1 by node:crypto, at once: what tests make games with, and what the
// verifier's own stream has to agree with.

import { createHmac } from "node:crypto";

const STREAM = "arbiter-rng-1";

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
