const STREAM = "arbiter-rng-1";
const TWO_64 = 1n << 64n;

/**
 * R2: returns an index below `count` from the 64-bit words of `nextWord`. Words at or above the
 * greatest multiple of `count` up to 2^64 are skipped, because they would favour the first
 * candidates.
 */
export function drawIndex(count, nextWord) {
  if (count === 1) return 0;
  const n = BigInt(count);
  const limit = (TWO_64 / n) * n;
  let word = nextWord();
  while (word >= limit) word = nextWord();
  return Number(word % n);
}

/** The error for a step that needs words that have not been computed yet. */
class MissingBlock extends Error {
  constructor(place) {
    super("a block of the stream is missing");
    this.place = place;
  }
}

/**
 * R1: the stream of one game. Web Crypto computes its blocks of four words asynchronously, but the
 * rules need words synchronously. A step that needs a missing block is therefore aborted, and runs
 * again when the block has been computed.
 */
export class RandomStream {
  #subtle;
  #key;
  #variant;
  #blocks = new Map();

  /** Makes the stream. `subtle` is `crypto.subtle`; `seed` and `variant` are inputs of R1. */
  static async of({ subtle, seed, variant }) {
    const stream = new RandomStream();
    stream.#subtle = subtle;
    stream.#variant = variant;
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    stream.#key = await subtle.importKey("raw", seed, algorithm, false, ["sign"]);
    return stream;
  }

  /** Returns the result of `step`, which must not have side effects before it has all its words. */
  async run(step) {
    for (;;) {
      try {
        return step();
      } catch (error) {
        if (!(error instanceof MissingBlock)) throw error;
        this.#blocks.set(keyOf(error.place), await this.#blockAt(error.place));
      }
    }
  }

  /** Returns a function that returns the next word of one (purpose, turn, action) at each call. */
  words(place) {
    let block = 0;
    let words = [];
    return () => {
      if (words.length === 0) words = [...this.#knownBlock({ ...place, block: block++ })];
      return words.shift();
    };
  }

  #knownBlock(place) {
    const words = this.#blocks.get(keyOf(place));
    if (words === undefined) throw new MissingBlock(place);
    return words;
  }

  async #blockAt(place) {
    const message = messageOf({ ...place, variant: this.#variant });
    const digest = new DataView(await this.#subtle.sign("HMAC", this.#key, message));
    return [0, 8, 16, 24].map((offset) => digest.getBigUint64(offset));
  }
}

const keyOf = ({ purpose, turn, action, block }) => `${purpose} ${turn} ${action} ${block}`;

function messageOf({ variant, purpose, turn, action, block }) {
  const text = new TextEncoder().encode(`${STREAM}\0${variant}\0${purpose}\0`);
  const message = new Uint8Array(text.length + 16);
  message.set(text);
  const counters = new DataView(message.buffer, text.length);
  counters.setBigUint64(0, BigInt(turn));
  counters.setUint32(8, action);
  counters.setUint32(12, block);
  return message;
}

/**
 * The random draws of one action or of the set-up, in order. For each draw, `chooseIndex(count)`
 * returns the index of the chosen candidate: one from the seed's stream in a verification, and
 * every index in turn in an enumeration.
 */
export class Draws {
  #chooseIndex;
  #parts = [];
  count = 0;

  constructor(chooseIndex) {
    this.#chooseIndex = chooseIndex;
  }

  /** R2: a single candidate is not a random draw and consumes nothing. */
  pick(candidates) {
    if (candidates.length === 1) return candidates[0];
    this.count += 1;
    return candidates[this.#chooseIndex(candidates.length)];
  }

  /** H20: makes a draw that the action text shows as `key=name`. */
  pickNamed(key, candidates, nameOf = (candidate) => candidate) {
    const picked = this.pick(candidates);
    if (candidates.length > 1) this.#parts.push(`${key}=${nameOf(picked)}`);
    return picked;
  }

  /** Returns the outcomes as they appear in the action text, or "" if nothing was drawn. */
  block() {
    return this.#parts.length === 0 ? "" : `{${this.#parts.join(",")}}`;
  }
}
