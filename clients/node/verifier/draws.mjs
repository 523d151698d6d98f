/**
 * The draws of one action (or of the set-up), in the order in which they fall. `chooseIndex(n)`
 * decides: the seed's stream in a verification, every index in turn in an enumeration.
 */
export class Draws {
  #chooseIndex;
  #parts = [];
  count = 0;

  constructor(chooseIndex) {
    this.#chooseIndex = chooseIndex;
  }

  /** R2: one candidate is no choice; it consumes nothing. */
  pick(candidates) {
    if (candidates.length === 1) return candidates[0];
    this.count += 1;
    return candidates[this.#chooseIndex(candidates.length)];
  }

  /** H20: a draw of an action, which its text shows as `key=name`. */
  pickNamed(key, candidates, nameOf = (candidate) => candidate) {
    const picked = this.pick(candidates);
    if (candidates.length > 1) this.#parts.push(`${key}=${nameOf(picked)}`);
    return picked;
  }

  /** The outcome block as the action text carries it; empty where nothing was drawn. */
  block() {
    return this.#parts.length === 0 ? "" : `{${this.#parts.join(",")}}`;
  }
}
