import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const docsFolder = fileURLToPath(new URL("../../docs/", import.meta.url));

/** A file of docs/ as text. */
export const docsFile = (path) => readFileSync(docsFolder + path, "utf8");

/** The paths of all pages, below docs/. */
export const pages = () => readdirSync(docsFolder, { recursive: true })
  .filter((path) => path.endsWith(".md")).sort();

/**
 * The fenced blocks of a page in order: language, text, the place to name in a failure, and where
 * they begin and end; one that begins where another ends is next to it.
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
