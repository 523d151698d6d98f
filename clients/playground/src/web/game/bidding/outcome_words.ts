import { say, sayOr } from "../../words/words.js";
import { readFeatures } from "../../chpok/features.js";

/** A time control such as `5+3` in words. */
export function timeWords(text: string): string {
  const [minutes = "", bonus = "0"] = text.split("+");
  return say("outcome.minutes", { minutes, bonus });
}

/** Features in words, such as `Files of the board: 10, Passing is allowed`. */
export function featureWords(text: string): string {
  const parts = [...readFeatures(text)].map(([name, value]) => {
    const label = sayOr(`feature.${name}`, name);
    return value === "" ? label : `${label}: ${value}`;
  });
  return parts.join(", ") || say("outcome.noFeatures");
}

/** The outcome of a target as it stands in a bidding. */
export function outcomeWords(target: string, outcome: string): string {
  if (target === "xf") return featureWords(outcome);
  if (outcome === "-" || outcome === "") return say("outcome.none");
  if (target === "time") return timeWords(outcome);
  return target === "white" ? sayOr(`side.${outcome}`, outcome) : outcome;
}
