import { say, sayOr } from "../words/words.js";

/** An extraordinary feature with a number as its value (P9). */
interface NumberFeature {
  name: string;
  min: number;
  max: number;
  default: number;
}

export const NUMBER_FEATURES: readonly NumberFeature[] = [
  { name: "width", min: 6, max: 10, default: 8 },
  { name: "moves", min: 10, max: 888, default: 888 },
  { name: "undo", min: 0, max: 5, default: 0 },
  { name: "castlings", min: 0, max: 5, default: 1 },
];

export const NO_POINTS = "0000000";

export const SWITCH_FEATURES = [
  "hill", "racing", "cruel", "superqueen", "cornerbishop", "backpawn", "newborn", "remove", "skip",
  "nopromoteking", "noenpassant",
] as const;

/** All features in the order in which they are written (P9). */
const ORDER = ["width", "moves", "undo", "points", "castlings", ...SWITCH_FEATURES];

/** The features that differ from their defaults: numbers and points as texts, switches as "". */
export type Features = ReadonlyMap<string, string>;

const defaultOf = (name: string): string | undefined =>
  name === "points" ? NO_POINTS
    : NUMBER_FEATURES.find((feature) => feature.name === name)?.default.toString();

/** Formats features as in a bid, such as `width=10,undo=2,hill`; `-` for none. */
export function featuresText(features: Features): string {
  const parts = ORDER
    .filter((name) => features.has(name) && features.get(name) !== defaultOf(name))
    .map((name) => (features.get(name) === "" ? name : `${name}=${features.get(name)}`));
  return parts.join(",") || "-";
}

/** Parses what `featuresText` writes; parts that are not features are ignored. */
export function readFeatures(text: string): Features {
  const features = new Map<string, string>();
  for (const part of text.split(",")) {
    const [name = "", value = ""] = part.trim().split("=");
    if (ORDER.includes(name)) features.set(name, value);
  }
  return features;
}

/** Returns the features with one of them changed; `undefined` restores its default. */
export function withFeature(
  features: Features, name: string, value: string | undefined,
): Features {
  const changed = new Map(features);
  if (value === undefined) changed.delete(name);
  else changed.set(name, value);
  return changed;
}

/** Describes features in words, such as `Number of files: 10, Passing is allowed`. */
export function featureWords(text: string): string {
  const parts = [...readFeatures(text)].map(([name, value]) => {
    const label = sayOr(`feature.${name}`, name);
    return value === "" ? label : `${label}: ${value}`;
  });
  return parts.join(", ") || say("outcome.noFeatures");
}
