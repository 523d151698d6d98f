// The stream of R1, computed synchronously with node:crypto. Tests make games with it, and compare
// the verifier's own stream with it.

import { createHmac } from "node:crypto";

const STREAM = "arbiter-rng-1";

/** R1: returns one block of four words of the stream of (purpose, turn, action). */
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

/** R1: returns a function that returns the next word of (purpose, turn, action) at each call. */
export function wordStream(place) {
  let block = 0;
  let words = [];
  return () => {
    if (words.length === 0) words = wordBlock({ ...place, block: block++ });
    return words.shift();
  };
}
