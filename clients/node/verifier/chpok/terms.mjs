// The terms of a game, which bids or options decide: its time control, home row and features.

import { Refusal, quoted } from "../failure.mjs";

/** The form of an integer: without leading zeros, with a sign only if it is negative. */
const NUMBER = "(?:0|-?[1-9]\\d*)";

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

/** P4: the candidates of the random draw for a match on `time`. */
export const DRAWN_TIME_CONTROLS = [
  "1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "30+20",
];

/** The maximum minutes and bonus seconds of a time control. The limits of a bid can be lower. */
export const MAX_MINUTES = 1000;
export const MAX_BONUS = 3600;

export function readTimeControl(text, { minutesMax = MAX_MINUTES, bonusMax = MAX_BONUS } = {}) {
  const parts = text.split("+");
  if (parts.length !== 2) throw new Refusal(`time ${quoted(text)}: must be minutes+bonus (P4)`);
  return {
    minutes: readNumber(parts[0], [1, minutesMax], "minutes (P4)"),
    bonus: readNumber(parts[1], [0, bonusMax], "bonus (P4)"),
  };
}

export const printTimeControl = ({ minutes, bonus }) => `${minutes}+${bonus}`;

/** P7: the default rows by width. */
const DEFAULT_ROWS = {
  6: "RNQKNR", 7: "RNBQKNR", 8: "RNBQKBNR", 9: "RNBDQKBNR", 10: "RNBDQKDBNR",
};

export const defaultRow = (width) => DEFAULT_ROWS[width];

export const isDefaultRow = (row) => Object.values(DEFAULT_ROWS).includes(row);

/** P7: reads a home row. */
export function readHomeRow(text) {
  if (!/^[KQRBDNP]{6,10}$/.test(text)) {
    throw new Refusal(`home row ${quoted(text)}: must be 6 to 10 pieces (P7)`);
  }
  if (!text.includes("K")) throw new Refusal("home row: must contain a king (P7)");
  return text;
}

/** P8: returns the row that is used on a board of this width. */
export const playedRow = (row, width) => (row.length === width ? row : defaultRow(width));

/** P9: the default values of the features, in their order. */
export const DEFAULTS = Object.freeze({
  width: 8, moves: 888, undo: 0, points: "0000000", castlings: 1, hill: false, racing: false,
  cruel: false, superqueen: false, cornerbishop: false, backpawn: false, newborn: false,
  remove: false, skip: false, nopromoteking: false, noenpassant: false,
});

const RANGES = { width: [6, 10], moves: [10, 888], undo: [0, 5], castlings: [0, 5] };

const isSwitch = (name) => typeof DEFAULTS[name] === "boolean";

/** Reads features in any order. Throws a Refusal if one is unknown or given twice. */
export function readFeatures(text) {
  const features = { ...DEFAULTS };
  if (text === "-") return features;
  const seen = new Set();
  for (const part of text.split(",")) {
    const [, name, value] = /^([a-z]+)(?:=(.*))?$/s.exec(part) ?? [];
    if (!Object.hasOwn(DEFAULTS, name ?? "")) {
      throw new Refusal(`unknown feature ${quoted(part)} (P9)`);
    }
    if (seen.has(name)) throw new Refusal(`the feature ${name} is given twice (P9)`);
    seen.add(name);
    features[name] = readFeature(name, value);
  }
  return features;
}

/** Reads the value of a feature. Its text is undefined if the feature is only named. */
export function readFeature(name, text) {
  if (isSwitch(name)) {
    if (text !== undefined) throw new Refusal(`${name} takes no value (P9)`);
    return true;
  }
  if (text === undefined) throw new Refusal(`${name} needs a value (P9)`);
  return name === "points" ? readPoints(text) : readNumber(text, RANGES[name], `${name} (P9)`);
}

function readPoints(text) {
  if (!/^\d{7}$/.test(text)) throw new Refusal("points (P9): must be seven digits");
  return text;
}

/** Prints the features that differ from their defaults, in their order. */
export function printFeatures(features) {
  const parts = Object.keys(DEFAULTS)
    .filter((name) => features[name] !== DEFAULTS[name])
    .map((name) => (isSwitch(name) ? name : `${name}=${features[name]}`));
  return parts.join(",") || "-";
}
