import type { GameOptionsJson, OptionJson } from "@arbiter-chess/client";

import { NUMBER_FEATURES, readFeatures, SWITCH_FEATURES } from "../chpok/features.js";

/** What was chosen, by the option's name; an option that is missing is at its default. */
export type Chosen = Readonly<Record<string, string>>;

type OptionKind = "switch" | "choice" | "number" | "features" | "text";

export function kindOf(option: OptionJson): OptionKind {
  const { values = [], maximum = 0, form = "" } = option;
  if (values.length === 2 && values.includes("true") && values.includes("false")) return "switch";
  if (values.length > 0) return "choice";
  if (maximum > 0) return "number";
  return form.includes("=") ? "features" : "text";
}

/** Options that another one needs (or excludes, with `!`) to have a say. */
const DEPENDS: Readonly<Record<string, string>> = {
  white: "skip_bidding", minutes: "skip_bidding", bonus: "skip_bidding",
  home_row: "skip_bidding", features: "skip_bidding",
  chips: "!skip_bidding", minutes_max: "!skip_bidding", bonus_max: "!skip_bidding",
  move_limit_min: "!skip_bidding",
};

/** Whether an option has a say beside what else was chosen. */
export function isApplicable(name: string, chosen: Chosen): boolean {
  const needed = DEPENDS[name];
  if (needed === undefined) return true;
  const isExcluded = needed.startsWith("!");
  return (chosen[needed.replace("!", "")] === "true") !== isExcluded;
}

const camelCase = (name: string) =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Enumerations of the API that are not called as their option is. */
const ENUMS: Readonly<Record<string, string>> = { white: "BIDDER" };

type Json = string | number | boolean | { [name: string]: Json };

function jsonOf(option: OptionJson, value: string): Json {
  const name = option.name ?? "";
  switch (kindOf(option)) {
    case "switch": return value === "true";
    case "number": return Number(value);
    case "choice": return `${ENUMS[name] ?? name.toUpperCase()}_${value.toUpperCase()}`;
    case "features": return featuresJson(value);
    case "text": return value;
  }
}

function featuresJson(text: string): Json {
  const json: Record<string, Json> = {};
  const numbers = NUMBER_FEATURES.map(({ name }) => name);
  for (const [name, value] of readFeatures(text)) {
    if (numbers.includes(name)) json[name] = Number(value);
    else json[name] = SWITCH_FEATURES.some((feature) => feature === name) ? true : value;
  }
  return json;
}

/** The options of a new game: what differs from the defaults and has a say. */
export function gameOptions(
  variantId: string, options: readonly OptionJson[], chosen: Chosen,
): GameOptionsJson {
  const own: Record<string, Json> = {};
  const shared: Record<string, Json> = {};
  for (const option of options) {
    const { name = "", defaultValue = "" } = option;
    const value = chosen[name] ?? defaultValue;
    if (value === defaultValue || value === "" || !isApplicable(name, chosen)) continue;
    (name === "draw_policy" ? shared : own)[camelCase(name)] = jsonOf(option, value);
  }
  if (Object.keys(own).length > 0) shared[variantId] = own;
  return shared as GameOptionsJson;
}
