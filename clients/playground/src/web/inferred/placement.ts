// What stands where, read from a FEN's first field.
import type { Placement } from "../board/position.js";
import { squareAt } from "../board/squares.js";

interface Spelling {
  objects: string;
  immobilised: Record<string, string>;
  hidden: string;
  unknown: string;
  /** Letters behind `+`. */
  promoted: Record<string, string>;
  /** Letters that a `~` may follow and that then mean another piece. */
  marked: string;
}

const PLAIN: Spelling = {
  objects: "",
  immobilised: {},
  hidden: "",
  unknown: "",
  promoted: {},
  marked: "",
};

const SPELLINGS: Record<string, Spelling> = {
  makruk: { ...PLAIN, marked: "M" },
  chak: { ...PLAIN, promoted: { P: "W", K: "D" } },
  chakart: {
    ...PLAIN,
    objects: "mdwe",
    immobilised: { S: "P", U: "R", O: "N", C: "B", T: "Q", L: "K" },
    hidden: "I",
    unknown: "?",
  },
};

/**
 * Reads the board of a FEN as Arbiter writes it, in either style. Throws an Error that names the
 * rank where it is none.
 */
export function parsePlacement(variant: string, fen: string): Placement {
  const spelling = SPELLINGS[variant] ?? PLAIN;
  const rows = (fen.split(" ")[0] ?? "").split("/");
  const placement: Placement = {
    files: 0,
    ranks: rows.length,
    pieces: new Map(),
    objects: new Map(),
    unknown: new Set(),
  };
  rows.forEach((row, index) => {
    const rank = rows.length - 1 - index;
    const files = readRow(row, rank, spelling, placement);
    if (index > 0 && files !== placement.files) {
      throw new Error(`rank ${rank + 1} of the FEN has ${files} files, others ${placement.files}`);
    }
    placement.files = files;
  });
  return placement;
}

const TOKEN = /(\d+)|\+?[A-Za-z]~?|\?/gy;

function readRow(row: string, rank: number, spelling: Spelling, placement: Placement): number {
  let file = 0;
  let read = 0;
  for (const [token, empty] of row.matchAll(TOKEN)) {
    read += token.length;
    if (empty !== undefined) {
      file += Number(empty);
      continue;
    }
    put(token, squareAt(file, rank), spelling, placement);
    ++file;
  }
  if (read !== row.length || file === 0) {
    throw new Error(`rank ${rank + 1} of the FEN cannot be read: ${row}`);
  }
  return file;
}

function put(token: string, square: string, spelling: Spelling, placement: Placement): void {
  if (token === spelling.unknown) {
    placement.unknown.add(square);
    return;
  }
  if (spelling.objects.includes(token)) {
    placement.objects.set(square, token);
    return;
  }
  const written = token.replace(/[+~]/g, "");
  const capital = written.toUpperCase();
  const hidden = capital === spelling.hidden;
  const freed = spelling.immobilised[capital];
  const raised = token.startsWith("+") ? spelling.promoted[capital] : undefined;
  const isMarked = token.endsWith("~") && spelling.marked.includes(capital);
  const marked = isMarked ? `${capital}~` : undefined;
  placement.pieces.set(square, {
    letter: hidden ? "Q" : (freed ?? raised ?? marked ?? capital),
    side: written === capital ? "white" : "black",
    immobilised: freed !== undefined,
    hidden,
  });
}
