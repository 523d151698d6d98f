import type { GameOptionsJson, OptionJson } from "@arbiter-chess/client";

import { NUMBER_FEATURES, readFeatures, SWITCH_FEATURES } from "../chpok/features.js";
import { isTimeControlForm, readTimeControl, timeControlJson } from "./time_control.js";

/** The chosen values by option name. An option that is missing has its default. */
export type Chosen = Readonly<Record<string, string>>;

type OptionKind = "switch" | "choice" | "number" | "features" | "clock" | "text";

export function kindOf(option: OptionJson): OptionKind {
  const { values = [], maximum = 0, form = "" } = option;
  if (values.length === 2 && values.includes("true") && values.includes("false")) return "switch";
  if (values.length > 0) return "choice";
  if (maximum > 0) return "number";
  if (isTimeControlForm(form)) return "clock";
  return form.includes("=") ? "features" : "text";
}

/** For each option that depends on another one: the option that must be set or, with `!`, unset. */
const DEPENDENCIES: Readonly<Record<string, string>> = {
  white: "skip_bidding", minutes: "skip_bidding", bonus: "skip_bidding",
  home_row: "skip_bidding", features: "skip_bidding",
  chips: "!skip_bidding", minutes_max: "!skip_bidding", bonus_max: "!skip_bidding",
  move_limit_min: "!skip_bidding",
};

/** Whether an option has an effect, given the other choices. */
export function isApplicable(name: string, chosen: Chosen): boolean {
  const needed = DEPENDENCIES[name];
  if (needed === undefined) return true;
  const isExcluded = needed.startsWith("!");
  return (chosen[needed.replace("!", "")] === "true") !== isExcluded;
}

const camelCase = (name: string) =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The API's enumerations that are not named after their option. */
const ENUMS: Readonly<Record<string, string>> = { white: "BIDDER" };

type Json = string | number | boolean | { [name: string]: Json };

function jsonOf(option: OptionJson, value: string): Json {
  const name = option.name ?? "";
  switch (kindOf(option)) {
    case "switch": return value === "true";
    case "number": return Number(value);
    case "choice": return `${ENUMS[name] ?? name.toUpperCase()}_${value.toUpperCase()}`;
    case "features": return featuresJson(value);
    case "clock": return clockJson(value);
    case "text": return value;
  }
}

function clockJson(text: string): Json {
  const control = readTimeControl(text);
  return control === undefined ? {} : { ...timeControlJson(control) };
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

/** The options of every variant, which are not in the message of their variant. */
const SHARED = new Set(["draw_policy", "clock"]);

/** Returns the options of a new game that differ from their defaults and have an effect. */
export function gameOptions(
  variantId: string, options: readonly OptionJson[], chosen: Chosen,
): GameOptionsJson {
  const own: Record<string, Json> = {};
  const shared: Record<string, Json> = {};
  for (const option of options) {
    const { name = "", defaultValue = "" } = option;
    const value = chosen[name] ?? defaultValue;
    if (value === defaultValue || value === "" || !isApplicable(name, chosen)) continue;
    (SHARED.has(name) ? shared : own)[camelCase(name)] = jsonOf(option, value);
  }
  if (Object.keys(own).length > 0) shared[variantId] = own;
  return shared as GameOptionsJson;
}
