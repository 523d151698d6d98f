// The program that serves the site.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";

import { startProgram } from "../program.js";
import { PATIENCE_MS } from "../waiting.js";

/** Makes a folder in which a program puts its temporary files. */
function makeTemporary(t: TestContext): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = mkdtempSync(join(tmpdir(), "arbiter-playground-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, env: { ...process.env, TMPDIR: folder } };
}

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

test("a service that cannot start is reported, and leaves no files behind", async (t) => {
  const { folder, env } = makeTemporary(t);
  for (const [program, cause] of [
    ["/nowhere/arbiterd", /^\/nowhere\/arbiterd cannot be started: /],
    ["false", /^false ended with code 1/],
    ["", /cannot be empty/],
  ] as const) {
    const started = promisify(execFile)(process.execPath, [
      "dist/server.js", "--arbiterd", program, "--database", ":memory:",
    ], { timeout: PATIENCE_MS, env });
    await assert.rejects(started, ({ code, stderr }: { code: number; stderr: string }) => {
      assert.equal(code, 1);
      assert.match(stderr, cause);
      return true;
    });
    assert.deepEqual(readdirSync(folder), [], program);
  }
});

// Something that tidies up /tmp once made a clean stop fail.
test("the program stops cleanly even if its temporary files are gone", async (t) => {
  const { folder, env } = makeTemporary(t);
  const { program } = await startProgram(":memory:", { env });
  assert.equal(readdirSync(folder).length, 1);
  rmSync(join(folder, readdirSync(folder)[0] ?? ""), { recursive: true });
  const ended = once(program, "exit", { signal: AbortSignal.timeout(PATIENCE_MS) });
  program.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});
