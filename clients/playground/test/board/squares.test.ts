import assert from "node:assert/strict";
import { test } from "node:test";

import { arrowPath } from "../../src/web/board/marks.js";
import {
  cellOf,
  isOnBoard,
  rowsOf,
  squareAfterKey,
  squareIn,
} from "../../src/web/board/squares.js";

const CHAK = { files: 9, ranks: 9 };
const WIDE = { files: 10, ranks: 8 };

test("squares convert to cells and back, in both orientations", () => {
  for (const orientation of ["white", "black"] as const) {
    for (const size of [CHAK, WIDE, { files: 6, ranks: 8 }]) {
      const squares = rowsOf(size, orientation).flat();
      assert.equal(new Set(squares).size, size.files * size.ranks);
      for (const square of squares) {
        assert.equal(squareIn(cellOf(square, size, orientation), size, orientation), square);
        assert.ok(isOnBoard(square, size));
      }
    }
  }
});

test("a1 is at the bottom left for White and at the top right for Black", () => {
  assert.deepEqual(cellOf("a1", WIDE, "white"), { column: 0, row: 7 });
  assert.deepEqual(cellOf("a1", WIDE, "black"), { column: 9, row: 0 });
  assert.equal(rowsOf(CHAK, "white")[0]?.[8], "i9");
  assert.equal(rowsOf(CHAK, "black")[0]?.[0], "i1");
});

test("a cell outside the board has no square", () => {
  assert.equal(squareIn({ column: 10, row: 0 }, WIDE, "white"), undefined);
  assert.equal(squareIn({ column: 0, row: -1 }, WIDE, "white"), undefined);
  for (const square of ["k1", "a9", "a0", "", "??"]) assert.ok(!isOnBoard(square, WIDE), square);
});

test("the arrow keys follow the screen and stop at its edges", () => {
  const after = (key: string, square: string) => squareAfterKey(key, square, WIDE, "white");
  assert.equal(after("ArrowUp", "e4"), "e5");
  assert.equal(after("ArrowDown", "e4"), "e3");
  assert.equal(after("ArrowLeft", "e4"), "d4");
  assert.equal(after("ArrowRight", "e4"), "f4");
  assert.equal(after("ArrowRight", "j4"), "j4");
  assert.equal(after("ArrowDown", "a1"), "a1");
  assert.equal(squareAfterKey("ArrowUp", "e4", WIDE, "black"), "e3");
  assert.equal(squareAfterKey("ArrowLeft", "e4", WIDE, "black"), "f4");
});

test("Home, End and the page keys go to the ends of the row and the column", () => {
  const after = (key: string) => squareAfterKey(key, "e4", CHAK, "white");
  assert.deepEqual(["Home", "End", "PageUp", "PageDown"].map(after), ["a4", "i4", "e9", "e1"]);
  assert.equal(after("x"), undefined);
});

test("the tip of an arrow is the centre of its square", () => {
  assert.match(arrowPath("a1", "a4", WIDE, "white"), /L50 450L/);
  assert.match(arrowPath("a1", "a4", WIDE, "black"), /L950 350L/);
});
