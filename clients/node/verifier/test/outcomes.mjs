import { applyAction } from "../chakart/apply.mjs";
import { printFen } from "../chakart/fen.mjs";
import { resultOf } from "../chakart/position.mjs";
import { Draws } from "../random_stream.mjs";

const RESULT_MARKS = { WHITE_WINS: "1-0", BLACK_WINS: "0-1", DRAW: "1/2-1/2" };

/** H21: returns the outcome of every path through the random draws, in the order of the oracle. */
export function allOutcomes(position, text) {
  const outcomes = [];
  for (let path = []; path !== null; path = nextPath(path)) {
    outcomes.push(followPath(position, text, path));
  }
  return outcomes;
}

/** Follows the indices in `path`, then chooses first candidates and adds their indices to it. */
function followPath(position, text, path) {
  let depth = 0;
  const draws = new Draws((count) => {
    path[depth] ??= { index: 0, count };
    return path[depth++].index;
  });
  const next = applyAction(position, text, draws);
  const result = RESULT_MARKS[resultOf(next)];
  return {
    p: probabilityOf(path),
    text: text + draws.block(),
    fen: printFen(next),
    ...(result && { result }),
  };
}

/** Returns the next path in order, or null after the last one. */
function nextPath(path) {
  const last = path.findLastIndex(({ index, count }) => index + 1 < count);
  if (last === -1) return null;
  const { index, count } = path[last];
  return [...path.slice(0, last), { index: index + 1, count }];
}

function probabilityOf(path) {
  const equallyLikely = path.reduce((product, { count }) => product * BigInt(count), 1n);
  return equallyLikely === 1n ? "1" : `1/${equallyLikely}`;
}
