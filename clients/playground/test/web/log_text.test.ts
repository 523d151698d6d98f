import assert from "node:assert/strict";
import { test } from "node:test";

import { controlLabel, entryLabel, shownControls } from "../../src/web/game/control_text.js";
import { drawWords } from "../../src/web/game/fairness/draw_text.js";
import { clockText } from "../../src/web/game/table/clock.js";
import { lastMoveSquares, lineArrows } from "../../src/web/inferred/marks.js";
import { entry } from "./helpers.js";

test("the squares of the last move are those of the move itself, not of its effects", () => {
  const move = entry({ events: [
    { kind: "KIND_MOVE", from: "g1", to: "f3" }, { kind: "KIND_MUSHROOM", from: "f3", to: "e5" },
  ] });
  const offer = entry({ action: "draw?", control: true });
  assert.deepEqual(lastMoveSquares([move, offer], 2), ["g1", "f3"]);
  assert.deepEqual(lastMoveSquares([move, offer], 0), []);
});

test("a stealth move of the other side shows only its start square (H23)", () => {
  const unseen = entry({ events: [{ kind: "KIND_STEALTH", from: "d1" }] });
  assert.deepEqual(lastMoveSquares([unseen], 1), ["d1"]);
});

const CONTROLS = [
  { action: "resign", actor: "COLOR_WHITE" }, { action: "black:resign", actor: "COLOR_BLACK" },
  { action: "black:draw!", actor: "COLOR_BLACK" },
] as const;

const shown = (mode: "hotseat" | "online") =>
  shownControls(CONTROLS, mode, "white").map(({ action }) => action);

test("in a hot-seat game, the player who is not to act can only answer offers", () => {
  assert.deepEqual(shown("hotseat"), ["resign", "black:draw!"]);
});

test("in other games, all controls of this browser are shown", () => {
  assert.deepEqual(shown("online"), ["resign", "black:resign", "black:draw!"]);
});

test("a player's own offer is withdrawn, the other player's is declined", () => {
  assert.equal(controlLabel("draw-", true), "Withdraw the offer");
  assert.equal(controlLabel("draw-", false), "Decline the draw");
  assert.equal(entryLabel("black:draw?"), "offers a draw");
  assert.equal(entryLabel("black:something"), "something");
});

test("a random draw is described by its purpose, result and number of candidates (R4)", () => {
  const words = drawWords(
    { purpose: "egg", candidates: ["kingboo", "koopa"], index: 1 }, { id: "chakart" });
  assert.equal(words.sentence, "in the egg: Koopa, one of 2");
  assert.deepEqual(words.candidates.map(({ isChosen }) => isChosen), [false, true]);
  const piece = drawWords({ purpose: "piece", candidates: ["q", "r"] },
    { pieces: [{ letter: "Q", name: "Queen (Mario)" }] });
  assert.equal(piece.sentence, "piece to place: Queen (Mario), one of 2");
});

test("only moves from one square to another have arrows", () => {
  const arrows = lineArrows([
    { rank: 1, pv: ["e2e4", "e7e5"] }, { rank: 2, pv: ["d1h5?"] }, { rank: 3, pv: ["N@e4"] },
    { rank: 4, pv: ["e1*e5"] }, { rank: 5, pv: ["raise white +1"] },
  ]);
  assert.deepEqual(arrows.map(({ from, to, rank }) => `${rank}${from}${to}`),
    ["1e2e4", "2d1h5", "4e1e5"]);
});

test("clocks show tenths in the last ten seconds, and hours if there are any", () => {
  assert.equal(clockText(9_999), "9.9");
  assert.equal(clockText(65_000), "1:05");
  assert.equal(clockText(3_723_000), "1:02:03");
  assert.equal(clockText(0), "0.0");
});
