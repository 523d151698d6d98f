import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { docsFile } from "./pages.mjs";

test("the limits of performance.md are the server's defaults", () => {
  const settings = execFileSync(process.env.ARBITERD ?? "build/release/bin/arbiterd",
    ["--print-config"], { encoding: "utf8" });
  const rows = [...docsFile("performance.md").matchAll(/^\|[^|]+\| `--([a-z-]+)` \| (\d+) \|$/gm)];
  assert.ok(rows.length >= 8);
  for (const [, name, value] of rows) {
    assert.match(settings, new RegExp(`^${name} ?= ?"?${value}"?$`, "m"), name);
  }
});
