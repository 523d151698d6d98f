import { DIAGONAL, STRAIGHT, inColour, opponentOf } from "../chess.mjs";
import { PASS, PROMOTIONS, swapPieces, textsOfPendingChoice } from "./moves.mjs";
import {
  BANANA, BOMB, EGG, EMPTY, MAX_PLY, MUSHROOM, Position, colourOf, fileOf, frozen, inOtherColour,
  isFrozen, isHidden, isPiece, kindOf, nameOf, neighbours, plain, rankOf, resultOf, squareOf,
  stepFrom,
} from "./position.mjs";

const SQUARE = "([a-h][1-8])";

const ACTIONS = [
  [new RegExp(`^${PASS}$`), () => {}],
  [new RegExp(`^${SQUARE}${SQUARE}([qrnbk]?)$`), move],
  [new RegExp(`^${SQUARE}${SQUARE}\\?$`), moveStealthily],
  [new RegExp(`^${SQUARE}\\*${SQUARE}$`), throwShell],
  [new RegExp(`^${SQUARE}~${SQUARE}$`), swap],
  [new RegExp(`^${SQUARE}=([qrnbk])$`), promote],
  [new RegExp(`^([QRNBK])@${SQUARE}$`), drop],
];

/**
 * Applies a legal action, given by its canonical text without outcomes, to a copy of the position.
 */
export function applyAction(position, text, draws) {
  const next = position.clone();
  showHiddenQueen(next);
  next.pending.shift();
  next.passes = text === PASS ? position.passes + 1 : 0;
  const [form, act] = ACTIONS.find(([pattern]) => pattern.test(text));
  act(next, draws, ...form.exec(text).slice(1));
  return settle(next);
}

/** H23: an action reveals the opponent's hidden queen before it takes effect. */
function showHiddenQueen({ board }) {
  const square = board.findIndex(isHidden);
  if (square !== -1) board[square] = plain(board[square]);
}

function move(position, draws, fromName, toName, promotion) {
  const { board, side } = position;
  const from = squareOf(fromName);
  const to = squareOf(toName);
  const moved = board[from];
  board[from] = EMPTY;
  leaveBehind(board, { kind: kindOf(moved), from, to });
  // H5, H10: a piece that has just promoted has no direction in which a mushroom could carry it.
  const piece = promotion ? inColour(promotion, side) : moved;
  const step = promotion ? null : lastStepOf(kindOf(moved), from, to);
  travel(position, draws, { piece, start: from, to, step });
}

/** H8: puts the object that a pawn or a knight leaves behind. */
function leaveBehind(board, { kind, from, to }) {
  const isDoubleStep = Math.abs(rankOf(to) - rankOf(from)) === 2;
  if (kind === "p") board[isDoubleStep ? (from + to) / 2 : from] = MUSHROOM;
  if (kind === "n") board[from] = EGG;
}

/** H10: a leap counts as one step, a pawn's double step as two. */
function lastStepOf(kind, from, to) {
  const step = [fileOf(to) - fileOf(from), rankOf(to) - rankOf(from)];
  return kind === "n" ? step : step.map(Math.sign);
}

function travel(position, draws, { piece, start, to, step }) {
  const { at, stays, bonus } = arrive(position, draws, { piece, start, to, step });
  if (stays && resultOf(position) === null) {
    putObject(position, draws, { kind: kindOf(piece), at });
  }
  // H15: the promotion comes before the bonus, and only the player who moved the pawn promotes it.
  const isStillOwn = colourOf(position.board[at]) === position.side;
  if (isStillOwn && position.isPawnOnLastRank(at)) {
    position.pending.push(`promotion:${nameOf(at)}`);
  }
  if (bonus !== null) position.pending.push(bonus);
}

/** H6: the queen disappears from the view of the other player. */
function moveStealthily(position, draws, fromName, toName) {
  position.board[squareOf(fromName)] = EMPTY;
  position.board[squareOf(toName)] = inColour("i", position.side);
  position.spendFlag("stealth");
}

/** H7: the king removes a piece without moving. */
function throwShell(position, draws, kingName, targetName) {
  position.board[squareOf(targetName)] = EMPTY;
  position.spendFlag("shell");
}

function swap(position, draws, firstName, secondName) {
  swapPieces(position, squareOf(firstName), squareOf(secondName));
}

/** H15: a pawn that was frozen promotes to a frozen piece. */
function promote({ board, side }, draws, squareName, kind) {
  const square = squareOf(squareName);
  const piece = inColour(kind, side);
  board[square] = isFrozen(board[square]) ? frozen(piece) : piece;
}

/** H13, toadette: koopa removes the placed piece again, because it did not come from a square. */
function drop(position, draws, letter, squareName) {
  const piece = inColour(letter, position.side);
  travel(position, draws, { piece, start: null, to: squareOf(squareName), step: null });
}

/** H14, H17: skips pending choices without an action, and ends the turn after the last one. */
function settle(position) {
  if (resultOf(position) !== null) return endTurn(position);
  while (position.pending.length > 0 && textsOfPendingChoice(position).length === 0) {
    position.pending.shift();
  }
  return position.pending.length > 0 ? position : endTurn(position);
}

function endTurn({ board, side, ply, flags, passes, thawing }) {
  for (const square of thawing) {
    const content = board[square];
    if (colourOf(content) === side && isFrozen(content)) board[square] = plain(content);
  }
  const next = Math.min(ply + 1, MAX_PLY);
  return new Position({ board, side: opponentOf(side), ply: next, flags, passes });
}

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
function arrive(position, draws, { piece, start, to, step }) {
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
function putObject({ board }, draws, { kind, at }) {
  if (!(kind in PUT)) return;
  const [object, directions] = PUT[kind];
  const candidates = neighbours(at, directions).filter((square) => !isPiece(board[square]));
  if (candidates.length > 0) board[draws.pickNamed("put", candidates, nameOf)] = object;
}
