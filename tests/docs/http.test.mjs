// The programs of docs/http.md, which call the port for HTTP.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Arbiterd } from "../support/arbiterd.mjs";
import { blocksOf, docsFile, docsFolder } from "./pages.mjs";

const { chromium } = createRequire(new URL("../../clients/node/package.json", import.meta.url))("playwright-core");

const launch = async (context) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"],
  });
  context.after(() => browser.close());
  return browser.newPage();
};

let server;
before(async () => { server = await Arbiterd.start("--http-listen", "127.0.0.1:0", "--http-origins", "*"); });
after(() => server.stop());

test("http.md shows the programs of docs/examples as they are", () => {
  for (const [language, file] of [["php", "php/turn.php"], ["html", "browser/page.html"]]) {
    const shown = blocksOf("http.md").filter((block) => block.language === language).map(({ text }) => text);
    assert.ok(shown.includes(docsFile(`examples/${file}`)), `the page does not show ${file}`);
  }
});

test("the program in PHP prints what the page shows", async () => {
  const program = fileURLToPath(new URL(`file://${docsFolder}/examples/php/turn.php`));
  const { stdout } = await promisify(execFile)("php", [program, `http://${server.http}`]);
  const shown = blocksOf("http.md").find(({ language }) => language === "text").text;
  assert.equal(stdout, shown);
});

test("the page for browsers plays a game from another origin", async (context) => {
  const site = createServer((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(docsFile("examples/browser/page.html"));
  });
  await once(site.listen(0, "127.0.0.1"), "listening");
  context.after(() => site.close());
  const page = await launch(context);
  await page.goto(`http://127.0.0.1:${site.address().port}/?arbiter=http://${server.http}`);
  const isShown = () => {
    const image = document.getElementById("board");
    return image.complete && image.naturalWidth === 480;
  };
  await page.waitForFunction(isShown);
  const move = async (text, sentence) => {
    await page.fill("#move", text);
    await page.click("button");
    await page.waitForFunction((expected) => document.getElementById("text").textContent === expected, sentence);
    await page.waitForFunction(isShown);
  };
  await move("e3e4", "Black is to move.");
  await move("Nd7", "White is to move.");
  await move("e4e6", "e4e6: a pawn moves one square, never two (M1)");
  assert.match(await page.getAttribute("#board", "src"), /b8d7/);
});

test("the page of the port itself tries every method", async (context) => {
  const page = await launch(context);
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(`http://${server.http}/`)) faults.push(`a request to ${request.url()}`);
  });
  await page.goto(`http://${server.http}/`);
  await page.waitForSelector("#method option", { state: "attached" });
  const methods = await page.locator("#method option").allTextContents();
  assert.equal(methods.length, 28);
  const jobMethods = Object.keys((await (await fetch(`http://${server.http}/openapi.json`)).json()).paths)
    .filter((path) => path.startsWith("/arbiter.v1.JobService/")).map((path) => path.split("/").at(-1));
  for (const method of methods) {
    await page.selectOption("#method", { label: method });
    await page.click("#send");
    await page.waitForFunction(() => /^\d/.test(document.getElementById("status").textContent));
    const [status, answer] = [await page.textContent("#status"), await page.textContent("#answer")];
    if (jobMethods.includes(method)) assert.match(answer, /start arbiterd with --jobs/, method);
    else assert.match(status, /^200 /, `${method}: ${answer}`);
  }
  assert.deepEqual(faults, []);
});

test("openapi.json describes what the methods accept", async () => {
  const api = await (await fetch(`http://${server.http}/openapi.json`)).json();
  assert.equal(api.openapi, "3.1.0");
  const paths = Object.keys(api.paths);
  assert.equal(paths.length, 28);
  assert.ok(paths.every((path) => api.paths[path].post.description.length > 10));
  assert.ok(!paths.some((path) => /Batch|Session/.test(path)));
  // Methods with one answer that is always the same can be called with GET.
  const isJob = (path) => path.startsWith("/arbiter.v1.JobService/");
  assert.deepEqual(paths.filter((path) => !api.paths[path].get && !isJob(path)),
    ["/arbiter.v1.AnalysisService/Analyze", "/arbiter.v1.AnalysisService/ReviewGame"]);
  assert.deepEqual(paths.filter((path) => api.paths[path].get && isJob(path)), []);
  const isStream = (path) => "application/connect+json" in api.paths[path].post.responses[200].content;
  assert.deepEqual(paths.filter((path) => isJob(path) && isStream(path)),
    ["/arbiter.v1.JobService/WatchJob", "/arbiter.v1.JobService/StreamJobResults"]);
  const { schemas } = api.components;
  const references = [...JSON.stringify(api).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
  assert.ok(references.length > 200);
  for (const [, kind, name] of references) assert.ok(api.components[kind][name], `there is no ${name}`);
  assert.equal(schemas.ApplyMovesRequest.properties.views.maxItems, 8);
  assert.equal(schemas.ApplyMovesRequest.additionalProperties, false);
  assert.equal(schemas.Record.properties.seed.contentEncoding, "base64");
  assert.ok(schemas.Viewer.enum.includes("VIEWER_SPECTATOR"));
  for (const { properties = {} } of Object.values(schemas)) {
    for (const [name, field] of Object.entries(properties)) {
      assert.ok(field.description, `${name} has no description`);
    }
  }
});
