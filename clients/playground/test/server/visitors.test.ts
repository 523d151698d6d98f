import assert from "node:assert/strict";
import { test } from "node:test";

import { Arbiter, UnauthenticatedError } from "@arbiter-chess/client";

import { startArbiterd } from "../../src/server/arbiterd.js";
import { TokenIssuer } from "../../src/server/tokens.js";
import { ENGINE_GAMES } from "../../src/server/visitor_limits.js";
import type { GameView, NewGame, Problem } from "../../src/shared/api.js";
import { ARBITERD, Browser, useSite, viewWhen } from "./support.js";

const direct = useSite();
const behindProxy = useSite(["127.0.0.1"]);

const MANY = 150;

/** A game in which the engine is to move first. */
const engineGame = (movetimeMs: number): NewGame => ({
  variant: "makruk",
  mode: "engine",
  side: "black",
  engine: { movetimeMs },
});

/** A game that the site accepted, and a browser that plays in it. */
interface Started {
  browser: Browser;
  id: string;
}

/**
 * Starts a game in each browser at the same time, and returns those that the site accepted. The
 * others must get this refusal.
 */
async function startGames(
  browsers: Browser[],
  game: NewGame,
  refusal: string,
): Promise<Started[]> {
  const answers = await Promise.all(browsers.map((browser) => browser.ask("/api/games", game)));
  return answers.flatMap(({ status, text }, index) => {
    if (status === 201) {
      return [{ browser: browsers[index] as Browser, id: (JSON.parse(text) as GameView).id }];
    }
    assert.equal(status, 429, text);
    assert.deepEqual((JSON.parse(text) as Problem).error, {
      reason: "LIMIT_EXCEEDED",
      message: refusal,
    });
    return [];
  });
}

/** Expects that the engine moves in a new game of `browser` before it has in most of the others. */
async function expectEarlyMove(browser: Browser, others: Started[]): Promise<void> {
  const { id } = await browser.start(engineGame(300));
  await viewWhen(browser, id, ({ log }) => log.length === 1);
  const views = await Promise.all(others.map((one) => one.browser.view(one.id)));
  const moved = views.filter(({ log }) => log.length > 0).length;
  assert.ok(moved < others.length / 2, `the engine moved first in ${moved} of ${others.length}`);
}

// The engine once played all of these games first, while everybody else waited for 45 seconds.
test("150 engine games of one browser do not keep the engine from the others", async () => {
  const busy = new Browser(direct);
  // The browser gets its cookie.
  await busy.start({ variant: "makruk", mode: "hotseat" });
  const games = await startGames(
    Array.from({ length: MANY }, () => busy),
    engineGame(1_000),
    "The engine can play at most 32 games of one browser at a time; " +
      "try again when it has moved in one of them.",
  );
  await expectEarlyMove(new Browser(direct), games);
  assert.equal(games.length, ENGINE_GAMES.browser);

  // The browser gets a place for a new game by ending one.
  assert.equal((await busy.problem("/api/games", engineGame(1_000))).reason, "LIMIT_EXCEEDED");
  await busy.act(games.at(-1)?.id ?? "", "black:resign");
  await busy.start(engineGame(1_000));
});

test("forged cookies do not keep the engine from other networks", async () => {
  const from = (address: string): Browser =>
    new Browser(behindProxy, { "x-forwarded-for": address });
  const forgers = Array.from({ length: MANY }, () => from("198.51.100.1"));
  const games = await startGames(
    forgers,
    engineGame(1_000),
    "The engine can play at most 128 games of one network at a time; " +
      "try again when it has moved in one of them.",
  );
  await expectEarlyMove(from("198.51.100.2"), games);
  assert.equal(games.length, ENGINE_GAMES.network);
});

test("the analyses of one browser do not keep the engine from the others", async () => {
  const busy = new Browser(direct);
  const { id } = await busy.start({ variant: "makruk", mode: "hotseat" });
  const gone = new AbortController();
  const { signal } = gone;
  let ended = 0;
  // These take all threads of the service for a minute.
  for (let count = 0; count < 3; ++count) {
    const headers = { cookie: busy.cookie };
    const path = `${direct.url}/api/games/${id}/analysis?movetimeMs=60000`;
    const response = await fetch(path, { headers, signal });
    assert.equal(response.status, 200);
    void response.text().then(() => ++ended, () => {});
  }
  const other = new Browser(direct);
  const game = await other.start(engineGame(300));
  await viewWhen(other, game.id, ({ log }) => log.length === 1);
  assert.equal(ended, 0, "the engine moved before an analysis had ended");
  gone.abort();
});

test("the site's own service serves only callers with the site's tokens", async () => {
  const service = await startArbiterd(ARBITERD);
  const arbiter = new Arbiter(service.address);
  try {
    await assert.rejects(arbiter.listVariants({}), UnauthenticatedError);
    const call = (token: string) =>
      arbiter.listVariants({}, { metadata: { authorization: `Bearer ${token}` } });
    await call(service.tokens.tokenFor("192.0.2.7#browser"));
    await assert.rejects(call(TokenIssuer.generate().tokenFor("x")), UnauthenticatedError);
  } finally {
    arbiter.close();
    await service.stop();
  }
});
