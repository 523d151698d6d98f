import assert from "node:assert/strict";
import { test } from "node:test";

import {
  fraction,
  fractionText,
  groupOutcomes,
  percentText,
  sum,
} from "../../src/web/game/analysis/outcomes.js";

const outcome = (text: string, denominator: number, ...sentences: string[]) => ({
  text, numerator: "1", denominator: String(denominator),
  events: sentences.map((sentence) => ({ text: sentence })),
});

test("fractions are in lowest terms, and exact beyond the precision of a double", () => {
  assert.equal(fractionText(sum(fraction(1n, 8n), fraction(3n, 8n))), "1/2");
  assert.equal(fractionText(fraction(6n, 6n)), "1");
  const small = 10n ** 18n;
  assert.equal(fractionText(sum(fraction(1n, small), fraction(1n, small + 1n))),
    `${2n * small + 1n}/${small * (small + 1n)}`);
});

test("percentages have only significant digits", () => {
  assert.equal(percentText(1 / 8), "12.5%");
  assert.equal(percentText(1 / 120), "0.83%");
  assert.equal(percentText(1), "100%");
  assert.equal(percentText(1e-7), "< 0.01%");
  assert.equal(percentText(0), "0%");
});

test("outcomes are grouped by the egg, without what they have in common (H13, H20)", () => {
  const grouped = groupOutcomes([
    outcome("h1g1{egg=koopa}", 8, "Rook h1-g1.", "Koopa."),
    outcome("h1g1{egg=luigi,on=e5}", 4, "Rook h1-g1.", "Luigi: e5."),
    outcome("h1g1{egg=luigi,on=a7}", 2, "Rook h1-g1.", "Luigi: a7."),
  ]);
  assert.deepEqual(grouped.always, ["Rook h1-g1."]);
  assert.deepEqual(grouped.groups.map(({ egg }) => egg), ["luigi", "koopa"]);
  const [luigi] = grouped.groups;
  assert.equal(fractionText(luigi!.probability), "3/4");
  assert.deepEqual(luigi!.rows.map(({ sentences }) => sentences), [["Luigi: a7."], ["Luigi: e5."]]);
});

test("an egg that is opened after a push is found", () => {
  const { groups } = groupOutcomes([outcome("f3e4{push=e5,egg=daisy}", 1, "Push.", "Daisy.")]);
  assert.equal(groups[0]!.egg, "daisy");
});

test("outcomes without an egg form one group; a single outcome always happens", () => {
  const { always, groups } = groupOutcomes([outcome("a1a4{put=b5}", 1, "Rook a1-a4.", "Banana.")]);
  assert.deepEqual(always, ["Rook a1-a4.", "Banana."]);
  assert.deepEqual(groups.map(({ egg, rows }) => [egg, rows[0]!.sentences]), [[undefined, []]]);
  assert.deepEqual(groupOutcomes([]), { always: [], groups: [] });
});
