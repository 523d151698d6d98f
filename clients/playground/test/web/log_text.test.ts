import assert from "node:assert/strict";
import { test } from "node:test";

import { controlLabel, entryLabel, shownControls } from "../../src/web/game/control_text.js";
import { drawWords } from "../../src/web/game/fairness/draw_text.js";
import { clockText } from "../../src/web/game/table/clock.js";
import { lastMoveSquares, lineArrows } from "../../src/web/inferred/marks.js";
import { entry } from "./helpers.js";

test("the squares of the last move are the player's own, not those of what came of it", () => {
  const move = entry({ events: [
    { kind: "KIND_MOVE", from: "g1", to: "f3" }, { kind: "KIND_MUSHROOM", from: "f3", to: "e5" },
  ] });
  const offer = entry({ action: "draw?", control: true });
  assert.deepEqual(lastMoveSquares([move, offer], 2), ["g1", "f3"]);
  assert.deepEqual(lastMoveSquares([move, offer], 0), []);
});

test("of a stealth move another one sees only where it began (H23)", () => {
  const unseen = entry({ events: [{ kind: "KIND_STEALTH", from: "d1" }] });
  assert.deepEqual(lastMoveSquares([unseen], 1), ["d1"]);
});

const CONTROLS = [
  { action: "resign", actor: "COLOR_WHITE" }, { action: "black:resign", actor: "COLOR_BLACK" },
  { action: "black:draw!", actor: "COLOR_BLACK" },
] as const;

const shown = (mode: "hotseat" | "online") =>
  shownControls(CONTROLS, mode, "white").map(({ action }) => action);

test("at one board the player who is not to act only answers", () => {
  assert.deepEqual(shown("hotseat"), ["resign", "black:draw!"]);
});

test("elsewhere all that this browser may do is offered", () => {
  assert.deepEqual(shown("online"), ["resign", "black:resign", "black:draw!"]);
});

test("one's own offer is taken back, the other's declined", () => {
  assert.equal(controlLabel("draw-", true), "Take the offer back");
  assert.equal(controlLabel("draw-", false), "Decline the draw");
  assert.equal(entryLabel("black:draw?"), "offers a draw");
  assert.equal(entryLabel("black:something"), "something");
});

test("a draw is told with its purpose, its choice and the number of candidates (R4)", () => {
  const words = drawWords(
    { purpose: "egg", candidates: ["kingboo", "koopa"], index: 1 }, { id: "chakart" });
  assert.equal(words.sentence, "in the egg: Koopa, one of 2");
  assert.deepEqual(words.candidates.map(({ isChosen }) => isChosen), [false, true]);
  const piece = drawWords({ purpose: "piece", candidates: ["q", "r"] },
    { pieces: [{ letter: "Q", name: "Queen (Mario)" }] });
  assert.equal(piece.sentence, "piece to place: Queen (Mario), one of 2");
});

test("arrows for moves from square to square only", () => {
  const arrows = lineArrows([
    { rank: 1, pv: ["e2e4", "e7e5"] }, { rank: 2, pv: ["d1h5?"] }, { rank: 3, pv: ["N@e4"] },
    { rank: 4, pv: ["e1*e5"] }, { rank: 5, pv: ["raise white +1"] },
  ]);
  assert.deepEqual(arrows.map(({ from, to, rank }) => `${rank}${from}${to}`),
    ["1e2e4", "2d1h5", "4e1e5"]);
});

test("clocks show tenths at the end, hours when there are any", () => {
  assert.equal(clockText(9_999), "9.9");
  assert.equal(clockText(65_000), "1:05");
  assert.equal(clockText(3_723_000), "1:02:03");
  assert.equal(clockText(0), "0.0");
});
