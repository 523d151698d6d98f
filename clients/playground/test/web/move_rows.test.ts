import assert from "node:assert/strict";
import { test } from "node:test";

import { moveRows } from "../../src/web/game/move_rows.js";
import { entry } from "./helpers.js";

/** Formats the rows as texts, such as `1. e4 | e5`. */
const rowsOf = (log: Parameters<typeof moveRows>[0]) => moveRows(log).map(
  ({ number, isBid, first, second }) => {
    const texts = (entries: typeof first) =>
      entries.map(({ san, action }) => san || action).join(" ");
    return `${isBid ? "bid " : ""}${number}. ${texts(first)} | ${texts(second)}`;
  });

const white = (san: string, moveNumber: number) => entry({ san, moveNumber });
const black = (san: string, moveNumber: number) => entry({ san, moveNumber, side: "black" });
const control = (action: string, side: "white" | "black", moveNumber: number) =>
  entry({ action, san: "", side, moveNumber, control: true });

test("moves are paired by their number", () => {
  assert.deepEqual(
    rowsOf([white("e4", 1), black("e5", 1), white("Nf3", 2)]), ["1. e4 | e5", "2. Nf3 | "]);
});

test("a game that begins with Black leaves White's cell empty", () => {
  assert.deepEqual(rowsOf([black("e5", 7), white("d4", 8)]), ["7.  | e5", "8. d4 | "]);
});

test("the actions of a turn share a cell (C2)", () => {
  assert.deepEqual(
    rowsOf([white("Nxc3*D", 3), white("e4", 3), black("e5", 3)]), ["3. Nxc3*D e4 | e5"]);
});

test("control actions are placed with the player who makes them", () => {
  assert.deepEqual(
    rowsOf([white("e4", 1), control("white:draw?", "white", 1), control("draw-", "black", 1),
      black("e5", 1)]),
    ["1. e4 white:draw? | draw- e5"]);
});

test("bids have rows of their own, counted from 1, before move 1", () => {
  const bid = (action: string, side: "challenger" | "opponent") =>
    entry({ action, san: "", side, moveNumber: 0 });
  assert.deepEqual(
    rowsOf([bid("raise white +1", "challenger"), bid("match white", "opponent"), white("e4", 1)]),
    ["bid 1. raise white +1 | ", "bid 2. match white | ", "1. e4 | "]);
});

test("a move number that comes again after an undo begins a new row (P19)", () => {
  assert.deepEqual(
    rowsOf([white("e4", 1), black("e5", 1), control("undo", "white", 2), white("d4", 1)]),
    ["1. e4 | e5", "2. undo | ", "1. d4 | "]);
});
