import { Refusal } from "../failure.mjs";
import { quoted } from "../printable.mjs";

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
