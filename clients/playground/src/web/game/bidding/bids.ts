import type { BidTemplateJson } from "@arbiter-chess/client";

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
export function outcomeOf(raise: Raise): string {
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
export type RowFault = "length" | "king";

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
