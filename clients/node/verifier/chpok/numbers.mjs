import { Refusal } from "../failure.mjs";

/** The form of an integer: without leading zeros, with a sign only if it is negative. */
export const NUMBER = "(?:0|-?[1-9]\\d*)";

const WHOLE = new RegExp(`^${NUMBER}$`);

/** Reads an integer within a range. Throws a Refusal that begins with `name`. */
export function readNumber(text, [min, max], name) {
  const number = WHOLE.test(text) ? Number(text) : NaN;
  if (!(number >= min && number <= max)) {
    throw new Refusal(`${name}: must be from ${min} to ${max}`);
  }
  return number;
}

/** Reads two integers with a comma between them into an object with the players as keys. */
export function readPair(text, players, range, name) {
  const parts = text.split(",");
  if (parts.length !== 2) throw new Refusal(`${name}: must be two numbers`);
  return Object.fromEntries(
    players.map((player, index) => [player, readNumber(parts[index], range, name)]));
}

export const printPair = (pair, [first, second]) => `${pair[first]},${pair[second]}`;
