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
