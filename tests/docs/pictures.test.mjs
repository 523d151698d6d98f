import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

import { ask } from "./ask.mjs";
import { docsFile, docsFolder, pages } from "./pages.mjs";
import { drawPictures, pictures } from "./pictures.mjs";

test("the pictures are those that RenderBoard draws; where not: ./dev docs", () => {
  for (const [path, image] of drawPictures()) {
    assert.ok(docsFile(path) === image, `docs/${path} is drawn otherwise now`);
  }
});

// tests/pictures/pieces.mjs draws it; the page of the pieces shows it.
const NOT_BY_RENDER_BOARD = "pieces.svg";

test("pages and README show the pictures there are", () => {
  const shown = new Set();
  const texts = [["../README.md", readFileSync(`${docsFolder}../README.md`, "utf8")],
    ...pages().map((path) => [path, docsFile(path)])];
  for (const [page, text] of texts) {
    for (const [, path] of text.matchAll(/!\[[^\]]*\]\((?:docs\/)?([\w/.-]+\.svg)\)/g)) {
      shown.add(posix.join(page.startsWith("rules/") ? "rules" : "", path));
    }
  }
  const drawn = readdirSync(docsFolder, { recursive: true })
    .filter((path) => path.endsWith(".svg") && path !== NOT_BY_RENDER_BOARD);
  assert.deepEqual([...shown].sort(), Object.keys(pictures).sort());
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
