import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock, test } from "node:test";

import type { Action, Game } from "../../src/server/game/game.js";
import { Games } from "../../src/server/games.js";
import { openSite } from "../../src/server/site.js";
import { Store } from "../../src/server/store.js";

const LISTED = 20;

const ACTION: Action = {
  text: "e3e4",
  side: "white",
  moveNumber: 1,
  control: false,
  elapsedMs: 1_000,
};

/** Makes a game in hot seat; the store does not care whether its actions are legal. */
const makeGame = (id: string, browser: string, actionCount: number, changedAt = 0): Game => ({
  id,
  revision: 0,
  variant: "makruk",
  options: {},
  startFen: "",
  seed: new Uint8Array(32),
  setupDraws: [],
  mode: "hotseat",
  engine: undefined,
  holders: [{ browser }, { browser }],
  byBidder: false,
  clocks: false,
  imported: 0,
  foreignDraws: false,
  actions: Array.from({ length: actionCount }, (_, index) => ({ ...ACTION, moveNumber: index })),
  standing: {
    snapshot: new Uint8Array(200),
    toAct: "white",
    moveNumber: 1,
    whiteSeat: 0,
    over: false,
    hides: false,
    clockMs: undefined,
  },
  changedAt,
});

/** Stores games of a browser, one of which is newer than the next. */
function fill(store: Store, browser: string, gameCount: number, actionCount: number): void {
  for (let index = 0; index < gameCount; ++index) {
    store.create(makeGame(`${browser}-${index}`, browser, actionCount, gameCount - index));
  }
}

/** Returns the shortest of several times, which other work on the machine hardly affects. */
function shortestTime(work: () => void): number {
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

test("a game is stored with its actions in order", () => {
  const store = new Store(":memory:");
  const game = makeGame("game", "someone", 300);
  store.create(game);
  assert.deepEqual(store.load("game")?.actions, game.actions);
  store.create(makeGame("new", "someone", 0));
  assert.deepEqual(store.load("new")?.actions, []);
  store.close();
});

test("a browser's newest games are listed with the numbers of their actions", () => {
  const store = new Store(":memory:");
  for (let index = 0; index < LISTED; ++index) {
    const game = makeGame(`${index}`, "someone", index, index);
    // One seat, the other seat, or both.
    if (index % 3 > 0) game.holders[index % 3 === 1 ? 0 : 1] = "engine";
    store.create(game);
  }
  store.create(makeGame("other", "other", 5, LISTED));
  const listed = store.gamesOf("someone", 10).map(({ id, actionCount }) => [id, actionCount]);
  const newest = Array.from({ length: 10 }, (_, index) => LISTED - 1 - index);
  assert.deepEqual(listed, newest.map((index) => [`${index}`, index]));
  store.close();
});

// The list once loaded every action of every game in it. With long games, this blocked the site for
// half a second.
test("the list of games costs the same however long and however many the games are", () => {
  const store = new Store(":memory:");
  const games = new Games(store);
  fill(store, "few short", LISTED, 1);
  fill(store, "few long", LISTED, 2_000);
  fill(store, "many short", 100 * LISTED, 1);
  const timeOf = (browser: string): number =>
    shortestTime(() => assert.equal(games.listOf(browser).length, LISTED));
  const [few, long, many] = [timeOf("few short"), timeOf("few long"), timeOf("many short")];
  assert.ok(long < 4 * few, `${long} ms for long games, ${few} ms for short ones`);
  assert.ok(many < 4 * few, `${many} ms for many games, ${few} ms for few`);
  store.close();
});

test("a site opens without loading the actions of the unfinished games", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "arbiter-playground-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const database = join(folder, "games.sqlite");
  const store = new Store(database);
  fill(store, "someone", LISTED, 10);
  store.close();
  const loads = mock.method(Store.prototype, "load");
  const site = await openSite({
    server: "127.0.0.1:1",
    database,
    port: 0,
    webFolder: "/nowhere",
  });
  await site.close();
  assert.equal(loads.mock.callCount(), 0);
});
