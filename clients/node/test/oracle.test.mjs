import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { legalTexts } from "../chakart/choices.mjs";
import { printFen, readFen } from "../chakart/fen.mjs";
import { allOutcomes } from "./outcomes.mjs";

const DATA = new URL("../../../core/variants/chakart/testdata/", import.meta.url);

function rowsOf(file) {
  const lines = readFileSync(new URL(file, DATA), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

const sortedByText = (outcomes) =>
  [...outcomes].sort((a, b) => (a.text < b.text ? -1 : 1));

test("legal actions of every oracle row", () => {
  const rows = rowsOf("legal.jsonl");
  assert.equal(rows.length, 731);
  for (const { fen, legal } of rows) {
    assert.deepEqual(legalTexts(readFen(fen)), legal, fen);
  }
});

test("outcomes of every oracle row, with their exact probabilities", () => {
  const rows = rowsOf("outcomes.jsonl");
  assert.equal(rows.length, 2060);
  for (const { fen, action, outcomes } of rows) {
    const found = allOutcomes(readFen(fen), action);
    assert.deepEqual(sortedByText(found), sortedByText(outcomes), `${fen} ${action}`);
  }
});

test("every FEN of the oracle is printed as it was read", () => {
  const fens = rowsOf("outcomes.jsonl").flatMap(
    ({ fen, outcomes }) => [fen, ...outcomes.map((outcome) => outcome.fen)]);
  for (const fen of fens) assert.equal(printFen(readFen(fen)), fen);
});
