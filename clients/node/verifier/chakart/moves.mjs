import { ALL_DIRECTIONS, DIAGONAL, KNIGHT_LEAPS, STRAIGHT } from "../chess.mjs";
import {
  ALL_SQUARES, BANANA, BOMB, EMPTY, colourOf, firstRank, isFrozen, isHidden, isObject, isPiece,
  kindOf, lastRank, nameOf, rankOf, resultOf, stepFrom,
} from "./position.mjs";

export const PROMOTIONS = ["q", "r", "n", "b", "k"];

const SLIDES = { r: STRAIGHT, b: DIAGONAL, q: ALL_DIRECTIONS };

// H23: to the player to move, the square of a hidden queen looks empty. Only stealth moves (H6)
// need a square that really is empty.
const isVisiblePiece = (content) => isPiece(content) && !isHidden(content);
const stopsSliders = (content) =>
  isVisiblePiece(content) || content === BANANA || content === BOMB;

/** Returns the texts of all moves, stealth moves and shells of the side to move. */
function moveTexts(position) {
  return position.squaresOf(position.side)
    .filter((square) => !isFrozen(position.board[square]))
    .flatMap((square) => textsOfPiece(position, square));
}

function textsOfPiece(position, from) {
  switch (kindOf(position.board[from])) {
    case "p": return pawnTexts(position, from);
    case "n": return plainTexts(from, leaps(position, from, KNIGHT_LEAPS));
    case "k": return [
      ...plainTexts(from, leaps(position, from, ALL_DIRECTIONS)),
      ...shellTexts(position, from),
    ];
    case "q": return queenTexts(position, from);
    default: return plainTexts(from, slides(position, from));
  }
}

const plainTexts = (from, targets) => targets.map((to) => nameOf(from) + nameOf(to));

function canLandOn(position, to) {
  const content = position.board[to];
  return !isVisiblePiece(content) || colourOf(content) !== position.side;
}

const leaps = (position, from, steps) => steps
  .map((step) => stepFrom(from, step))
  .filter((to) => to !== null && canLandOn(position, to));

/** H3: returns the squares of a line up to and including the first one that stops a slider. */
function lineFrom(position, from, direction) {
  const line = [];
  for (let at = stepFrom(from, direction); at !== null; at = stepFrom(at, direction)) {
    line.push(at);
    if (stopsSliders(position.board[at])) break;
  }
  return line;
}

const slides = (position, from) => SLIDES[kindOf(position.board[from])]
  .flatMap((direction) => lineFrom(position, from, direction))
  .filter((to) => canLandOn(position, to));

/** H6: returns the moves of a queen, including its stealth moves. */
function queenTexts(position, from) {
  const targets = slides(position, from);
  const stealthy = position.hasFlag("stealth")
    ? targets.filter((to) => position.board[to] === EMPTY) : [];
  return [...plainTexts(from, targets), ...plainTexts(from, stealthy).map((text) => `${text}?`)];
}

/** H7: returns the shells of a king. */
function shellTexts(position, from) {
  if (!position.hasFlag("shell")) return [];
  return ALL_DIRECTIONS
    .flatMap((direction) => lineFrom(position, from, direction))
    .filter((to) => isVisiblePiece(position.board[to]) && canLandOn(position, to))
    .map((to) => `${nameOf(from)}*${nameOf(to)}`);
}

/** H4, H5: returns the moves of a pawn, one for each promotion on its last rank. */
function pawnTexts(position, from) {
  const { side } = position;
  return pawnTargets(position, from).flatMap((to) => {
    const text = nameOf(from) + nameOf(to);
    return rankOf(to) === lastRank(side) ? PROMOTIONS.map((letter) => text + letter) : [text];
  });
}

function pawnTargets({ board, side }, from) {
  const ahead = side === "w" ? 1 : -1;
  const targets = [-1, 1]
    .map((files) => stepFrom(from, [files, ahead]))
    .filter((to) => to !== null && canPawnCapture(board[to], side));
  const one = stepFrom(from, [0, ahead]);
  if (!isVisiblePiece(board[one])) targets.push(one);
  const two = stepFrom(from, [0, 2 * ahead]);
  const ranksGone = Math.abs(rankOf(from) - firstRank(side));
  if (ranksGone <= 1 && !stopsSliders(board[one]) && !isVisiblePiece(board[two])) {
    targets.push(two);
  }
  return targets;
}

const canPawnCapture = (content, side) =>
  isObject(content) || (isVisiblePiece(content) && colourOf(content) !== side);

export const PASS = "0000";

/** C11, C12: returns the sorted texts of all legal actions, or an empty list after the end. */
export function legalTexts(position) {
  if (resultOf(position) !== null) return [];
  const texts = textsOfPendingChoice(position);
  return texts.length === 0 ? [PASS] : texts.sort();  // H18
}

/**
 * H23: returns the texts of all accepted actions. In addition to the legal actions, a stealth move
 * onto the square of a hidden queen is accepted, because a refusal would reveal the square.
 */
export function acceptedTexts(position) {
  const seen = position.clone();
  const square = seen.board.findIndex(isHidden);
  if (square !== -1) seen.board[square] = EMPTY;
  return legalTexts(seen);
}

/** Returns the texts of the first pending choice, or of all moves if there is none. */
export function textsOfPendingChoice(position) {
  const [kind, detail] = (position.pending[0] ?? "again").split(":");
  switch (kind) {
    case "promotion": return PROMOTIONS.map((letter) => `${detail}=${letter}`);
    case "swap": return swapTexts(position);
    case "drop": return dropTexts(position, detail);
    default: return moveTexts(position);
  }
}

/** H13: returns the ways to place the piece of toadette. */
function dropTexts({ board }, kind) {
  return ALL_SQUARES
    .filter((square) => !isPiece(board[square]))
    .map((square) => `${kind.toUpperCase()}@${nameOf(square)}`);
}

/** H13: returns the swaps of kingboo. */
function swapTexts(position) {
  const movable = ALL_SQUARES.filter(
    (square) => isPiece(position.board[square]) && !isFrozen(position.board[square]));
  return movable.flatMap((first, index) => movable
    .slice(index + 1)
    .filter((second) => canSwap(position, first, second))
    .map((second) => `${nameOf(first)}~${nameOf(second)}`));
}

function canSwap(position, first, second) {
  const swapped = position.clone();
  swapPieces(swapped, first, second);
  return !swapped.isPawnOnLastRank(first) && !swapped.isPawnOnLastRank(second);
}

export function swapPieces({ board }, first, second) {
  [board[first], board[second]] = [board[second], board[first]];
}
