import { Board, RANKS } from "./board.mjs";
import { EMPTY } from "./pieces.mjs";
import { Position, forBoth } from "./position.mjs";

/** P11, P26: returns the position before the first move; `row` is White's home row. */
export function startPosition({ features, row, timeControl }) {
  const { width } = features;
  const cells = [
    ...row,
    ..."P".repeat(width),
    ...EMPTY.repeat((RANKS - 4) * width),
    ..."p".repeat(width),
    ...row.toLowerCase(),
  ];
  return new Position({
    board: new Board(width, cells),
    side: "w",
    enPassant: null,
    castlings: forBoth(features.castlings),
    points: forBoth(0),
    undos: forBoth(features.undo),
    newborns: forBoth(features.newborn ? 1 : 0),
    moveNumber: 1,
    features,
    isAfterForcedPass: false,
    leads: [0],
    timeControl,
    clocks: null,
  });
}
