import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import type { GameView } from "../../src/shared/api.js";
import { GameSession } from "../../src/web/game/session.js";
import { until } from "../waiting.js";
import { entry } from "./helpers.js";

const view = (revision: number, moves: number, logStart = 0): GameView => ({
  id: "g", revision, variant: "makruk", mode: "hotseat", options: {},
  seats: [{ side: "white", holder: "you" }, { side: "black", holder: "you" }],
  state: { fen: `after ${moves}` }, legal: {}, thinking: false,
  log: Array.from({ length: moves }, (_, index) => entry({ index })).slice(logStart),
  logStart,
  randomness: { commitment: "c", setupDraws: [] },
});

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/** A fake site with an answer for each path, and with the open streams of the game. */
class FakeSite {
  readonly answers = new Map<string, () => Response | Promise<Response>>();
  readonly streams: ReadableStreamDefaultController<Uint8Array>[] = [];

  fetch = async (path: string, { signal }: { signal?: AbortSignal }): Promise<Response> => {
    if (path.endsWith("/events")) return this.#openStream(signal);
    const answer = this.answers.get(path);
    if (answer === undefined) throw new TypeError("nobody listens");
    return await answer();
  };

  #openStream(signal: AbortSignal | undefined): Response {
    return new Response(new ReadableStream({
      start: (stream) => {
        this.streams.push(stream);
        signal?.addEventListener("abort", () => stream.error(signal.reason));
      },
    }));
  }

  send(shown: GameView): void {
    const text = `event: view\ndata: ${JSON.stringify(shown)}\n\n`;
    this.streams.at(-1)!.enqueue(new TextEncoder().encode(text));
  }
}

const realFetch = globalThis.fetch;
let site: FakeSite;
let session: GameSession;

beforeEach(() => {
  site = new FakeSite();
  Object.assign(globalThis, { fetch: site.fetch, addEventListener: () => {} });
  session = new GameSession("g");
});

afterEach(() => {
  session.stop();
  Object.assign(globalThis, { fetch: realFetch });
});

async function started(shown: GameView): Promise<void> {
  session.start();
  await until("a stream", () => site.streams.length > 0);
  site.send(shown);
  await until("the first view", () => session.view.value !== undefined);
}

test("the first view has no new actions, and later views have their new ones", async () => {
  await started(view(3, 2));
  assert.deepEqual(session.news.value, []);
  site.send(view(4, 3));
  await until("revision 4", () => session.view.value?.revision === 4);
  assert.deepEqual(session.news.value.map(({ index }) => index), [2]);
});

test("a view can lack the actions that the page has already", async () => {
  await started(view(3, 2));
  site.send(view(4, 3, 2));
  await until("revision 4", () => session.view.value?.revision === 4);
  const indices = () => session.view.value?.log.map(({ index }) => index);
  assert.deepEqual(indices(), [0, 1, 2]);
  assert.deepEqual(session.news.value.map(({ index }) => index), [2]);
  // The same turn arrives a second time, as the answer to the action.
  site.answers.set("/api/games/g/actions", () => json(view(4, 3, 2)));
  assert.equal(await session.act("e3e4"), true);
  assert.deepEqual(indices(), [0, 1, 2]);
});

test("the game is reloaded if a view lacks actions that the page does not have", async () => {
  await started(view(3, 2));
  site.answers.set("/api/games/g", () => json(view(5, 4)));
  site.send(view(5, 4, 3));
  await until("revision 5", () => session.view.value?.revision === 5);
  assert.deepEqual(session.view.value?.log.map(({ index }) => index), [0, 1, 2, 3]);
});

test("a view older than the last one is ignored", async () => {
  await started(view(3, 2));
  site.answers.set("/api/games/g/actions", () => json(view(5, 4)));
  assert.equal(await session.act("e3e4"), true);
  site.send(view(4, 3));
  site.send(view(6, 5));
  await until("revision 6", () => session.view.value?.revision === 6);
  assert.deepEqual(session.news.value.map(({ index }) => index), [4]);
});

test("a refused action is reported, and the game is reloaded", async () => {
  await started(view(3, 2));
  const error = { reason: "OLD_REVISION", message: "too late" };
  site.answers.set("/api/games/g/actions", () => json({ error }, 409));
  site.answers.set("/api/games/g", () => json(view(4, 3)));
  assert.equal(await session.act("e3e4"), false);
  assert.equal(session.problem.value?.reason, "OLD_REVISION");
  assert.equal(session.view.value?.revision, 4);
  assert.equal(session.isSending.value, false);
});

test("an unreachable site is reported until it is available again", async () => {
  await started(view(3, 2));
  assert.equal(await session.act("e3e4"), false);
  assert.equal(session.problem.value?.reason, "OFFLINE");
  site.streams[0]!.close();
  await until("a second stream", () => site.streams.length === 2);
  await until("the end of the problem", () => session.problem.value === undefined);
});

test("a failed step does not affect the next one", async () => {
  await started(view(3, 4));
  await session.step(-1);
  assert.equal(session.problem.value?.reason, "OFFLINE");
  site.answers.set("/api/games/g/positions/3", () => past(3));
  await session.step(-1);
  assert.equal(session.shownState.value?.fen, "after 3");
});

const past = (actions: number) =>
  json({ actions, state: { fen: `after ${actions}` }, mayAnalyze: true });

test("steps add up while positions load, and the newest position follows the game", async () => {
  await started(view(3, 4));
  for (const actions of [2, 3]) {
    site.answers.set(`/api/games/g/positions/${actions}`, () => past(actions));
  }
  const first = session.step(-1);
  await session.step(-1);
  await first;
  assert.equal(session.shownState.value?.fen, "after 2");
  site.send(view(4, 5));
  await until("revision 4", () => session.view.value?.revision === 4);
  assert.equal(session.shownState.value?.fen, "after 2", "a new move does not end the step back");
  await session.showNewest();
  assert.equal(session.shownState.value?.fen, "after 5");
  site.send(view(5, 6));
  await until("the newest position", () => session.shownState.value?.fen === "after 6");
});

test("a position that arrives late does not replace a later one", async () => {
  await started(view(3, 4));
  let release = () => {};
  const late = new Promise<void>((resolve) => { release = resolve; });
  site.answers.set("/api/games/g/positions/1", async () => {
    await late;
    return past(1);
  });
  site.answers.set("/api/games/g/positions/2", () => past(2));
  const first = session.show(1);
  await session.show(2);
  release();
  await first;
  assert.equal(session.shownActions.value, 2);
});

test("a browser that joins follows the game as the new player", async () => {
  await started(view(3, 2));
  site.answers.set("/api/games/g/join", () => json(view(4, 2)));
  assert.equal(await session.join(), true);
  await until("a second stream", () => site.streams.length === 2);
});

test("a broken stream is reopened, but not that of an unknown game", async () => {
  await started(view(3, 2));
  site.streams[0]!.close();
  await until("the loss of the connection", () => session.connection.value === "lost");
  await until("a new connection", () => session.connection.value === "live");
  assert.equal(site.streams.length, 2);

  const missing = new GameSession("none");
  const error = { reason: "NOT_FOUND", message: "no game" };
  Object.assign(globalThis, { fetch: async () => json({ error }, 404) });
  missing.start();
  await until("a refusal", () => missing.refusal.value !== undefined);
  assert.equal(missing.refusal.value?.message, "no game");
  missing.stop();
});
