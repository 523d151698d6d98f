// The content of a cell is its FEN letter, or EMPTY.

export const EMPTY = ".";

export const KINDS = "kqrbdnp";

export function colourOf(content) {
  if (content === EMPTY) return null;
  return content === content.toUpperCase() ? "w" : "b";
}

export const kindOf = (piece) => piece.toLowerCase();
