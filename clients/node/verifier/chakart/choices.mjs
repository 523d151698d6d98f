import { EMPTY, isFrozen, isHidden, isPiece } from "./pieces.mjs";
import { resultOf } from "./position.mjs";
import { PROMOTIONS, moveTexts } from "./moves.mjs";
import { ALL_SQUARES, nameOf } from "./squares.mjs";

export const PASS = "0000";

/** C11, C12: the texts of all legal actions, sorted; empty when the position shows an end. */
export function legalTexts(position) {
  if (resultOf(position) !== null) return [];
  const texts = textsOfDueChoice(position);
  return texts.length === 0 ? [PASS] : texts.sort();  // H18
}

/**
 * H23: what is accepted. The mover does not see a hidden queen, and no refusal may tell where she
 * is: beside the legal actions, a stealth move onto her square.
 */
export function acceptedTexts(position) {
  const seen = position.clone();
  const square = seen.board.findIndex(isHidden);
  if (square !== -1) seen.board[square] = EMPTY;
  return legalTexts(seen);
}

/** What the side to move may do now: the first pending choice, or a move. */
export function textsOfDueChoice(position) {
  const [kind, detail] = (position.pending[0] ?? "again").split(":");
  switch (kind) {
    case "promotion": return PROMOTIONS.map((letter) => `${detail}=${letter}`);
    case "swap": return swapTexts(position);
    case "drop": return dropTexts(position, detail);
    default: return moveTexts(position);
  }
}

/** H13, toadette. */
function dropTexts({ board }, kind) {
  return ALL_SQUARES
    .filter((square) => !isPiece(board[square]))
    .map((square) => `${kind.toUpperCase()}@${nameOf(square)}`);
}

/** H13, kingboo. */
function swapTexts(position) {
  const movable = ALL_SQUARES.filter(
    (square) => isPiece(position.board[square]) && !isFrozen(position.board[square]));
  return movable.flatMap((first, index) => movable
    .slice(index + 1)
    .filter((second) => maySwap(position, first, second))
    .map((second) => `${nameOf(first)}~${nameOf(second)}`));
}

function maySwap(position, first, second) {
  const swapped = position.clone();
  swapPieces(swapped, first, second);
  return !swapped.isPawnOnLastRank(first) && !swapped.isPawnOnLastRank(second);
}

export function swapPieces({ board }, first, second) {
  [board[first], board[second]] = [board[second], board[first]];
}
