import { EMPTY, isFrozen, isHidden, isPiece } from "./pieces.mjs";
import { resultOf } from "./position.mjs";
import { PROMOTIONS, moveTexts } from "./moves.mjs";
import { ALL_SQUARES, nameOf } from "./squares.mjs";

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
