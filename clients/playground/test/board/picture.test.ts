import assert from "node:assert/strict";
import { test } from "node:test";

import { type Picture, settle } from "../../src/web/board/picture.js";
import { placementOf } from "../../src/web/board/position.js";
import { boardOf } from "./boards.js";

function follow(...boards: string[]): Picture[] {
  const pictures: Picture[] = [];
  for (const board of boards) {
    pictures.push(settle(pictures.at(-1), placementOf(boardOf("chpok", board))));
  }
  return pictures;
}

function idAt(picture: Picture | undefined, square: string): number | undefined {
  return picture?.sprites.find((sprite) => sprite.square === square)?.id;
}

test("a piece that moves keeps its id", () => {
  const [before, after] = follow("k7/8/R7/8", "k7/8/4R3/8");
  assert.equal(idAt(after, "e2"), idAt(before, "a2"));
  assert.equal(idAt(after, "a4"), idAt(before, "a4"));
});

test("equal pieces are matched so that each takes the shortest way", () => {
  const [before, after] = follow("8/8/8/P6P", "8/8/P6P/8");
  assert.equal(idAt(after, "a2"), idAt(before, "a1"));
  assert.equal(idAt(after, "h2"), idAt(before, "h1"));
});

test("a capturing piece keeps its id, and the captured piece disappears", () => {
  const [before, after] = follow("8/8/p7/R7", "8/8/R7/8");
  assert.equal(idAt(after, "a2"), idAt(before, "a1"));
  assert.equal(after?.sprites.length, 1);
});

test("ids are unique, including those of new pieces", () => {
  for (const { sprites } of follow("8/8/8/8", "rnbqkbnr/8/8/RNBQKBNR", "RNBQKBNR/8/8/rnbqkbnr")) {
    assert.equal(new Set(sprites.map(({ id }) => id)).size, sprites.length);
  }
});

test("a promoted piece gets a new id", () => {
  const [before, after] = follow("8/P7/8/8", "Q7/8/8/8");
  assert.notEqual(idAt(after, "a4"), idAt(before, "a3"));
});
