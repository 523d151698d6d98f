// The files of the container image, which `./dev image` starts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";

import { LICENSES } from "../../deploy/release/licenses.mjs";
import { run } from "./files.mjs";

const root = mkdtempSync(join(tmpdir(), "arbiter_image_"));
after(() => { rmSync(root, { recursive: true }); });
run("image/rootfs.sh", process.env.ARBITERD, root);

const libraries = run("find", root, "-name", "*.so*", "-type", "f").trim().split("\n");
const names = new Set(libraries.map((library) => basename(library)));
const neededBy = (file) => [...run("readelf", "--dynamic", file).matchAll(/\(NEEDED\).*\[(.*)\]/g)]
  .map(([, library]) => library);

test("the library that keeps jobs is there, and every library that another one or arbiterd needs", () => {
  assert.ok(names.has("libpq.so.5"));
  for (const file of [join(root, "usr/bin/arbiterd"), ...libraries]) {
    for (const library of neededBy(file)) assert.ok(names.has(library), `${file} needs ${library}`);
  }
});

test("every package in the image has its notice, and a license in the bill of materials", () => {
  const packages = readdirSync(join(root, "usr/share/doc"))
    .filter((name) => existsSync(join(root, "usr/share/doc", name, "copyright")) && name !== "arbiter");
  assert.ok(packages.includes("libpq5"));
  const sources = execFileSync("dpkg-query", ["--show", "--showformat", "${source:Package}\\n", ...packages],
    { encoding: "utf8" }).trim().split("\n");
  for (const source of sources) assert.ok(LICENSES.debian[source], source);
});

test("it has the authorities, the user and no shell", () => {
  assert.match(readFileSync(join(root, "etc/ssl/certs/ca-certificates.crt"), "utf8"), /BEGIN CERTIFICATE/);
  assert.match(readFileSync(join(root, "etc/passwd"), "utf8"), /^arbiter:x:65532:/m);
  assert.deepEqual(readdirSync(join(root, "usr/bin")), ["arbiterd"]);
});
