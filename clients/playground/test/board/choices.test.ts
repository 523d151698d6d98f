import assert from "node:assert/strict";
import { test } from "node:test";

import type { MoveJson, VariantJson } from "@arbiter-chess/client";

import {
  REMOVE,
  type Selection,
  cancel,
  choicesOf as choicesIn,
  firstSelection,
  isStart,
  press,
  pressTool,
  targetsOf,
} from "../../src/web/board/choices.js";

const NONE: Selection = { kind: "none" };
const VARIANT: VariantJson = {
  pieces: [{ letter: "P", promotesTo: ["Q", "R", "B", "N", "D", "K"] }, { letter: "R" }],
};

const choicesOf = (moves: readonly MoveJson[]) => choicesIn(moves, VARIANT);

function quiet(text: string): MoveJson {
  return { text, from: text.slice(0, 2), to: text.slice(2, 4), piece: "R", kind: "KIND_QUIET" };
}

function promotion(text: string): MoveJson {
  return { ...quiet(text), piece: "P", promotion: (text[4] ?? "").toUpperCase() };
}

/** Presses one square after the other, and returns the result of the last press. */
function pressAll(moves: MoveJson[], ...squares: string[]) {
  const choices = choicesOf(moves);
  let selection = firstSelection(choices);
  let action: string | undefined;
  for (const square of squares) ({ selection, action } = press(choices, selection, square));
  return { selection, action };
}

function texts(selection: Selection): string[] {
  return selection.kind === "naming" ? selection.moves.map(({ text }) => text ?? "") : [];
}

test("pressing a piece and a target makes a move", () => {
  const moves = [quiet("a1a2"), quiet("a1b1"), quiet("c1c2")];
  assert.deepEqual(pressAll(moves, "a1").selection, { kind: "square", square: "a1" });
  assert.equal(pressAll(moves, "a1").action, undefined);
  assert.deepEqual(pressAll(moves, "a1", "b1"), { selection: NONE, action: "a1b1" });
  const choices = choicesOf(moves);
  assert.deepEqual([...targetsOf(choices, { kind: "square", square: "a1" }).keys()], ["a2", "b1"]);
  assert.ok(isStart(choices, "c1"));
  assert.ok(!isStart(choices, "c2"));
});

test("pressing another piece selects it; the same or an empty square deselects the piece", () => {
  const moves = [quiet("a1a2"), quiet("c1c2")];
  assert.deepEqual(pressAll(moves, "a1", "c1").selection, { kind: "square", square: "c1" });
  assert.deepEqual(pressAll(moves, "a1", "a1").selection, NONE);
  assert.deepEqual(pressAll(moves, "a1", "h8"), { selection: NONE, action: undefined });
});

test("pressing the rook after the king castles instead of selecting the rook (P16)", () => {
  const moves: MoveJson[] = [
    { text: "e1h1", from: "e1", to: "h1", piece: "K", kind: "KIND_CASTLING" },
    quiet("h1h2"),
  ];
  assert.equal(pressAll(moves, "e1", "h1").action, "e1h1");
  assert.deepEqual(pressAll(moves, "h1").selection, { kind: "square", square: "h1" });
});

test("one of several promotions is chosen by name, with the queen first", () => {
  const moves = ["b", "k", "n", "q", "r", "d"].map((letter) => promotion(`e7e8${letter}`));
  const { selection, action } = pressAll(moves, "e7", "e8");
  assert.equal(action, undefined);
  assert.deepEqual(texts(selection), ["e7e8q", "e7e8r", "e7e8b", "e7e8n", "e7e8d", "e7e8k"]);
});

test("promotions come in the variant's order, after moves without a promotion", () => {
  const variant = { pieces: [{ letter: "P", promotesTo: ["N", "Q"] }] };
  const moves = [promotion("e7e8q"), promotion("e7e8n"), { ...quiet("e7e8"), piece: "P" }];
  const same = choicesIn(moves, variant).from.get("e7")?.get("e8") ?? [];
  assert.deepEqual(same.map(({ text }) => text), ["e7e8", "e7e8n", "e7e8q"]);
});

test("a single promotion is made without choosing it by name (M2)", () => {
  assert.equal(pressAll([promotion("d5d6m")], "d5", "d6").action, "d5d6m");
});

