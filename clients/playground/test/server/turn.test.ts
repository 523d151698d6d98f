// What a turn shows to the browsers that follow the game, and how many calls it takes.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { Arbiter } from "@arbiter-chess/client";

import type { GameView, NewGame } from "../../src/shared/api.js";
import { Browser, chance, isOver, useSite } from "./support.js";

const place = useSite();

/** Returns a function that says how many calls the site has made since it was last called. */
function countCalls(t: TestContext): () => number {
  const methods = ["applyMoves", "viewGame", "legalMoves", "adjudicate", "renderBoard"] as const;
  const mocks = methods.map((method) => t.mock.method(Arbiter.prototype, method).mock);
  return () => {
    const count = mocks.reduce((sum, mock) => sum + mock.callCount(), 0);
    for (const mock of mocks) mock.resetCalls();
    return count;
  };
}

/** Returns a view without what differs between an event and an answer. */
const comparable = ({ thinkingMs: _, ...view }: GameView): Omit<GameView, "thinkingMs"> => view;

async function startTable(game: Omit<NewGame, "mode">): Promise<[string, Browser, Browser]> {
  const [first, second] = [new Browser(place), new Browser(place)];
  const { id } = await first.start({ ...game, mode: "online" });
  await second.get(`/api/games/${id}/join`, {});
  return [id, first, second];
}

test("a turn is one call, however many browsers follow the game", async (t) => {
  const [id, white, black] = await startTable({ variant: "chakart" });
  const streams = await Promise.all([
    white.follow(id), black.follow(id), new Browser(place).follow(id),
    new Browser(place).follow(id, "th"),
  ]);
  for (const next of streams) assert.equal((await next()).revision, 1);
  const calls = countCalls(t);
  await white.get(`/api/games/${id}/actions?locale=en`, { action: "e2e4", revision: 1 });
  for (const next of streams) assert.equal((await next()).revision, 2);
  assert.equal(calls(), 1);
});

test("readers in more languages than one call can serve see the turn as well", async () => {
  const [id, white] = await startTable({ variant: "makruk" });
  const locales = Array.from({ length: 10 }, (_, index) => `en-x-${index}`);
  const streams = await Promise.all(locales.map((locale) => new Browser(place).follow(id, locale)));
  for (const next of streams) await next();
  await white.act(id, "e3e4");
  for (const next of streams) assert.equal((await next()).revision, 2);
});

const GAMES: [string, Omit<NewGame, "mode">][] = [
  ["Chak", { variant: "chak" }],
  ["Makruk", { variant: "makruk" }],
  ["Chakart", { variant: "chakart" }],
  ["Chpok", { variant: "chpok", options: { chpok: { chips: 2 } } }],
];

for (const [index, [name, game]] of GAMES.entries()) {
  test(`${name}: a turn shows what the game shows when it is opened`, async () => {
    const below = chance(index + 1);
    const [id, ...players] = await startTable(game);
    const readers = await Promise.all([...players, new Browser(place)].map(async (browser) => {
      const next = await browser.follow(id);
      return { browser, next, view: await next() };
    }));
    for (let actions = 0; actions < 20 && !isOver(readers[0]?.view as GameView); ++actions) {
      const player = readers.find(({ view }) => actionsOf(view).length > 0);
      const choices = actionsOf(player?.view as GameView);
      await player?.browser.act(id, choices[below(choices.length)] ?? "");
      for (const reader of readers) {
        const turn = await reader.next();
        const log = [...reader.view.log.slice(0, turn.logStart), ...turn.log];
        reader.view = await reader.browser.view(id);
        assert.deepEqual(comparable({ ...turn, log, logStart: 0 }), comparable(reader.view));
      }
    }
  });
}

/** Returns the moves or a bid that a view lists. */
function actionsOf({ legal: { moves = [], bids = [] } }: GameView): string[] {
  const [bid] = bids;
  const match = bids.find((each) => each.match !== undefined)?.match;
  if (bid !== undefined) return [match ?? `raise white +${bid.minRaise ?? 1}`];
  return moves.map(({ text = "" }) => text);
}
