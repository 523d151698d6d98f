import { Refusal } from "../failure.mjs";

/** A number as texts have it: no leading zeros, a sign only where negative ones are in range. */
export const NUMBER = "(?:0|-?[1-9]\\d*)";

const WHOLE = new RegExp(`^${NUMBER}$`);

/** `what` is what the Refusal calls it. */
export function readNumber(text, [least, most], what) {
  const number = WHOLE.test(text) ? Number(text) : NaN;
  if (!(number >= least && number <= most)) throw new Refusal(`${what}: needs ${least} to ${most}`);
  return number;
}

/** Two numbers with a comma between them, under the keys of the two players. */
export function readPair(text, players, ranges, what) {
  const parts = text.split(",");
  if (parts.length !== 2) throw new Refusal(`${what}: needs two numbers`);
  return Object.fromEntries(
    players.map((player, index) => [player, readNumber(parts[index], ranges, what)]));
}

export const printPair = (pair, [first, second]) => `${pair[first]},${pair[second]}`;
