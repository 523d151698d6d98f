import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const docsFolder = fileURLToPath(new URL("../../docs/", import.meta.url));

/** Reads a file of docs/. */
export const docsFile = (path) => readFileSync(docsFolder + path, "utf8");

/** Returns the paths of all pages, relative to docs/. */
export const pages = () => readdirSync(docsFolder, { recursive: true })
  .filter((path) => path.endsWith(".md")).sort();

/**
 * Returns the fenced blocks of a page in order: their language, text, place (for failure messages),
 * and the offsets at which they begin and end. Adjacent blocks share an offset.
 */
export const blocksOf = (path) => {
  const text = docsFile(path);
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```\n*/gm)].map((match) => ({
    language: match[1],
    text: match[2],
    place: `docs/${path}:${text.slice(0, match.index).split("\n").length}`,
    begin: match.index,
    end: match.index + match[0].length,
  }));
};
