#!/usr/bin/env node
/** usage: ARBITER=… pictures.mjs
 * Draws the pictures of docs/ that docs/pictures.json lists.
 */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { ask } from "./ask.mjs";
import { docsFile, docsFolder } from "./pages.mjs";

/** The request of each picture, by its path relative to docs/. */
export const pictures = JSON.parse(docsFile("pictures.json"));

/** Returns the images of RenderBoard, by path. */
export const drawPictures = () => {
  const paths = Object.keys(pictures);
  const answers = ask(paths.map((path) => ({ renderBoard: pictures[path] })));
  return new Map(paths.map((path, index) => {
    const { renderBoard, status } = answers[index];
    if (renderBoard === undefined) throw new Error(`${path}: ${status.message}`);
    return [path, renderBoard.image];
  }));
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [path, image] of drawPictures()) writeFileSync(docsFolder + path, image);
}
