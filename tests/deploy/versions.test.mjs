import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file) => readFileSync(`${root}/${file}`, "utf8");
const version = read("CMakeLists.txt").match(/^project\(arbiter VERSION (\S+)/m)[1];

test("every file that states the version states that of CMakeLists.txt", () => {
  const stated = {
    "clients/node/package.json": JSON.parse(read("clients/node/package.json")).version,
    "clients/package-lock.json": JSON.parse(read("clients/package-lock.json")).packages.node.version,
    "clients/python/pyproject.toml": read("clients/python/pyproject.toml").match(/^version = "(.+)"$/m)[1],
    "deploy/debian/changelog": read("deploy/debian/changelog").match(/^arbiter \((.+)\) /)[1],
  };
  // The first heading that is not about unreleased changes.
  if (existsSync(`${root}/CHANGELOG.md`)) {
    stated["CHANGELOG.md"] = read("CHANGELOG.md").match(/^## \[?v?(\d[\w.-]*)/m)[1];
  }
  for (const [file, found] of Object.entries(stated)) assert.equal(found, version, file);
});
