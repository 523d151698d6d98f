import { readFen } from "./fen.mjs";

const ANY_FILE = [0, 1, 2, 3, 4, 5, 6, 7];
const DARK_START = [0, 2, 4, 6];
const LIGHT_START = [1, 3, 5, 7];

/** H1: the pieces in the order of their random draws; the rooks take the remaining files. */
const DRAWN = [
  ["b", DARK_START], ["b", LIGHT_START], ["q", ANY_FILE], ["k", ANY_FILE], ["n", ANY_FILE],
  ["n", ANY_FILE],
];

function drawBackRank(draws) {
  const rank = Array(8).fill(null);
  for (const [piece, files] of DRAWN) {
    rank[draws.pick(files.filter((file) => rank[file] === null))] = piece;
  }
  return rank.map((piece) => piece ?? "r").join("");
}

/** H1: draws one back rank for both sides if `symmetric`, otherwise one for each, White's first. */
export function drawStart(draws, { symmetric }) {
  const white = drawBackRank(draws);
  const black = symmetric ? white : drawBackRank(draws);
  return readFen(`${black}/pppppppp/8/8/8/8/PPPPPPPP/${white.toUpperCase()} w 0`);
}
