import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { docsFolder, pages } from "./pages.mjs";

/** What a heading's link is: `## TLS, keys` has `#tls-keys`. */
const anchorsOf = (file) => new Set([...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)]
  .map(([, heading]) => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replace(/ /g, "-")));

test("the links of README and docs/ lead somewhere", () => {
  for (const page of ["../README.md", "../clients/python/README.md", ...pages()]) {
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
