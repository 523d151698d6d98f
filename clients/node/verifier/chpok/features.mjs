import { Refusal } from "../failure.mjs";
import { quoted } from "../printable.mjs";
import { readNumber } from "./numbers.mjs";

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
