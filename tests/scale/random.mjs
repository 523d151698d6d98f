/**
 * Returns a generator of random numbers that is the same on every machine: it uses only additions, products and
 * square roots, whose results IEEE 754 prescribes.
 */
export const makeRandom = (seed) => {
  let state = seed >>> 0;
  /** Returns a number from 0 to 1, without 1 (mulberry32). */
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  /** Returns a number with mean 0 and variance 1 whose distribution is nearly normal. */
  const normal = () => {
    let sum = -6;
    for (let i = 0; i < 12; ++i) sum += uniform();
    return sum;
  };
  return {
    uniform,
    normal,
    /** Returns the number of arrivals for which many are expected. */
    count: (mean) => Math.max(0, Math.round(mean + Math.sqrt(mean) * normal())),
  };
};
