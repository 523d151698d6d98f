import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file) => readFileSync(`${root}/${file}`, "utf8");
const version = read("CMakeLists.txt").match(/^project\(arbiter VERSION (\S+)/m)[1];

/** Returns the Markdown pages of a folder and of its folders. */
const pagesIn = (folder) => readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
  if (entry.name === "node_modules") return [];
  const path = `${folder}/${entry.name}`;
  if (entry.isDirectory()) return pagesIn(path);
  return entry.name.endsWith(".md") ? [path] : [];
});

test("every page that names a file of a release, or a package of CMake, names those of this version", () => {
  const [minor] = version.match(/^\d+\.\d+/);
  const consumer = "tests/clients/cpp_package/CMakeLists.txt";
  const names = /\b(?:arbiter(?:[_-](?:chess-)?(?:client|protos))?[-_:]|v|record\.mjs )(\d+\.\d+\.\d+)/g;
  for (const page of ["README.md", ...pagesIn("docs"), ...pagesIn("clients"), consumer]) {
    const text = read(page);
    for (const [name, found] of text.matchAll(names)) {
      assert.equal(found, version, `${page}: ${name}`);
    }
    for (const [name, found] of text.matchAll(/find_package\(Arbiter (\S+)/g)) {
      assert.equal(found, minor, `${page}: ${name}`);
    }
  }
});

test("every file that states the version states that of CMakeLists.txt", () => {
  const stated = {
    "clients/node/package.json": JSON.parse(read("clients/node/package.json")).version,
    "clients/package-lock.json": JSON.parse(read("clients/package-lock.json")).packages.node.version,
    "clients/python/pyproject.toml": read("clients/python/pyproject.toml").match(/^version = "(.+)"$/m)[1],
    "deploy/debian/changelog": read("deploy/debian/changelog").match(/^arbiter \((.+)\) /)[1],
    "CHANGELOG.md": read("CHANGELOG.md").match(/^## (\d[\d.]*)/m)[1],
  };
  for (const [file, found] of Object.entries(stated)) assert.equal(found, version, file);
});
