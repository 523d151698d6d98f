import { say, sayOr } from "../words/words.js";

/** The extraordinary features of P9, in the order in which they are written. */
interface NumberFeature {
  name: string;
  least: number;
  most: number;
  usual: number;
}

export const NUMBER_FEATURES: readonly NumberFeature[] = [
  { name: "width", least: 6, most: 10, usual: 8 },
  { name: "moves", least: 10, most: 888, usual: 888 },
  { name: "undo", least: 0, most: 5, usual: 0 },
  { name: "castlings", least: 0, most: 5, usual: 1 },
];

export const NO_POINTS = "0000000";

export const SWITCH_FEATURES = [
  "hill", "racing", "cruel", "superqueen", "cornerbishop", "backpawn", "newborn", "remove", "skip",
  "nopromoteking", "noenpassant",
] as const;

const ORDER = ["width", "moves", "undo", "points", "castlings", ...SWITCH_FEATURES];

/** What differs from the defaults: numbers and points as texts, switches as "". */
export type Features = ReadonlyMap<string, string>;

const usualOf = (name: string): string | undefined =>
  name === "points" ? NO_POINTS
    : NUMBER_FEATURES.find((feature) => feature.name === name)?.usual.toString();

/** As a bid writes them: `width=10,undo=2,hill`; `-` for none. */
export function featuresText(features: Features): string {
  const parts = ORDER
    .filter((name) => features.has(name) && features.get(name) !== usualOf(name))
    .map((name) => (features.get(name) === "" ? name : `${name}=${features.get(name)}`));
  return parts.join(",") || "-";
}

/** Reads what `featuresText` writes; parts that are no features are left out. */
export function readFeatures(text: string): Features {
  const features = new Map<string, string>();
  for (const part of text.split(",")) {
    const [name = "", value = ""] = part.trim().split("=");
    if (ORDER.includes(name)) features.set(name, value);
  }
  return features;
}

/** With one feature changed; `undefined` takes it back to its default. */
export function withFeature(
  features: Features, name: string, value: string | undefined,
): Features {
  const changed = new Map(features);
  if (value === undefined) changed.delete(name);
  else changed.set(name, value);
  return changed;
}

/** Features in words, such as `Files of the board: 10, Passing is allowed`. */
export function featureWords(text: string): string {
  const parts = [...readFeatures(text)].map(([name, value]) => {
    const label = sayOr(`feature.${name}`, name);
    return value === "" ? label : `${label}: ${value}`;
  });
  return parts.join(", ") || say("outcome.noFeatures");
}
