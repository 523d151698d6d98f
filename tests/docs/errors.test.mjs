/**
 * Checks the reasons and the console session of docs/errors.md; questions.test.mjs checks its JSON
 * examples.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { Arbiterd } from "../support/arbiterd.mjs";
import { PATIENCE_MS } from "../support/waiting.mjs";
import { environment } from "./environment.mjs";
import { blocksOf, docsFile } from "./pages.mjs";

const page = "errors.md";
const reasons = [...readFileSync(
  new URL("../../proto/arbiter/v1/errors.proto", import.meta.url), "utf8")
  .matchAll(/^ {2}ERROR_REASON_(\w+) = [1-9]\d*;/gm)].map((match) => match[1]);
const blocks = blocksOf(page);

test("every reason is in the table and has an example", () => {
  const text = docsFile(page);
  const rows = [...text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]);
  assert.deepEqual(rows.sort(), [...reasons].sort());
  const examples = text.slice(text.indexOf("## An example of each"));
  for (const reason of reasons) assert.match(examples, new RegExp(`\\b${reason}\\b`), reason);
});

test("every reason has a cause that the page explains", () => {
  const text = docsFile(page);
  const explained = [...text.matchAll(/^\| ([a-z]+) \| [A-Z]/gm)].map((match) => match[1]);
  const causes = [...text.matchAll(/^\| `[A-Z_]+` \| (\w+) \|/gm)].map((match) => match[1]);
  assert.equal(causes.length, reasons.length);
  assert.deepEqual([...new Set(causes)].sort(), explained.sort());
});

test("a server with API keys and no free threads answers as the session shows", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "arbiter-docs-"));
  context.after(() => { rmSync(folder, { recursive: true }); });
  const options = { cwd: folder, env: environment, encoding: "utf8" };

  const setUp = blocks.find(({ language }) => language === "sh").text.trim().split("\n");
  const [program, ...flags] = setUp.pop().split(" ");
  assert.equal(program, "arbiterd");
  for (const command of setUp) execFileSync("sh", ["-c", command], options);
  // On a busy machine, the call in the background could otherwise end before the next one begins.
  const server = await Arbiterd.startIn(
    folder, ...flags, "--max-call-ms", `${PATIENCE_MS}`, "--max-perft-nodes", "1000000000000");
  context.after(() => server.stop());

  const session = blocks.find(({ language }) => language === "console").text.trim().split("\n");
  const script = session.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
  const expected = session.filter((line) => !line.startsWith("$ "));
  // Instead of sleeping, the test waits until the call in the background has begun.
  const untilBusy = `until curl -s http://${server.metrics}/metrics |
    grep -q '^grpc_server_started_total{.*"Perft".*} 1'; do sleep 0.05; done`;
  assert.ok(script.some((line) => line.startsWith("sleep 1;")));
  const run = spawnSync("bash", ["-c", `{ ${script.join("\n")}\nkill %1; } 2>&1`
    .replace("sleep 1", untilBusy).replaceAll("localhost:50051", server.address)],
  { ...options, timeout: PATIENCE_MS });
  assert.deepEqual(run.stdout.trim().split("\n"), expected);
});
