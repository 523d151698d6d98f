import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

import ts from "typescript";

import { playgroundFolder } from "../board_fixture/open_board.js";

const CLIENTS = dirname(playgroundFolder());
const FOLDERS = ["playground/src", "node/src", "node/verifier"];

/** For each file, the files from which it imports or re-exports, even if only types. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns the files on the disk that a text imports: `./a.js` can be a.ts or a.tsx. */
function importedBy(
  file: string, text: string, exists: (file: string) => boolean = existsSync,
): string[] {
  const named = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  return named.filter((name) => name.startsWith(".")).map((name) => {
    const path = join(dirname(file), name);
    const sources = [".ts", ".tsx"].map((ending) => path.replace(/\.js$/, ending));
    const found = [path, ...sources].find(exists);
    assert.ok(found, `${file} imports ${name}, which does not exist`);
    return found;
  });
}

function importsIn(folder: string): Imports {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file));
  return new Map(files.map((file) => [file, importedBy(file, readFileSync(file, "utf8"))]));
}

/** Returns at least one cycle of imports for each group of files that has any. */
function circlesIn(imports: Imports): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

for (const folder of FOLDERS) {
  test(`clients/${folder} has no circular imports`, () => {
    const imports = importsIn(join(CLIENTS, folder));
    assert.ok([...imports.values()].flat().length > 10, "imports were found");
    const circles = circlesIn(imports)
      .map((circle) => circle.map((file) => relative(CLIENTS, file)).join(" → "));
    assert.deepEqual(circles, []);
  });
}

test("imports of every kind are found, including those of types", () => {
  const sources: Record<string, string> = {
    "a.ts": `import { b } from "./b.js";\nimport "preact";`,
    "b.tsx": `export * from "./deep/c.js"; // import "./missing.js"`,
    "deep/c.ts": `import {\n  type D,\n} from "../d.mjs";`,
    "d.mjs": `const later = () => import("./e.js");`,
    "e.ts": `import type { A } from "./f.js";`,
    "f.ts": `export type A = import("./a.js").A;`,
    "g.ts": `import { a } from "./a.js";`,
  };
  const imports = (names: string[]): Imports => new Map(names.map((name) =>
    [name, importedBy(name, sources[name] ?? "", (file) => file in sources)]));
  const names = Object.keys(sources);
  assert.deepEqual(circlesIn(imports(names)), [
    ["a.ts", "b.tsx", "deep/c.ts", "d.mjs", "e.ts", "f.ts", "a.ts"],
  ]);
  assert.deepEqual(circlesIn(imports(names.filter((name) => name !== "f.ts"))), []);
  assert.throws(() => importedBy("h.ts", `import "./missing.js";`, () => false), /does not exist/);
});
