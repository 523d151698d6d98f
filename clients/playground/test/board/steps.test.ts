import assert from "node:assert/strict";
import { test } from "node:test";

import type { EventJson } from "@arbiter-chess/client";

import { type Picture, settle } from "../../src/web/board/picture.js";
import { placementOf } from "../../src/web/board/position.js";
import { stepsOf } from "../../src/web/board/steps.js";
import { boardOf } from "./boards.js";
import rows from "./chains.json";

interface Chain {
  variant: string;
  before: string;
  action: string;
  after: string;
  events: EventJson[];
}

/** Positions, the events of an action in Arbiter's answer, and the positions after it. */
const CHAINS = rows as unknown as Chain[];

function pictureOf(variant: string, board: string): Picture {
  return settle(undefined, placementOf(boardOf(variant, board)));
}

/** Lists the pieces of a picture as sorted texts. */
function list(picture: Picture): string[] {
  return picture.sprites
    .map(({ square, letter, side, hidden }) => [square, side, letter, hidden ? "?" : ""].join(" "))
    .sort();
}

test("the last step of every action shows the position after it", () => {
  for (const { variant, before, action, after, events } of CHAINS) {
    const steps = stepsOf(pictureOf(variant, before), events);
    const last = steps.at(-1)?.picture ?? pictureOf(variant, before);
    assert.deepEqual(list(last), list(pictureOf(variant, after)), `${variant} ${before} ${action}`);
  }
});

test("no two pieces share a square at any step", () => {
  for (const { variant, before, action, events } of CHAINS) {
    for (const { picture } of stepsOf(pictureOf(variant, before), events)) {
      const squares = picture.sprites.map(({ square }) => square);
      assert.equal(new Set(squares).size, squares.length, `${before} ${action}`);
    }
  }
});

test("a piece keeps its id through a chain of effects", () => {
  const before = pictureOf("chakart", "r6k/8/8/3d4/4d3/3P4/8/KN6");
  const pawn = before.sprites.find(({ square }) => square === "d3");
  const steps = stepsOf(before, [
    { kind: "KIND_MOVE", from: "d3", to: "e4", piece: "P", color: "COLOR_WHITE", text: "d3-e4." },
    { kind: "KIND_OBJECT_PUT", to: "d3", object: "m", text: "Mushroom on d3." },
    { kind: "KIND_BANANA", from: "e4", to: "e5", piece: "P", object: "d", text: "A banana!" },
  ]);
  assert.deepEqual(
    steps.map(({ picture }) => picture.sprites.find(({ id }) => id === pawn?.id)?.square),
    ["e4", "e4", "e5"],
  );
  // The banana stays on its square until it acts, and its effect is shown there.
  assert.deepEqual(
    steps.map(({ picture }) => picture.objects.get("e4")),
    ["d", "d", undefined],
  );
  assert.deepEqual(
    steps.map(({ effect }) => effect),
    [undefined, undefined, { square: "e4", caption: "A banana!" }],
  );
});

test("a move and its capture are one step, and so are an effect and its capture", () => {
  const plain = stepsOf(pictureOf("chpok", "8/8/8/3p4/4P3/8/8/8"), [
    { kind: "KIND_MOVE", from: "e4", to: "d5", piece: "P", color: "COLOR_WHITE", text: "e4-d5." },
    { kind: "KIND_CAPTURE", from: "e4", to: "d5", color: "COLOR_BLACK", text: "Taken." },
    { kind: "KIND_POINTS", color: "COLOR_WHITE", points: 1 },
  ]);
  assert.deepEqual(
    plain.map(({ effect }) => effect),
    [undefined],
  );
  const pushed = stepsOf(pictureOf("chakart", "8/8/8/3p4/3P4/8/8/8"), [
    { kind: "KIND_BOMB", from: "d4", to: "d5", piece: "P", color: "COLOR_WHITE", text: "A bomb." },
    { kind: "KIND_CAPTURE", from: "d4", to: "d5", color: "COLOR_BLACK", text: "Taken." },
  ]);
  assert.deepEqual(
    pushed.map(({ effect }) => effect?.caption),
    ["A bomb. Taken."],
  );
});

test("events that cannot be seen on the board make no step", () => {
  const kinds = ["KIND_CHECK", "KIND_DRAW_OFFERED", "KIND_GAME_OVER", "KIND_BID"] as const;
  const events = kinds.map((kind) => ({ kind, to: "e8" }));
  assert.deepEqual(stepsOf(pictureOf("chak", "9/9/4k4/9/9/9/9/9/4K4"), events), []);
});

test("a stealth move leaves a ? for viewers from whom it is hidden (H23)", () => {
  const before = pictureOf("chakart", "7k/8/8/8/8/8/8/K2Q4");
  const [other] = stepsOf(before, [
    { kind: "KIND_STEALTH", from: "d1", piece: "Q", color: "COLOR_WHITE" },
  ]);
  assert.deepEqual([...(other?.picture.unknown ?? [])], ["d1"]);
  assert.deepEqual(other?.picture.sprites.map(({ square }) => square).sort(), ["a1", "h8"]);
  const [owner] = stepsOf(before, [
    { kind: "KIND_STEALTH", from: "d1", to: "d5", piece: "Q", color: "COLOR_WHITE" },
  ]);
  const queen = owner?.picture.sprites.find(({ letter }) => letter === "Q");
  assert.deepEqual([queen?.square, queen?.hidden], ["d5", true]);
  assert.equal(owner?.picture.unknown.size, 0);
});

test("events that do not fit the board do not throw", () => {
  const before = pictureOf("chakart", "7k/8/8/8/8/8/8/K7");
  for (const { events } of CHAINS) assert.doesNotThrow(() => stepsOf(before, events));
});
