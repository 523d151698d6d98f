import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { docsFolder, pages } from "./pages.mjs";

/** Returns the anchors of all headings of a file, for example `tls-keys` for `## TLS, keys`. */
const anchorsOf = (file) => new Set([...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)]
  .map(([, heading]) => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replace(/ /g, "-")));

const clients = "../clients/";
const readmes = ["../README.md", ...readdirSync(join(docsFolder, clients))
  .map((name) => `${clients}${name}/README.md`)
  .filter((page) => existsSync(join(docsFolder, page)))];

const runbooks = readdirSync(join(docsFolder, "../deploy/runbooks")).map((name) => `../deploy/runbooks/${name}`);

test("the links of docs/, of the READMEs and of the runbooks have existing targets", () => {
  for (const page of [...readmes, ...pages(), ...runbooks]) {
    const file = join(docsFolder, page);
    const text = readFileSync(file, "utf8").replace(/^```[^]*?^```$/gm, "");
    for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [path, anchor] = link.split("#");
      const target = path === "" ? file : join(dirname(file), path);
      assert.ok(existsSync(target), `docs/${page}: ${link}`);
      if (anchor !== undefined) {
        assert.ok(anchorsOf(target).has(anchor), `docs/${page}: ${link}`);
      }
    }
  }
});
