import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { docsFile, docsFolder } from "./pages.mjs";

const source = join(docsFolder, "..");

/** Returns the paths in the first column of the map of development.md, without a final slash. */
const pathsOnMap = () => {
  const [map] = /^\| folder \| content \|$[^]*?^$/m.exec(docsFile("development.md"));
  return [...map.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, column]) => [...column.matchAll(/`([^`]+)`/g)])
    .map(([, path]) => path.replace(/\/$/, ""));
};

/** Returns the folders of the first two levels that contain a file known to Git. */
const folders = () => {
  const files = execFileSync("git", ["ls-files"], { cwd: source, encoding: "utf8" }).split("\n");
  return [...new Set(files.flatMap((file) => {
    const parents = file.split("/").slice(0, -1);
    return parents.length === 0 ? [] : [parents[0], parents.slice(0, 2).join("/")];
  }))];
};

test("the map names every folder: itself, the one that it is in, or all of those in it", () => {
  const named = pathsOnMap();
  assert.ok(named.length > 30);
  for (const folder of folders()) {
    const isNamed = named.some((path) =>
      path === folder || path.startsWith(`${folder}/`) || folder.startsWith(`${path}/`));
    assert.ok(isNamed, `docs/development.md has no row for ${folder}`);
  }
});

test("everything on the map exists", () => {
  for (const path of pathsOnMap()) {
    const variants = path.replace(/\/X$/, "");
    for (const file of variants.endsWith("{h,cc}") ? ["h", "cc"].map((end) => variants.replace("{h,cc}", end))
      : [variants]) {
      assert.ok(existsSync(join(source, file)), `docs/development.md: ${path}`);
    }
  }
});
