import { Refusal, quoted } from "../failure.mjs";
import { textsOfPendingChoice } from "./moves.mjs";
import {
  ALL_SQUARES, EMPTY, FLAG_INDEX, OBJECT_LETTERS, PIECE_LETTERS, Position, colourOf, isHidden,
  nameOf, resultOf, squareOf,
} from "./position.mjs";

const NO_POWERS_USED = '{"flags":"1111"}';

export const STANDARD_START =
  `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 ${NO_POWERS_USED}`;

// F4: fields at the end may be missing.
const FIELDS = /^(\S+) ([wb])(?: (0|[1-9]\d*)(?: (\{.*\}))?)?$/;
const BONUS = "(?:swap|again|drop:[qrnbk])";
const PENDING = `promotion:[a-h][18](?:,${BONUS})?|${BONUS}`;
const BRACES = new RegExp(
  `^\\{"flags":"([01]{4})"(?:,"pending":"(${PENDING})")?(?:,"passes":([12]))?\\}$`);
const CONTENTS = OBJECT_LETTERS + PIECE_LETTERS + PIECE_LETTERS.toUpperCase();

/** H22: from a later start, turns could share random numbers. */
const MAX_START_PLY = 20_000;

/** F1: reads a FEN. Throws a Refusal that names the wrong field (F2). */
export function readFen(text) {
  const fields = FIELDS.exec(text);
  if (!fields) throw new Refusal('expected the form: board side ply {"flags":"1111"}');
  const [, boardText, side, plyText = "0", bracesText = NO_POWERS_USED] = fields;
  const ply = Number(plyText);
  if (ply > MAX_START_PLY) throw new Refusal(`ply: must be at most ${MAX_START_PLY} (H22)`);
  const position = new Position({
    board: readBoard(boardText),
    side,
    ply,
    ...readBraces(bracesText),
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
  if (/\d\d/.test(text)) throw new Refusal(`board: rank ${rank}: two numbers in a row`);
  const squares = [...text].flatMap((letter) => {
    if (/[1-8]/.test(letter)) return Array(Number(letter)).fill(EMPTY);
    if (!CONTENTS.includes(letter)) {
      throw new Refusal(`board: rank ${rank}: unknown ${quoted(letter)}`);
    }
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

function readBraces(text) {
  const parts = BRACES.exec(text);
  if (!parts) {
    throw new Refusal('braces: expected the form {"flags":"1111","pending":"swap","passes":1}');
  }
  const [, flags, pending, passes = "0"] = parts;
  return {
    flags: [...flags].map((flag) => flag === "1"),
    pending: pending === undefined ? [] : pending.split(","),
    passes: Number(passes),
  };
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

  refuseImpossibleHidden(position);
  if (pending.length > 0) refuseImpossiblePending(position);
}

/** H23: a hidden queen has made her side's stealth move in the last action. */
function refuseImpossibleHidden({ board, side, flags, pending, passes }) {
  const hidden = board.filter(isHidden);
  if (hidden.length === 0) return;
  if (hidden.length > 1) throw new Refusal("board: there is more than one hidden queen (H23)");
  const owner = colourOf(hidden[0]);
  if (owner === side || pending.length > 0 || passes > 0) {
    throw new Refusal("board: the hidden queen must already be visible (H23)");
  }
  if (flags[FLAG_INDEX[owner].stealth]) {
    throw new Refusal("flags: stealth is unused, but there is a hidden queen (H23)");
  }
}

function refuseImpossiblePending(position) {
  if (position.passes > 0) {
    throw new Refusal("pending: the choice comes from an action, not from a pass");
  }
  if (resultOf(position) !== null) {
    throw new Refusal("pending: a side has no king, so the game is over (H17)");
  }
  if (textsOfPendingChoice(position).length === 0) {
    throw new Refusal("pending: the choice cannot be made, so it would have lapsed (H14)");
  }
}
