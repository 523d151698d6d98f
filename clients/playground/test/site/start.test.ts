// The program that serves the site.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { promisify } from "node:util";

import { PATIENCE_MS } from "../waiting.js";

test("a port in use is reported, and nothing is left running", async (t) => {
  const other = createServer().listen(0, "127.0.0.1");
  t.after(() => other.close());
  await once(other, "listening");
  const port = String((other.address() as AddressInfo).port);
  const started = promisify(execFile)(process.execPath, [
    "dist/server.js", "--arbiterd", process.env["ARBITERD"] ?? "", "--port", port,
    "--database", ":memory:",
  ], { timeout: PATIENCE_MS });
  await assert.rejects(started, ({ code, stderr }: { code: number; stderr: string }) => {
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`address already in use .*:${port}`));
    assert.doesNotMatch(stderr, /arbiterd has stopped/);
    return true;
  });
});
