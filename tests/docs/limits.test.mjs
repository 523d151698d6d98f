/** Checks the numbers in the comments of the protos: the options of fields, and the defaults of settings. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const protos = ["game", "rules_service", "analysis_service"]
  .map((name) => read(`proto/arbiter/v1/${name}.proto`)).join("\n");

const FIELD = /((?:^ *\/\/ .*\n)+) *(?:(repeated) |optional )?[\w.]+ (\w+) = \d+(?: \[(.*)\])?;/gm;
const fields = [...protos.matchAll(FIELD)].map(([, comment, repeated, name, options = ""]) => ({
  name,
  isRepeated: repeated !== undefined,
  comment: comment.replaceAll(/\s*\/\/ /g, " "),
  options: Object.fromEntries(
    [...options.matchAll(/\((\w+)\) = (\w+)/g)].map(([, option, value]) => [option, value])),
}));
const fieldsWith = (option) => {
  const found = fields.filter(({ options }) => option in options);
  assert.ok(found.length > 0, option);
  return found;
};
const inWords = (number) => Number(number).toLocaleString("en");

test("the comment of a field states its maximum", () => {
  for (const { name, comment, options } of fieldsWith("max_items")) {
    assert.ok(comment.includes(`at most ${inWords(options.max_items)} (`), name);
  }
  for (const { name, comment, options } of fieldsWith("max_bytes")) {
    assert.ok(comment.includes(`at most ${inWords(options.max_bytes)} bytes (`), name);
  }
  for (const { name, comment } of fieldsWith("limit")) {
    assert.match(comment, /most the server's `max_record_actions`|one entry for each action/, name);
  }
});

test("a field whose comment states a maximum has the option", () => {
  for (const { name, isRepeated, comment, options } of fields) {
    const limit = comment.match(/at most ([\d,]+)( bytes)? \((?:LIMIT_EXCEEDED|BAD_FIELD)\)/);
    if (limit === null || !(isRepeated || limit[2])) continue;
    const maximum = limit[2] ? options.max_bytes : options.max_items;
    assert.equal(maximum, limit[1].replaceAll(",", ""), name);
  }
});

test("the comments state the defaults of the settings", () => {
  const defaults = new Map(
    [...read("service/limits.h").matchAll(/^ {2}\w+ (\w+) = ([\d']+);/gm)]
      .map(([, name, value]) => [name, value.replaceAll("'", "")]));
  const stated = fields.flatMap(({ comment }) =>
    [...comment.matchAll(/`(\w+)` \(default ([\d,]+)/g)]);
  assert.ok(stated.length > 0);
  for (const [, name, value] of stated) assert.equal(value, inWords(defaults.get(name)), name);
});
