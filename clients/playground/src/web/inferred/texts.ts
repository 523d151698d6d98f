// What FENs and action texts say to those who read them.

/** Whether a game goes on with a bidding of Chpok, so that there is no board to draw. */
export const isBiddingFen = (fen: string): boolean => fen.startsWith("bidding");

const SQUARES = /^([a-j]\d)[*~]?([a-j]\d)/;

/** The two squares of a move from one to the other; undefined for all else. */
export function squaresOf(action: string): { from: string; to: string } | undefined {
  const [, from, to] = SQUARES.exec(action) ?? [];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** What the egg holds that an action opens; undefined where it opens none. Example: `luigi`. */
export const eggOf = (action: string): string | undefined => /[{,]egg=(\w+)/.exec(action)?.[1];
