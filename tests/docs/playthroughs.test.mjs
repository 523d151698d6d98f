import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import { ask } from "./ask.mjs";
import { docsFile, docsFolder } from "./pages.mjs";
import { playthroughs } from "./playthroughs.mjs";

test("the playthroughs are up to date (otherwise run ./dev docs)", () => {
  for (const [path, text] of playthroughs()) {
    assert.equal(docsFile(path), text, `docs/${path}`);
  }
});

test("every variant has a playthrough, to which the page of its rules links", () => {
  const [{ listVariants: { variants } }] = ask([{ listVariants: {} }]);
  const files = variants.map(({ id }) => `${id}.txt`).sort();
  assert.deepEqual(readdirSync(`${docsFolder}playthroughs`).sort(), files);
  for (const { id } of variants) {
    assert.ok(docsFile(`rules/${id}.md`).includes(`](../playthroughs/${id}.txt)`), `docs/rules/${id}.md`);
  }
});
