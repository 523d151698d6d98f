import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { demand, rate, rates, reviewSeconds } from "./site.mjs";
import { drawWeek, makeTables, readPage, simulateWeeks, withTables } from "./tables.mjs";

const weeks = simulateWeeks();

test("the tables of docs/ are what the measured rates give (otherwise run node tests/scale/update.mjs)", () => {
  for (const [page, tables] of Object.entries(makeTables(weeks))) {
    const text = readPage(page);
    assert.equal(withTables(text, tables), text, `docs/${page} is out of date`);
    for (const [name, table] of Object.entries(tables)) {
      assert.doesNotMatch(table, /NaN|undefined|Infinity/, `the table of ${name}`);
    }
  }
});

test("docs/week.svg is what the simulation draws (otherwise run node tests/scale/update.mjs)", () => {
  const drawn = readFileSync(new URL("../../docs/week.svg", import.meta.url), "utf8");
  assert.ok(drawWeek(weeks.picture) === drawn);
  assert.doesNotMatch(drawn, /NaN|undefined|Infinity/);
});

test("every rate is positive, and the rates agree with one another", () => {
  for (const [name, value] of Object.entries(rates)) assert.ok(value > 0, name);
  // The hour of games is other games than those of which single reviews were measured.
  const inSite = (rate("site.worker_seconds") / rate("site.plies")) * demand.pliesOfGame;
  assert.ok(Math.abs(inSite / reviewSeconds.mean - 1) < 0.3, `${inSite} s a review, not ${reviewSeconds.mean}`);
  for (const name of ["worker_seconds", "database_seconds", "result_bytes", "transactions"]) {
    assert.ok(rate(`validation.${name}`) < rate(`review_item.${name}`), name);
  }
});
