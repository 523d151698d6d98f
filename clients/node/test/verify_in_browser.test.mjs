// The verifier in a web page: with Web Crypto and without Node.js.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { Arbiter } from "@arbiter-chess/client";
import { Failure, verifyGame } from "@arbiter-chess/client/verify";
import { chromium } from "playwright-core";

import { Arbiterd } from "../../../tests/support/arbiterd.mjs";
import { playedGame } from "./played_game.mjs";

const PACKAGE = new URL("..", import.meta.url);
const README = readFileSync(new URL("README.md", PACKAGE), "utf8");
const GAMES = [...README.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json));
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

let site;
let browser;
let page;

function serve({ url }, response) {
  if (!url.endsWith(".mjs")) {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Verify</title>");
    return;
  }
  response.setHeader("content-type", "text/javascript");
  response.end(readFileSync(new URL(`.${url}`, PACKAGE)));
}

before(async () => {
  site = createServer(serve);
  await new Promise((resolve) => { site.listen(0, "127.0.0.1", resolve); });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: FLAGS,
  });
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${site.address().port}/`);
});

after(async () => {
  await browser?.close();
  site.close();
});

/** Returns the verdict of the verifier in the page, or the failure as a string. */
const verifyInPage = (game) => page.evaluate(async (json) => {
  const { Failure, verifyGame } = await import("/verifier/index.mjs");
  try {
    return await verifyGame(json);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return `${error.what}: ${error.message}`;
  }
}, game);

test("games of the service and of the README have the same verdict as in Node.js", async () => {
  const server = await Arbiterd.start();
  const arbiter = new Arbiter(server.address);
  try {
    const played = await playedGame(arbiter, 80);
    assert.ok(played.record.actions.filter((text) => text.includes("{")).length >= 5);
    for (const game of [played, ...GAMES]) {
      const verdict = await verifyGame(game);
      assert.deepEqual(await verifyInPage(game), verdict);
    }
    const { draws } = await verifyGame(played);
    assert.ok(draws >= 12, `${draws} draws`);
  } finally {
    arbiter.close();
    await server.stop();
  }
});

test("forgeries have the same failure as in Node.js", async () => {
  const [game, bidding] = GAMES;
  const { record } = bidding;
  const forgeries = [
    { ...game, commitment: Buffer.alloc(32).toString("base64") },
    { ...game, claimedResult: "RESULT_DRAW" },
    {
      ...bidding,
      record: {
        ...record,
        actions: record.actions.map((text) => text.replace("=challenger", "=opponent")),
      },
    },
    { ...game, record: { ...game.record, seed: "AAAA" } },
  ];
  const failed = [];
  for (const forgery of forgeries) {
    const failure = await verifyInPage(forgery);
    await assert.rejects(verifyGame(forgery), (error) =>
      error instanceof Failure && `${error.what}: ${error.message}` === failure);
    failed.push(failure.split(":")[0]);
  }
  assert.deepEqual(failed, ["commitment", "result", "action 1", "seed"]);
});

test("a page without Web Crypto gets an error", async () => {
  const message = await page.evaluate(async (json) => {
    const { verifyGame } = await import("/verifier/index.mjs");
    return verifyGame(json, { crypto: {} }).catch((error) => `${error.name}: ${error.message}`);
  }, GAMES[0]);
  assert.match(message, /^TypeError: Web Crypto is not available/);
});