test("stealth moves and shells are distinguished from ordinary moves (H6, H7)", () => {
  const stealth = [
    quiet("d1h5"),
    { ...quiet("d1h5"), text: "d1h5?", kind: "KIND_STEALTH" } as const,
  ];
  assert.deepEqual(texts(pressAll(stealth, "d1", "h5").selection), ["d1h5", "d1h5?"]);
  const shell: MoveJson[] = [
    { ...quiet("e1e2"), kind: "KIND_CAPTURE" },
    { text: "e1*e2", from: "e1", to: "e2", piece: "K", kind: "KIND_SHELL" },
    { text: "e1*e7", from: "e1", to: "e7", piece: "K", kind: "KIND_SHELL" },
  ];
  assert.deepEqual(texts(pressAll(shell, "e1", "e2").selection), ["e1e2", "e1*e2"]);
  assert.equal(pressAll(shell, "e1", "e7").action, "e1*e7");
});

test("a press elsewhere ends the choice by name and starts again", () => {
  const moves = [promotion("e7e8q"), promotion("e7e8r"), quiet("a1a2")];
  assert.deepEqual(pressAll(moves, "e7", "e8", "a1").selection, { kind: "square", square: "a1" });
  assert.deepEqual(pressAll(moves, "e7", "e8", "h3").selection, NONE);
});

test("a swap can begin at either end (H13)", () => {
  const swap: MoveJson = { text: "a1~b2", from: "a1", to: "b2", kind: "KIND_SWAP" };
  assert.equal(pressAll([swap], "a1", "b2").action, "a1~b2");
  assert.equal(pressAll([swap], "b2", "a1").action, "a1~b2");
});

test("a piece that must be placed is selected from the start (H13)", () => {
  const moves: MoveJson[] = ["e4", "e5"].map((to) => ({
    text: `N@${to}`,
    to,
    piece: "N",
    kind: "KIND_PLACE",
  }));
  const choices = choicesOf(moves);
  assert.deepEqual(firstSelection(choices), { kind: "tool", tool: "N" });
  assert.deepEqual([...targetsOf(choices, firstSelection(choices)).keys()], ["e4", "e5"]);
  assert.equal(pressAll(moves, "e5").action, "N@e5");
  assert.deepEqual(pressAll(moves, "h8").selection, { kind: "tool", tool: "N" });
});

test("a pending promotion is chosen by name at once (H15)", () => {
  const moves: MoveJson[] = ["b", "q"].map((letter) => ({
    text: `e8=${letter}`,
    to: "e8",
    piece: "P",
    promotion: letter.toUpperCase(),
    kind: "KIND_PROMOTION",
  }));
  const first = firstSelection(choicesOf(moves));
  assert.deepEqual(texts(first), ["e8=q", "e8=b"]);
  assert.deepEqual(cancel(choicesOf(moves)).selection, first);
});

test("newborn, remove and skip are offered in addition to the moves (P22)", () => {
  const moves: MoveJson[] = [
    quiet("a1a2"),
    { text: "P@d2", to: "d2", piece: "P", kind: "KIND_PLACE" },
    { text: "x@a1", to: "a1", piece: "R", kind: "KIND_REMOVE" },
    { text: "0000", kind: "KIND_PASS" },
  ];
  const choices = choicesOf(moves);
  assert.deepEqual(firstSelection(choices), NONE);
  assert.deepEqual([...choices.tools.keys()], ["P", REMOVE]);
  assert.equal(choices.pass?.text, "0000");
  const removing = pressTool(choices, NONE, REMOVE).selection;
  assert.deepEqual(removing, { kind: "tool", tool: REMOVE });
  assert.equal(press(choices, removing, "a1").action, "x@a1");
  assert.deepEqual(pressTool(choices, removing, REMOVE).selection, NONE);
  assert.deepEqual(pressAll(moves, "a1").selection, { kind: "square", square: "a1" });
  assert.equal(press(choices, { kind: "tool", tool: "P" }, "d2").action, "P@d2");
});

test("a removal is not selected from the start, even if it is the only tool", () => {
  const choices = choicesOf([
    { text: "x@a1", to: "a1", piece: "R", kind: "KIND_REMOVE" },
    { text: "0000", kind: "KIND_PASS" },
  ]);
  assert.deepEqual(firstSelection(choices), NONE);
});

test("without legal moves nothing can be selected", () => {
  assert.deepEqual(pressAll([], "e2"), { selection: NONE, action: undefined });
});
