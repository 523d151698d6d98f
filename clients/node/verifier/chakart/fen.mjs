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

/** H22: from a later start, turns could share random numbers. */
const MAX_START_PLY = 20_000;

/** F1: reads a FEN. Throws a Refusal that names the wrong field (F2). */
export function readFen(text) {
  const fields = FIELDS.exec(text);
  if (!fields) throw new Refusal('expected the form: board side ply {"flags":"1111"}');
  const [, boardText, side, plyText, detailText] = fields;
  const ply = Number(plyText);
  if (ply > MAX_START_PLY) throw new Refusal(`ply: must be at most ${MAX_START_PLY} (H22)`);
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
  if (ranks.length !== 8) throw new Refusal("board: must have eight ranks");
  return ranks.reverse().flatMap((rankText, index) => readRank(rankText, index + 1));
}

function readRank(text, rank) {
  const squares = [...text].flatMap((letter) => {
    if (/[1-8]/.test(letter)) return Array(Number(letter)).fill(EMPTY);
    if (!CONTENTS.includes(letter)) throw new Refusal(`board: rank ${rank}: unknown "${letter}"`);
    return [letter];
  });
  if (squares.length !== 8) throw new Refusal(`board: rank ${rank}: must have eight squares`);
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
    throw new Refusal("flags: must be a string of four digits 0 or 1");
  }
  if (typeof pending !== "string" || (pending !== "" && !PENDING.test(pending))) {
    throw new Refusal("pending: must be a list of choices");
  }
  if (![0, 1, 2].includes(passes)) throw new Refusal("passes: must be 0, 1 or 2");
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
    throw new Refusal("braces: not valid JSON");
  }
}

function refuseImpossible(position) {
  const { board, side, pending } = position;
  const promoting = pending
    .filter((choice) => choice.startsWith("promotion:"))
    .map((choice) => squareOf(choice.split(":")[1]));
  for (const square of promoting) {
    if (!position.isPawnOnLastRank(square) || colourOf(board[square]) !== side) {
      throw new Refusal(`pending: there is no pawn to promote on ${nameOf(square)}`);
    }
  }
  const stray = ALL_SQUARES.find(
    (square) => position.isPawnOnLastRank(square) && !promoting.includes(square));
  // H15, H17: a pawn that captured the last king there is not promoted.
  if (stray !== undefined && resultOf(position) === null) {
    throw new Refusal(`board: a pawn is on its last rank, ${nameOf(stray)}`);
  }

  const hidden = board.filter(isHidden);
  if (hidden.length > 1) throw new Refusal("board: there is more than one hidden queen");
  // H23: a queen is revealed before her own side's next turn, and by the opponent's first action.
  if (hidden.length === 1 && (colourOf(hidden[0]) === side || pending.length > 0)) {
    throw new Refusal("board: the hidden queen must already be visible (H23)");
  }
}
