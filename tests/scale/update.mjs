#!/usr/bin/env node
/** usage: update.mjs [RATES]
 * Computes the tables and the picture of docs/ that say what a large site needs. RATES is a file of arbiter_scale, whose
 * rates replace those of the same parts in rates.json first.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";

const docs = new URL("../../docs/", import.meta.url);
const rates = new URL("rates.json", import.meta.url);

const [file] = process.argv.slice(2);
if (file !== undefined) {
  const parts = JSON.parse(readFileSync(rates, "utf8"));
  const date = new Date().toISOString().slice(0, 10);
  const processor = `${cpus().length} threads of ${cpus()[0].model.trim()}`;
  for (const [name, measured] of Object.entries(JSON.parse(readFileSync(file, "utf8")))) {
    parts[name] = { date, processor, rates: measured };
  }
  writeFileSync(rates, `${JSON.stringify(parts, null, 2)}\n`);
}

// The rates are read when this module is loaded.
const { drawWeek, makeTables, readPage, simulateWeeks, withTables } = await import("./tables.mjs");
const weeks = simulateWeeks();
writeFileSync(new URL("week.svg", docs), drawWeek(weeks.picture));
for (const [page, tables] of Object.entries(makeTables(weeks))) {
  writeFileSync(new URL(page, docs), withTables(readPage(page), tables));
}
