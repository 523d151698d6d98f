// The snapshots of every released version can still be read. record.mjs has made the files.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { statesOf } from "./states.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder).filter((file) => file.endsWith(".jsonl"));

/** Returns `found` with only the fields that `expected` has, so that newer fields are ignored. */
function sameFields(expected, found) {
  if (typeof expected !== "object" || typeof found !== "object") return found;
  if (Array.isArray(expected)) return found.map((item, index) => sameFields(expected[index], item));
  return Object.fromEntries(
    Object.keys(expected).map((key) => [key, sameFields(expected[key], found[key])]));
}

for (const file of files) {
  const games = readFileSync(folder + file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const states = statesOf(games.map(({ variant, snapshot }) => ({ variant, snapshot })));
  games.forEach(({ name, state: expected }, index) =>
    test(`${file}: ${name}`, () => assert.deepEqual(sameFields(expected, states[index]), expected)));
}

test("there are snapshots of the version of CMakeLists.txt", () => {
  const [, version] =
    readFileSync(`${folder}/../../CMakeLists.txt`, "utf8").match(/^project\(arbiter VERSION (\S+)/m);
  assert.ok(files.includes(`${version}.jsonl`), `docs/releasing.md explains how to record those of ${version}`);
});
