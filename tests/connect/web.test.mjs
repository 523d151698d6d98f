// Connect's client for browsers, as published, calls the port for HTTP from a page of another origin.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Arbiterd } from "../support/arbiterd.mjs";

const packagesOf = (client) => createRequire(new URL(`../../clients/${client}/package.json`, import.meta.url));
const { chromium } = packagesOf("node")("playwright-core");
const { build } = packagesOf("playground")("esbuild");

test("a page calls another origin with JSON, with Protobuf and with GET", async (context) => {
  const { outputFiles: [script] } = await build({
    entryPoints: [fileURLToPath(new URL("page.mjs", import.meta.url))],
    bundle: true, format: "esm", write: false, logLevel: "warning",
  });
  const site = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isScript ? script.text : "<!doctype html><script type=module src=page.js></script>");
  });
  await once(site.listen(0, "127.0.0.1"), "listening");
  context.after(() => site.close());
  const origin = `http://127.0.0.1:${site.address().port}`;
  const server = await Arbiterd.start("--http-listen", "127.0.0.1:0", "--http-origins", origin);
  context.after(() => server.stop());
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"],
  });
  context.after(() => browser.close());
  const page = await browser.newPage();
  const methods = new Map();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/arbiter.v1.") || request.method() === "OPTIONS") return;
    const method = pathname.split("/")[2];
    methods.set(method, [...methods.get(method) ?? [], request.method()]);
  });
  await page.goto(`${origin}/?arbiter=http://${server.http}`);
  const seen = await (await page.waitForFunction(() => window.seen)).jsonValue();
  const expected = {
    moves: 23, last: "bestMove", updates: seen.json?.updates,
    failure: { code: "FailedPrecondition", reason: "ILLEGAL_ACTION", hasId: true },
  };
  assert.deepEqual(seen, { json: expected, binary: expected, get: expected });
  assert.ok(expected.updates >= 3);
  assert.deepEqual(methods.get("LegalMoves"), ["POST", "POST", "GET"]);
  assert.deepEqual(methods.get("ApplyMoves"), ["POST", "POST", "GET"]);
  assert.deepEqual(methods.get("Analyze"), ["POST", "POST", "POST"]);
});
