import { ALL_DIRECTIONS, DIAGONAL, KNIGHT_LEAPS, STRAIGHT, opponentOf } from "../chess.mjs";
import { colourOf, kindOf } from "./board.mjs";

export const PASS = "0000";

const SLIDES = { q: ALL_DIRECTIONS, r: STRAIGHT, b: DIAGONAL };
const DRAGON_LEAPS = STRAIGHT.map((step) => step.map((distance) => 2 * distance));
const LEAPS = { k: ALL_DIRECTIONS, n: KNIGHT_LEAPS, d: [...DRAGON_LEAPS, ...DIAGONAL] };

/**
 * C11, C12, P23: returns the sorted texts of all legal actions except undo. The list is empty if
 * the game is over.
 */
export function legalTexts(position) {
  if (position.isOver) return [];
  const texts = freeTexts(position);
  if (texts.length === 0 || position.features.skip) texts.push(PASS);
  return texts.sort();
}

/** P23: returns whether the only legal action is a forced pass. */
export const mustPass = (position) => freeTexts(position).length === 0 && !position.features.skip;

/** Returns the texts of all actions except passes. */
function freeTexts(position) {
  const { board, side } = position;
  return [
    ...board.squaresOf(side).flatMap((square) => textsOfPiece(position, square)),
    ...newbornTexts(position),
  ];
}

function textsOfPiece(position, from) {
  const { board, features } = position;
  const name = board.nameOf(from);
  const named = (squares) => squares.map((to) => name + board.nameOf(to));
  return [
    ...(kindOf(board.cells[from]) === "p"
      ? pawnTexts(position, from) : named(pieceTargets(position, from))),
    ...named(castlingRooks(position, from)),
    ...named(crueltyTargets(position, from)).map((text) => `${text}x`),
    ...(features.remove ? [`x@${name}`] : []),  // P22
  ];
}

/** P12, P13, P22: returns the squares that a piece other than a pawn can move to. */
function pieceTargets(position, from) {
  const { board, side, features } = position;
  const kind = kindOf(board.cells[from]);
  const leaps = [...(LEAPS[kind] ?? [])];
  if (kind === "q" && features.superqueen) leaps.push(...KNIGHT_LEAPS);
  if (kind === "b" && features.cornerbishop && board.isCorner(from)) leaps.push(...STRAIGHT);
  const leapt = leaps.map((step) => board.step(from, step)).filter((to) => to !== null);
  const slid = (SLIDES[kind] ?? []).flatMap((direction) => lineFrom(board, from, direction));
  return [...leapt, ...slid].filter((to) => colourOf(board.cells[to]) !== side);
}

/** Returns the cells of a line up to and including the first piece. */
function lineFrom(board, from, direction) {
  const line = [];
  for (let at = board.step(from, direction); at !== null; at = board.step(at, direction)) {
    line.push(at);
    if (!board.isEmpty(at)) break;
  }
  return line;
}

/** P16: returns the squares of the rooks with which a king can castle. */
function castlingRooks({ board, side, castlings }, from) {
  if (castlings[side] === 0 || !board.has(from, "k", side)) return [];
  return board.squaresOf(side).filter(
    (rook) => board.has(rook, "r", side) && isFreeForCastling(board, from, rook, side));
}

/** P21: returns the squares of its own side's pieces that a king can capture. */
function crueltyTargets({ board, side, features }, from) {
  if (!features.cruel || !board.has(from, "k", side)) return [];
  return ALL_DIRECTIONS
    .map((step) => board.step(from, step))
    .filter((to) => to !== null && colourOf(board.cells[to]) === side);
}

function pawnTexts(position, from) {
  const { board, side, features } = position;
  const kinds = features.nopromoteking ? "qrbdn" : "kqrbdn";
  return pawnTargets(position, from).flatMap((to) => {
    const text = board.nameOf(from) + board.nameOf(to);
    return board.rowOf(to, side) === 8 ? [...kinds].map((kind) => text + kind) : [text];  // P15
  });
}

/** P12, P22: returns the squares that a pawn can move to. */
function pawnTargets({ board, side, enPassant, features }, from) {
  const free = (ranks) => {
    const to = board.step(from, [0, ranks], side);
    return to !== null && board.isEmpty(to) ? [to] : [];
  };
  const captures = [-1, 1]
    .map((files) => board.step(from, [files, 1], side))
    .filter((to) => to !== null)
    .filter((to) => colourOf(board.cells[to]) === opponentOf(side) || to === enPassant);
  const isOnSecondRow = board.rowOf(from, side) === 2;
  return [
    ...captures,
    ...free(1),
    ...(isOnSecondRow && free(1).length > 0 ? free(2) : []),
    ...(features.backpawn ? free(-1) : []),
  ];
}

/** P22: returns the ways to place a new pawn. */
function newbornTexts({ board, side, newborns }) {
  if (newborns[side] === 0) return [];
  return board
    .squaresWhere((content, square) => board.isEmpty(square) && board.rowOf(square, side) <= 2)
    .map((square) => `P@${board.nameOf(square)}`);
}

/** P16: returns whether king and rook are on their side's home row with nothing between them. */
function isFreeForCastling(board, king, rook, side) {
  if (board.rowOf(king, side) !== 1 || board.rowOf(rook, side) !== 1) return false;
  const step = Math.sign(rook - king);
  for (let at = king + step; at !== rook; at += step) {
    if (!board.isEmpty(at)) return false;
  }
  return true;
}

/** P16: returns the squares of king and rook after castling. Adjacent pieces swap squares. */
export function castlingTargets(king, rook) {
  const step = Math.sign(rook - king);
  if (king + step === rook) return { king: rook, rook: king };
  return { king: king + 2 * step, rook: king + step };
}

/** The rulings that apply to each form of action. */
const RULINGS = [
  [/^0000$/, "P22, P23"],
  [/^[Px]@/, "P22"],
  [/^[a-j][1-8][a-j][1-8]x$/, "P21"],
  [/^[a-j][1-8][a-j][1-8][kqrbdn]$/, "P15"],
  [/^[a-j][1-8][a-j][1-8]$/, "P12, P16"],
];

/** Returns the rulings that an illegal action may violate, for the message of its refusal. */
export const rulingOf = (text) =>
  RULINGS.find(([form]) => form.test(text))?.[1] ?? "not a valid action";
