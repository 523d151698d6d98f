import { readFileSync } from "node:fs";

/** Reads the rows of one of the oracle's files, which are JSON Lines. */
export function rowsOf(variant, file) {
  const url = new URL(`../../../../core/variants/${variant}/testdata/${file}`, import.meta.url);
  const lines = readFileSync(url, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}
