import assert from "node:assert/strict";
import { test } from "node:test";

import { printFen, readFen } from "../chakart/fen.mjs";
import { legalTexts } from "../chakart/moves.mjs";
import { allOutcomes } from "./outcomes.mjs";
import { rowsOf } from "./rows.mjs";

const sortedByText = (outcomes) =>
  [...outcomes].sort((a, b) => (a.text < b.text ? -1 : 1));

test("the legal actions match every row of the oracle", () => {
  const rows = rowsOf("chakart", "legal.jsonl");
  assert.equal(rows.length, 731);
  for (const { fen, legal } of rows) {
    assert.deepEqual(legalTexts(readFen(fen)), legal, fen);
  }
});

test("the outcomes and their exact probabilities match every row of the oracle", () => {
  const rows = rowsOf("chakart", "outcomes.jsonl");
  assert.equal(rows.length, 2060);
  for (const { fen, action, outcomes } of rows) {
    const found = allOutcomes(readFen(fen), action);
    assert.deepEqual(sortedByText(found), sortedByText(outcomes), `${fen} ${action}`);
  }
});

test("every FEN of the oracle round-trips", () => {
  const fens = rowsOf("chakart", "outcomes.jsonl").flatMap(
    ({ fen, outcomes }) => [fen, ...outcomes.map((outcome) => outcome.fen)]);
  for (const fen of fens) assert.equal(printFen(readFen(fen)), fen);
});
