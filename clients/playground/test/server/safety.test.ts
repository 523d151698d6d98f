import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";

import { openSite } from "../../src/server/site.js";
import { until } from "../waiting.js";
import { Browser, useSite } from "./support.js";

const place = useSite();

test("only one of several simultaneous clicks makes an action", async () => {
  const browser = new Browser(place);
  const { id, revision } = await browser.start({ variant: "makruk", mode: "hotseat" });
  const answers = await Promise.all(
    ["e3e4", "d3d4", "c3c4", "f3f4"].map((action) =>
      browser.ask(`/api/games/${id}/actions`, { action, revision }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  assert.match(answers.find(({ status }) => status === 409)?.text ?? "", /OLD_REVISION/);
  assert.equal((await browser.view(id)).log.length, 1);
});

test("a player can neither choose outcomes nor report a timeout", async () => {
  const browser = new Browser(place);
  const { id } = await browser.start({ variant: "chakart", mode: "hotseat" });
  for (const action of ["g1f3{egg=koopa}", "timeout", "black:timeout", " black:timeout"]) {
    const { status, reason } = await browser.problemOfAction(id, action);
    assert.deepEqual([status, reason !== ""], [400, true], action);
  }
  const actions = (await browser.view(id)).legal.controls?.map(({ action }) => action);
  assert.ok(actions?.includes("resign") && !actions.some((action) => action?.includes("timeout")));
});

test("invalid input is refused with the field at fault", async () => {
  const browser = new Browser(place);
  const cases: [unknown, string, string | undefined][] = [
    [{ variant: "chess", mode: "hotseat" }, "UNKNOWN_VARIANT", "variant"],
    [{ variant: "makruk" }, "BAD_REQUEST", "mode"],
    [{ mode: "hotseat" }, "BAD_REQUEST", "variant"],
    [{ variant: "makruk", mode: "online", side: "north" }, "BAD_REQUEST", "side"],
    [{ variant: "makruk", mode: "online", side: "opponent" }, "BAD_REQUEST", "side"],
    [{ variant: "chpok", mode: "online", side: "white" }, "BAD_REQUEST", "side"],
    [
      { variant: "makruk", mode: "engine", engine: { movetimeMs: 50, strength: 11 } },
      "BAD_REQUEST",
      "engine.strength",
    ],
    [
      { variant: "makruk", mode: "engine", engine: { movetimeMs: 1 } },
      "BAD_REQUEST",
      "engine.movetimeMs",
    ],
    [{ variant: "makruk", mode: "hotseat", options: { makruk: 3 } }, "BAD_REQUEST", "options"],
    [
      { variant: "makruk", mode: "hotseat", options: { chak: {} } },
      "OPTION_OUT_OF_RANGE",
      "options.chak",
    ],
    [
      { variant: "makruk", mode: "hotseat", pgn: '[Variant "Makruk"]\n\n1. e4 Qh4 *' },
      "BAD_NOTATION",
      "pgn",
    ],
    [
      { variant: "makruk", mode: "hotseat", pgn: '1. e4 *\n\n[Event "x"]\n\n1. d4 *' },
      "BAD_REQUEST",
      "pgn",
    ],
    [[], "BAD_REQUEST", undefined],
  ];
  for (const [body, reason, field] of cases) {
    const problem = await browser.problem("/api/games", body);
    assert.deepEqual(
      [problem.status, problem.reason, problem.field],
      [400, reason, field],
      JSON.stringify(body),
    );
  }
  assert.equal((await browser.problem("/api/games/none")).status, 404);
  assert.equal((await browser.problem("/api/none")).reason, "NOT_FOUND");
  assert.equal((await browser.problem("/api/games/%ff")).status, 400);
  const large = await browser.problem("/api/games", { pgn: "x".repeat(600_000) });
  assert.deepEqual([large.status, large.reason], [413, "BAD_REQUEST"]);
  const form = await browser.ask("/api/games", "{", { "content-type": "text/plain" });
  assert.equal(form.status, 400, "only JSON is accepted, which a form on another site cannot send");
});

test("only requests of the site's own pages are answered", async () => {
  const ask = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      request(`${place.url}/api/games`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on("error", reject)
        .end();
    });
  assert.equal(await ask({ host: "rebound.example" }), 403);
  assert.equal(await ask({ host: "127.0.0.1.example:8080" }), 403);
  assert.equal(await ask({ origin: "http://evil.example" }), 403);
  assert.equal(await ask({ origin: place.url }), 200);
  assert.equal(await ask({ host: "localhost:8080" }), 200);
  const { headers } = await new Browser(place).ask("/api/games");
  assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none'/);
  assert.equal(headers.get("x-powered-by"), null);
});

test("scripts and other sites cannot read the cookie", async () => {
  const response = await fetch(`${place.url}/api/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ variant: "chak", mode: "hotseat" }),
  });
  assert.match(response.headers.get("set-cookie") ?? "", /; HttpOnly; SameSite=Strict$/);
});

test("the seed is revealed when the game is over, and not before", async () => {
  const browser = new Browser(place);
  const { id, randomness } = await browser.start({ variant: "chakart", mode: "hotseat" });
  await browser.act(id, "g1f3");
  await browser.ask(`/api/games/${id}/pgn`);
  assert.equal((await browser.problem(`/api/games/${id}/file`)).reason, "GAME_IN_PROGRESS");
  const before = browser.seen.join();
  const {
    randomness: { seed = "none", commitment },
  } = await browser.act(id, "resign");
  assert.equal(seed.length, 64);
  assert.equal(commitment, randomness.commitment);
  assert.ok(
    !before.includes(seed) && !before.includes(Buffer.from(seed, "hex").toString("base64")),
  );
});

test("analyses are limited, and end when the browser disconnects", async () => {
  const browser = new Browser(place);
  const { id } = await browser.start({ variant: "makruk", mode: "hotseat" });
  const gone = new AbortController();
  const open = () =>
    fetch(`${place.url}/api/games/${id}/analysis?movetimeMs=60000`, {
      headers: { cookie: browser.cookie },
      signal: gone.signal,
    });
  const streams = [await open(), await open(), await open()];
  assert.deepEqual(
    streams.map(({ status }) => status),
    [200, 200, 200],
  );
  const refused = await browser.problem(`/api/games/${id}/analysis?movetimeMs=50`);
  assert.deepEqual([refused.status, refused.reason], [429, "LIMIT_EXCEEDED"]);
  assert.equal(
    refused.message,
    "At most 3 analyses and reviews of one browser can be open at a time; " +
      "try again when one of them has ended.",
  );
  gone.abort();
  // Arbiter has threads for only two such searches, so a further search works only after they end.
  await until("another search", async () => {
    const { status, text } = await browser.ask(`/api/games/${id}/analysis?movetimeMs=50`);
    return status === 200 && text.includes("bestMove");
  });
});

// Each of these browsers once kept its place until the site was restarted.
test("browsers that leave before their analysis or review has begun do not count", async () => {
  const browser = new Browser(place);
  const { id } = await browser.start({ variant: "makruk", mode: "hotseat" });
  const { hostname, port } = new URL(place.url);
  for (const path of ["analysis?movetimeMs=60000", "review?movetimeMs=2000"]) {
    for (let count = 0; count < 20; ++count) {
      const socket = connect(Number(port), hostname);
      const head = [
        `GET /api/games/${id}/${path} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        `Cookie: ${browser.cookie}`,
      ];
      socket.write(head.map((line) => `${line}\r\n`).join("") + "\r\n", () => socket.destroy());
      await once(socket, "close");
    }
  }
  await until("a search", async () => {
    const { status, text } = await browser.ask(`/api/games/${id}/analysis?movetimeMs=50`);
    return status === 200 && text.includes("bestMove");
  });
});

test("event streams end when the browser disconnects", async () => {
  const browser = new Browser(place);
  const { id } = await browser.start({ variant: "makruk", mode: "hotseat" });
  // A browser can have fewer streams than this, so the loop succeeds only if earlier ones ended.
  for (let count = 0; count < 20; ++count) {
    await until("a stream", async () => {
      const gone = new AbortController();
      const { status } = await fetch(`${place.url}/api/games/${id}/events`, {
        headers: { cookie: browser.cookie },
        signal: gone.signal,
      });
      gone.abort();
      return status === 200;
    });
  }
});

test("the site reports that Arbiter is unreachable", async () => {
  const site = await openSite({
    server: "127.0.0.1:1",
    database: ":memory:",
    port: 0,
    webFolder: "/nowhere",
  });
  try {
    const { status, reason } = await new Browser(site).problem("/api/variants");
    assert.deepEqual([status, reason], [503, "UNREACHABLE"]);
  } finally {
    await site.close();
  }
});
