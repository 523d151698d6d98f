import { opponentOf } from "../colours.mjs";
import { DIAGONAL, STRAIGHT } from "../directions.mjs";
import {
  BANANA, BOMB, EGG, EMPTY, MUSHROOM, frozen, inOtherColour, isPiece, kindOf,
} from "./pieces.mjs";
import { PROMOTIONS } from "./moves.mjs";
import { fileOf, nameOf, neighbours, rankOf, stepFrom } from "./squares.mjs";

const EGG_KINDS = [
  "kingboo", "koopa", "toadette", "chomp", "daisy", "bowser", "luigi", "waluigi",
];
const PUSH_DIRECTIONS = { [BANANA]: STRAIGHT, [BOMB]: DIAGONAL };

/**
 * H10–H13: moves the piece to `to` and applies the objects there and further along its path.
 * `start` is the square to which koopa returns the piece, or null if the piece did not come from a
 * square. `step` is the direction in which a mushroom carries it, or null if a mushroom has no
 * effect. Returns the square where the path ended, whether the piece is still there, and the bonus
 * choice or null.
 */
export function arrive(position, draws, { piece, start, to, step }) {
  const { board } = position;
  let at = to;
  let lastStep = step;
  for (;;) {
    const found = board[at];
    board[at] = piece;
    if (found === EGG) {
      return { at, stays: true, bonus: null, ...hatchEgg(position, draws, { at, start }) };
    }
    const next = nextSquare(board, draws, { piece, found, at, step: lastStep });
    if (next === null) return { at, stays: true, bonus: null };
    board[at] = EMPTY;
    // H10: a mushroom carries a knight that was pushed by one square, not by another leap.
    if (found !== MUSHROOM) lastStep = [fileOf(next) - fileOf(at), rankOf(next) - rankOf(at)];
    at = next;
  }
}

function nextSquare(board, draws, { piece, found, at, step }) {
  if (found in PUSH_DIRECTIONS) {
    return draws.pickNamed("push", neighbours(at, PUSH_DIRECTIONS[found]), nameOf);  // H11
  }
  if (found !== MUSHROOM || step === null || !"kpn".includes(kindOf(piece))) return null;
  const next = stepFrom(at, step);
  return next === null || isPiece(board[next]) ? null : next;  // H10
}

/** H13: draws the content of the egg, and applies it. */
function hatchEgg(position, draws, { at, start }) {
  const { board, side } = position;
  const piece = board[at];
  switch (draws.pickNamed("egg", EGG_KINDS)) {
    case "kingboo":
      return { bonus: "swap" };
    case "koopa":
      board[at] = EMPTY;
      if (start !== null) board[start] = piece;
      return { stays: false };
    case "toadette":
      return { bonus: `drop:${draws.pickNamed("piece", PROMOTIONS)}` };
    case "chomp":
      board[at] = EMPTY;
      return { stays: false };
    case "daisy":
      return { bonus: "again" };
    case "bowser":
      board[at] = frozen(piece);
      return {};
    case "luigi":
      changeColour(position, draws, opponentOf(side));
      return {};
    case "waluigi":
      changeColour(position, draws, side);
      return {};
  }
}

function changeColour(position, draws, colour) {
  const candidates = position.squaresOf(colour).filter(
    (square) => canChangeColour(position, square));
  if (candidates.length === 0) return;
  const square = draws.pickNamed("on", candidates, nameOf);
  position.board[square] = inOtherColour(position.board[square]);
}

function canChangeColour(position, square) {
  const content = position.board[square];
  if (kindOf(content) === "k") return false;
  const changed = position.clone();
  changed.board[square] = inOtherColour(content);
  return !changed.isPawnOnLastRank(square);
}

const PUT = { r: [BANANA, DIAGONAL], b: [BOMB, STRAIGHT] };

/** H9. `kind` is the kind of the piece when it moved; an egg may have changed its letter. */
export function putObject({ board }, draws, { kind, at }) {
  if (!(kind in PUT)) return;
  const [object, directions] = PUT[kind];
  const candidates = neighbours(at, directions).filter((square) => !isPiece(board[square]));
  if (candidates.length > 0) board[draws.pickNamed("put", candidates, nameOf)] = object;
}
