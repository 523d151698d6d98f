// The content of a square is its FEN letter: a piece, an object (always lower case) or EMPTY.

import { inColour, opponentOf } from "../colours.mjs";

export const EMPTY = ".";
export const MUSHROOM = "m";
export const BANANA = "d";
export const BOMB = "w";
export const EGG = "e";

const FROZEN_OF = { p: "s", r: "u", n: "o", b: "c", q: "t", k: "l" };
const KIND_OF_FROZEN = Object.fromEntries(
  Object.entries(FROZEN_OF).map(([kind, frozen]) => [frozen, kind]));

export const PIECE_LETTERS = "kqrbnpsuoctli";
export const OBJECT_LETTERS = "mdwe";

export const isObject = (content) => OBJECT_LETTERS.includes(content);
export const isPiece = (content) => content !== EMPTY && !isObject(content);
export const isHidden = (content) => content === "I" || content === "i";

export function colourOf(content) {
  if (!isPiece(content)) return null;
  return content === content.toUpperCase() ? "w" : "b";
}

/** Returns the kind of a piece, whether or not it is frozen or hidden: one of k q r b n p. */
export function kindOf(piece) {
  const letter = piece.toLowerCase();
  return letter === "i" ? "q" : KIND_OF_FROZEN[letter] ?? letter;
}

export const isFrozen = (content) => isPiece(content) && content.toLowerCase() in KIND_OF_FROZEN;

export const frozen = (piece) => inColour(FROZEN_OF[kindOf(piece)], colourOf(piece));
export const plain = (piece) => inColour(kindOf(piece), colourOf(piece));
export const inOtherColour = (piece) => inColour(piece, opponentOf(colourOf(piece)));
