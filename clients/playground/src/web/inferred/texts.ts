// What the page infers from FENs and action texts.

/** Whether the FEN is a text of Chpok's bidding phase, which has no board to draw. */
export const isBiddingFen = (fen: string): boolean => fen.startsWith("bidding");

const SQUARES = /^([a-j]\d)[*~]?([a-j]\d)/;

/** Returns the two squares of a move, or `undefined` for an action that does not have two. */
export function squaresOf(action: string): { from: string; to: string } | undefined {
  const [, from, to] = SQUARES.exec(action) ?? [];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Returns the content of the egg that an action opens, such as `luigi`, or `undefined`. */
export const eggOf = (action: string): string | undefined => /[{,]egg=(\w+)/.exec(action)?.[1];
