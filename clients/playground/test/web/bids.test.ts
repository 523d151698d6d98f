import assert from "node:assert/strict";
import { test } from "node:test";

import {
  featuresText,
  featureWords,
  readFeatures,
  withFeature,
} from "../../src/web/chpok/features.js";
import {
  bidLimits,
  cleanRow,
  outcomeWords,
  raiseText,
  rowFault,
  type Raise,
} from "../../src/web/game/bidding/bids.js";

const raise = (parts: Partial<Raise>): Raise => ({
  target: "time", chips: 3, minutes: 5, bonus: 2, row: "RNBQKBNR", features: "-", ...parts,
});

test("a raise has the form of its target (P2, P3)", () => {
  assert.equal(raiseText(raise({ target: "white", chips: 1 })), "raise white +1");
  assert.equal(raiseText(raise({})), "raise time +3 5+2");
  assert.equal(raiseText(raise({ target: "home" })), "raise home +3 RNBQKBNR");
  assert.equal(raiseText(raise({ target: "xf", features: "width=10,hill" })),
    "raise xf +3 width=10,hill");
  assert.equal(raiseText(raise({ target: "xf" })), "raise xf +3 -");
});

test("a home row has the width of the board and a king (P7, P8)", () => {
  assert.equal(rowFault("RNBQKBNR", 8), undefined);
  assert.equal(rowFault("RNBQKBN", 8), "length");
  assert.equal(rowFault("RNBQQBNR", 8), "king");
  assert.equal(cleanRow("rn1b-qk xyz bnr", 8), "RNBQKBNR");
  assert.equal(cleanRow("KKKKKKKKKK", 6), "KKKKKK");
});

test("features are written in the order of P9, without defaults", () => {
  const features = new Map([["hill", ""], ["undo", "2"], ["width", "10"], ["castlings", "1"]]);
  assert.equal(featuresText(features), "width=10,undo=2,hill");
  assert.equal(featuresText(new Map()), "-");
  assert.equal(featuresText(new Map([["points", "0000000"]])), "-");
});

test("features can be read in any order", () => {
  const text = "width=10,moves=40,undo=2,points=1020000,castlings=0,hill,noenpassant";
  assert.equal(featuresText(readFeatures(text)), text);
  assert.equal(featuresText(readFeatures("hill,width=6")), "width=6,hill");
  assert.equal(readFeatures("-").size, 0);
});

test("a feature can be changed and reset to its default", () => {
  const wide = withFeature(readFeatures("hill"), "width", "9");
  assert.equal(featuresText(wide), "width=9,hill");
  assert.equal(featuresText(withFeature(wide, "hill", undefined)), "width=9");
});

test("outcomes are described in words", () => {
  assert.equal(outcomeWords("white", "-"), "open");
  assert.equal(outcomeWords("white", "challenger"), "Challenger");
  assert.equal(outcomeWords("time", "5+3"), "5 min + 3 s");
  assert.equal(outcomeWords("home", "RNBQKBNR"), "RNBQKBNR");
  assert.equal(outcomeWords("xf", "-"), "none");
  assert.equal(featureWords("width=10,skip"), "Number of files: 10, Passing is allowed");
});

test("the limits of bids come from the game, else from the variant (P4, P9)", () => {
  const options = [
    { name: "minutes_max", defaultValue: "180" }, { name: "bonus_max", defaultValue: "60" },
    { name: "move_limit_min", defaultValue: "10" },
  ];
  assert.deepEqual(bidLimits(options, {}), { maxMinutes: 180, maxBonus: 60, minMoves: 10 });
  assert.deepEqual(bidLimits(options, { chpok: { minutesMax: 20, moveLimitMin: 30 } }),
    { maxMinutes: 20, maxBonus: 60, minMoves: 30 });
});
