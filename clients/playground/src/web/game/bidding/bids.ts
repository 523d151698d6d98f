import type { BidTemplateJson, GameOptionsJson, OptionJson } from "@arbiter-chess/client";

import { featureWords } from "../../chpok/features.js";
import { say, sayOr } from "../../words/words.js";

export const TARGETS = ["white", "time", "home", "xf"] as const;
export type Target = (typeof TARGETS)[number];

export const PIECE_LETTERS = "KQRBDNP";

/** A raise as its form holds it. */
export interface Raise {
  target: Target;
  chips: number;
  minutes: number;
  bonus: number;
  row: string;
  /** As `featuresText` writes them. */
  features: string;
}

/** What a raise brings about, as bids write it; empty for `white`. */
function outcomeOf(raise: Raise): string {
  switch (raise.target) {
    case "white": return "";
    case "time": return `${raise.minutes}+${raise.bonus}`;
    case "home": return raise.row;
    case "xf": return raise.features;
  }
}

/** The action text. Example: `raise time +3 5+2`. */
export function raiseText(raise: Raise): string {
  const outcome = outcomeOf(raise);
  return `raise ${raise.target} +${raise.chips}${outcome && ` ${outcome}`}`;
}

export const mayRaise = (bid: BidTemplateJson | undefined): boolean =>
  bid?.raiseLeast !== undefined && bid.raiseMost !== undefined;

/** What is wrong with a row while it is typed. */
type RowFault = "length" | "king";

export function rowFault(row: string, width: number): RowFault | undefined {
  if (row.length !== width) return "length";
  return row.includes("K") ? undefined : "king";
}

/** Only letters of pieces, as capitals, as many as fit. */
export const cleanRow = (text: string, width: number): string =>
  [...text.toUpperCase()].filter((letter) => PIECE_LETTERS.includes(letter))
    .slice(0, width).join("");

/** P7. */
const DEFAULT_ROWS: Readonly<Record<number, string>> = {
  6: "RNQKNR", 7: "RNBQKNR", 8: "RNBQKBNR", 9: "RNBDQKBNR", 10: "RNBDQKDBNR",
};

export const defaultRow = (width: number): string => DEFAULT_ROWS[width] ?? "";

/** What bids may ask for in this game (P4, P9). */
export interface BidLimits {
  /** Most minutes. */
  minutes: number;
  /** Most bonus seconds. */
  bonus: number;
  /** Least move limit. */
  moves: number;
}

/** From the game's options, and the variant's defaults where the game does not differ. */
export function bidLimits(options: readonly OptionJson[], chosen: GameOptionsJson): BidLimits {
  const usual = (name: string) =>
    Number(options.find((option) => option.name === name)?.defaultValue ?? 0);
  return {
    minutes: chosen.chpok?.minutesMax ?? usual("minutes_max"),
    bonus: chosen.chpok?.bonusMax ?? usual("bonus_max"),
    moves: chosen.chpok?.moveLimitMin ?? usual("move_limit_min"),
  };
}

/** A time control such as `5+3` in words. */
export function timeWords(text: string): string {
  const [minutes = "", bonus = "0"] = text.split("+");
  return say("outcome.minutes", { minutes, bonus });
}

/** The outcome of a target as it stands in a bidding. */
export function outcomeWords(target: string, outcome: string): string {
  if (target === "xf") return featureWords(outcome);
  if (outcome === "-" || outcome === "") return say("outcome.none");
  if (target === "time") return timeWords(outcome);
  return target === "white" ? sayOr(`side.${outcome}`, outcome) : outcome;
}
