import { Refusal } from "../failure.mjs";
import { EMPTY, OBJECT_LETTERS, PIECE_LETTERS, colourOf, isHidden } from "./pieces.mjs";
import { Position, resultOf } from "./position.mjs";
import { ALL_SQUARES, nameOf, squareOf } from "./squares.mjs";

export const STANDARD_START =
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"1111"}';

const FIELDS = /^(\S+) ([wb]) (0|[1-9]\d*)(?: (\{.*\}))?$/;
const PENDING =
  /^(?:promotion:[a-h][18]|(?:promotion:[a-h][18],)?(?:swap|again|drop:[qrnbk]))$/;
const CONTENTS = OBJECT_LETTERS + PIECE_LETTERS + PIECE_LETTERS.toUpperCase();

/** H22: beyond it, turns could share random numbers. */
const LARGEST_GIVEN_PLY = 20_000;

/** F1. Throws a Refusal that names the field (F2). */
export function readFen(text) {
  const fields = FIELDS.exec(text);
  if (!fields) throw new Refusal('not of the form: board side ply {"flags":"1111"}');
  const [, boardText, side, plyText, detailText] = fields;
  const ply = Number(plyText);
  if (ply > LARGEST_GIVEN_PLY) throw new Refusal(`ply: above ${LARGEST_GIVEN_PLY} (H22)`);
  const position = new Position({
    board: readBoard(boardText),
    side,
    ply,
    ...readDetails(detailText ?? "{}"),
  });
  refuseImpossible(position);
  return position;
}

export function printFen({ board, side, ply, flags, pending, passes }) {
  const details = { flags: flags.map((unused) => (unused ? "1" : "0")).join("") };
  if (pending.length > 0) details.pending = pending.join(",");
  if (passes > 0) details.passes = passes;
  return `${printBoard(board)} ${side} ${ply} ${JSON.stringify(details)}`;
}

function readBoard(text) {
  const ranks = text.split("/");
  if (ranks.length !== 8) throw new Refusal("board: needs eight ranks");
  return ranks.reverse().flatMap((rankText, index) => readRank(rankText, index + 1));
}

function readRank(text, rank) {
  const squares = [...text].flatMap((letter) => {
    if (/[1-8]/.test(letter)) return Array(Number(letter)).fill(EMPTY);
    if (!CONTENTS.includes(letter)) throw new Refusal(`board: rank ${rank}: unknown "${letter}"`);
    return [letter];
  });
  if (squares.length !== 8) throw new Refusal(`board: rank ${rank}: needs eight squares`);
  return squares;
}

function printBoard(board) {
  const ranks = [];
  for (let start = 56; start >= 0; start -= 8) {
    const rankText = board.slice(start, start + 8).join("");
    ranks.push(rankText.replace(/\.+/g, (empties) => empties.length));
  }
  return ranks.join("/");
}

function readDetails(text) {
  const { flags = "1111", pending = "", passes = 0, ...others } = parseBraces(text);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Refusal(`braces: unknown key "${unknown}"`);
  if (typeof flags !== "string" || !/^[01]{4}$/.test(flags)) {
    throw new Refusal("flags: needs a text of four 0 and 1");
  }
  if (typeof pending !== "string" || (pending !== "" && !PENDING.test(pending))) {
    throw new Refusal("pending: not a list of choices");
  }
  if (![0, 1, 2].includes(passes)) throw new Refusal("passes: needs 0, 1 or 2");
  return {
    flags: [...flags].map((flag) => flag === "1"),
    pending: pending === "" ? [] : pending.split(","),
    passes,
  };
}

function parseBraces(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("braces: not JSON");
  }
}

function refuseImpossible(position) {
  const { board, side, pending } = position;
  const promoting = pending
    .filter((choice) => choice.startsWith("promotion:"))
    .map((choice) => squareOf(choice.split(":")[1]));
  for (const square of promoting) {
    if (!position.isPawnOnLastRank(square) || colourOf(board[square]) !== side) {
      throw new Refusal(`pending: no pawn that promotes on ${nameOf(square)}`);
    }
  }
  const stray = ALL_SQUARES.find(
    (square) => position.isPawnOnLastRank(square) && !promoting.includes(square));
  // H15, H17: a pawn that took the last king there needs no promotion any more.
  if (stray !== undefined && resultOf(position) === null) {
    throw new Refusal(`board: a pawn on its last rank, ${nameOf(stray)}`);
  }

  const hidden = board.filter(isHidden);
  if (hidden.length > 1) throw new Refusal("board: more than one hidden queen");
  // H23: her own side's turn begins, or the other side's goes on, only after she was shown.
  if (hidden.length === 1 && (colourOf(hidden[0]) === side || pending.length > 0)) {
    throw new Refusal("board: a queen that would be visible by now is hidden");
  }
}
