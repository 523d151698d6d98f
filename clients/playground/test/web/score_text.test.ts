import assert from "node:assert/strict";
import { test } from "node:test";

import { chancesOf, percent, scoreText, reversed } from "../../src/web/game/analysis/score_text.js";

test("centipawns are shown as pawns with two digits and a sign", () => {
  assert.equal(scoreText({ centipawns: 34 }), "+0.34");
  assert.equal(scoreText({ centipawns: -120 }), "−1.20");
  assert.equal(scoreText({}), "0.00");
});

test("a mate is shown in moves, a lead in points", () => {
  assert.equal(scoreText({ mateIn: 3 }), "#3");
  assert.equal(scoreText({ mateIn: -2 }), "#-2");
  assert.equal(scoreText({ points: 12 }), "+12 points");
  assert.equal(scoreText({ points: -1.5 }), "−1.5 points");
});

test("a small lead that rounds to nothing has no sign", () => {
  assert.equal(scoreText({ points: -0.04 }), "0 points");
});

test("a reversed score has the opposite sign and exchanged chances", () => {
  const score = { centipawns: 50, winProbability: 0.5, drawProbability: 0.3 };
  const other = reversed(score);
  assert.equal(other.centipawns, -50);
  assert.equal(percent(Number(other.winProbability)), 20);
  assert.equal(percent(chancesOf(other).loss), 50);
  assert.equal(reversed({ mateIn: 4 }).mateIn, -4);
  assert.equal(reversed({ points: 7 }).points, -7);
});

test("chances are never negative, in spite of rounding", () => {
  assert.deepEqual(
    chancesOf({ winProbability: 0.7, drawProbability: 0.31 }), { win: 0.7, draw: 0.31, loss: 0 });
});
