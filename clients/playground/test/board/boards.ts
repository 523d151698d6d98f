// Boards for tests, written as the first field of a FEN.
import type { BoardJson, CellJson } from "@arbiter-chess/client";

import { squareAt } from "../../src/web/board/squares.js";

/** The letters of Chakart's immobilised pieces, with the ordinary letters of the same pieces. */
export const IMMOBILISED: Record<string, string> = {
  S: "P",
  U: "R",
  O: "N",
  C: "B",
  T: "Q",
  L: "K",
};

function cellOf(variant: string, token: string): CellJson {
  const capital = token.toUpperCase();
  const color = token === capital ? "COLOR_WHITE" : "COLOR_BLACK";
  if (variant !== "chakart") {
    return { piece: token.endsWith("~") ? `${capital.charAt(0)}~` : capital, color };
  }
  if (token === "?") return { leftUnseen: true };
  if ("mdwe".includes(token)) return { object: token };
  if (capital === "I") return { piece: "Q", color, hidden: true };
  const piece = IMMOBILISED[capital];
  if (piece !== undefined) return { piece, color, immobilised: true };
  return { piece: capital, color };
}

/** Returns the board as the service does, but without regions and check. */
export function boardOf(variant: string, field: string): BoardJson {
  const rows = field.split("/").reverse();
  const cells: CellJson[] = [];
  let files = 0;
  for (const [rank, row] of rows.entries()) {
    let file = 0;
    for (const token of row.match(/\d+|[A-Za-z]~?|\?/g) ?? []) {
      if (/\d/.test(token)) file += Number(token);
      else cells.push({ square: squareAt(file++, rank), ...cellOf(variant, token) });
    }
    files = file;
  }
  return { files, ranks: rows.length, cells };
}
