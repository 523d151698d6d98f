import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

import { ask } from "./ask.mjs";
import { docsFile, docsFolder, pages } from "./pages.mjs";
import { drawPictures, pictures } from "./pictures.mjs";

test("the pictures are up to date (otherwise run ./dev docs)", () => {
  for (const [path, image] of drawPictures()) {
    assert.ok(docsFile(path) === image, `docs/${path} differs from RenderBoard's image`);
  }
});

// Drawn by tests/docs/pieces.mjs and by tests/scale/update.mjs rather than by RenderBoard.
const PIECES = "pieces.svg";
const WEEK = "week.svg";

test("pages and README show all pictures and no others", () => {
  const shown = new Set();
  const texts = [["../README.md", readFileSync(`${docsFolder}../README.md`, "utf8")],
    ...pages().map((path) => [path, docsFile(path)])];
  for (const [page, text] of texts) {
    for (const [, path] of text.matchAll(/!\[[^\]]*\]\((?:docs\/)?([\w/.-]+\.svg)\)/g)) {
      shown.add(posix.join(page.startsWith("rules/") ? "rules" : "", path));
    }
  }
  const drawn = readdirSync(docsFolder, { recursive: true })
    .filter((path) => path.endsWith(".svg") && path !== PIECES && path !== WEEK);
  assert.deepEqual([...shown].sort(), [...Object.keys(pictures), WEEK].sort());
  assert.deepEqual(drawn.sort(), Object.keys(pictures).sort());
});

test("every arrow in a picture is a move of the player to move", () => {
  const withArrows = Object.entries(pictures).filter(([, request]) => request.arrows);
  const answers = ask(withArrows.map(([, { position }]) =>
    ({ legalMoves: { position, detail: "DETAIL_FULL" } })));
  withArrows.forEach(([path, { arrows }], index) => {
    const moves = new Set(answers[index].legalMoves.moves.map(({ from, to }) => `${from}${to}`));
    for (const { from, to } of arrows) {
      assert.ok(moves.has(`${from}${to}`), `docs/${path}: ${from}${to}`);
    }
  });
});
