import type { BidTemplateJson, GameOptionsJson, OptionJson } from "@arbiter-chess/client";

import { featureWords } from "../../chpok/features.js";
import { say, sayOr } from "../../words/words.js";

export const TARGETS = ["white", "time", "home", "xf"] as const;
export type Target = (typeof TARGETS)[number];

export const PIECE_LETTERS = "KQRBDNP";

/** The values in the form for a raise. */
export interface Raise {
  target: Target;
  chips: number;
  minutes: number;
  bonus: number;
  row: string;
  /** The features as `featuresText` writes them. */
  features: string;
}

/** Formats the outcome that a raise names, as in a bid. The outcome of `white` is empty. */
function outcomeOf(raise: Raise): string {
  switch (raise.target) {
    case "white": return "";
    case "time": return `${raise.minutes}+${raise.bonus}`;
    case "home": return raise.row;
    case "xf": return raise.features;
  }
}

/** Returns the action text of a raise, such as `raise time +3 5+2`. */
export function raiseText(raise: Raise): string {
  const outcome = outcomeOf(raise);
  return `raise ${raise.target} +${raise.chips}${outcome && ` ${outcome}`}`;
}

export const canRaise = (bid: BidTemplateJson | undefined): boolean =>
  bid?.minRaise !== undefined && bid.maxRaise !== undefined;

/** The error in a home row: a wrong length, or a missing king. */
type RowFault = "length" | "king";

export function rowFault(row: string, width: number): RowFault | undefined {
  if (row.length !== width) return "length";
  return row.includes("K") ? undefined : "king";
}

/** Keeps only the letters of pieces, as capitals, and at most `width` of them. */
export const cleanRow = (text: string, width: number): string =>
  [...text.toUpperCase()].filter((letter) => PIECE_LETTERS.includes(letter))
    .slice(0, width).join("");

/** The default home rows by width (P7). */
const DEFAULT_ROWS: Readonly<Record<number, string>> = {
  6: "RNQKNR", 7: "RNBQKNR", 8: "RNBQKBNR", 9: "RNBDQKBNR", 10: "RNBDQKDBNR",
};

export const defaultRow = (width: number): string => DEFAULT_ROWS[width] ?? "";

/** The limits of bids in a game (P4, P9). */
export interface BidLimits {
  maxMinutes: number;
  maxBonus: number;
  minMoves: number;
}

/** Returns the limits in the game's options, or else the variant's defaults. */
export function bidLimits(options: readonly OptionJson[], chosen: GameOptionsJson): BidLimits {
  const defaultOf = (name: string) =>
    Number(options.find((option) => option.name === name)?.defaultValue ?? 0);
  return {
    maxMinutes: chosen.chpok?.minutesMax ?? defaultOf("minutes_max"),
    maxBonus: chosen.chpok?.bonusMax ?? defaultOf("bonus_max"),
    minMoves: chosen.chpok?.moveLimitMin ?? defaultOf("move_limit_min"),
  };
}

/** Describes a time control such as `5+3` in words. */
function timeWords(text: string): string {
  const [minutes = "", bonus = "0"] = text.split("+");
  return say("outcome.minutes", { minutes, bonus });
}

/** Describes the current outcome of a target in words. */
export function outcomeWords(target: string, outcome: string): string {
  if (target === "xf") return featureWords(outcome);
  if (outcome === "-" || outcome === "") return say("outcome.none");
  if (target === "time") return timeWords(outcome);
  return target === "white" ? sayOr(`side.${outcome}`, outcome) : outcome;
}
