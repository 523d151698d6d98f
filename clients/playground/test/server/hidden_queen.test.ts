import assert from "node:assert/strict";
import { test } from "node:test";

import type { EnumerateOutcomesResponseJson } from "@arbiter-chess/client";

import type { PastPosition } from "../../src/shared/api.js";
import { Browser, useSite, viewWhen } from "./support.js";

const place = useSite();

interface Table {
  id: string;
  white: Browser;
  black: Browser;
  spectator: Browser;
}

/** Starts a game in which White's queen can make several stealth moves. */
async function startTable(): Promise<Table> {
  const [white, black, spectator] = [new Browser(place), new Browser(place), new Browser(place)];
  const { id } = await white.start({ variant: "chakart", mode: "online" });
  await black.get(`/api/games/${id}/join`, {});
  await white.act(id, "e2e4");
  await black.act(id, "a7a6");
  return { id, white, black, spectator };
}

/** Returns everything that a browser can request, except for what differs from game to game. */
async function everythingTold({ id }: Table, browser: Browser): Promise<string> {
  browser.seen.length = 0;
  const { log, revision } = await browser.view(id);
  for (let actions = 0; actions <= log.length; ++actions) {
    await browser.ask(`/api/games/${id}/positions/${actions}`);
  }
  for (const path of [
    "outcomes?action=g8f6",
    "outcomes?action=b8c6",
    "pgn",
    "file",
    "review",
    "analysis?movetimeMs=50",
    "analysis?movetimeMs=50&actions=2",
  ]) {
    await browser.ask(`/api/games/${id}/${path}`);
  }
  // Illegal actions, including captures on each square that the queen may stand on.
  for (const action of ["a6a4", "a6b5", "h7g6", "d8g5?x", "e8*h5", "e8*g4", "undo"]) {
    await browser.ask(`/api/games/${id}/actions`, { action, revision });
  }
  return browser.seen
    .join("\n")
    .replaceAll(id, "ID")
    .replace(/"commitment":"\w+"|Commitment "\w+"/g, "")
    .replace(/"thinkingMs":\d+/g, "");
}

test("what other browsers get does not depend on the square of a hidden queen (H23)", async () => {
  const told = {
    black: new Set<string>(),
    offered: new Set<string>(),
    spectator: new Set<string>(),
  };
  for (const square of ["h5", "g4", "e2"]) {
    const table = await startTable();
    const { id, white, black, spectator } = table;
    await white.act(id, `d1${square}?`);
    for (const browser of [black, spectator]) {
      assert.equal((await browser.view(id)).state.chakart?.hidden, "COLOR_WHITE");
      assert.equal((await browser.view(id)).state.chakart?.hiddenSquare, undefined);
    }
    assert.equal((await white.view(id)).state.chakart?.hiddenSquare, square);
    const cellOf = async (browser: Browser, square: string) =>
      (await browser.view(id)).state.board?.cells?.find((cell) => cell.square === square);
    assert.equal((await cellOf(white, square))?.hidden, true);
    assert.equal(await cellOf(black, square), undefined);
    assert.deepEqual(await cellOf(black, "d1"), { square: "d1", leftUnseen: true });
    const entry = (await black.view(id)).log.at(-1);
    assert.equal(entry?.action, "d1??");
    told.black.add(await everythingTold(table, black));
    told.spectator.add(await everythingTold(table, spectator));

    // A draw offer does not reveal the queen; the next move does.
    await black.act(id, "draw?");
    assert.equal((await black.view(id)).state.chakart?.hiddenSquare, undefined);
    told.offered.add(await everythingTold(table, black));
    const shown = await black.act(id, "h7h6");
    assert.equal(shown.state.chakart?.hidden, undefined);
    assert.equal(shown.log[2]?.action, `d1${square}?`);
    const { state } = await black.get<PastPosition>(`/api/games/${id}/positions/3`);
    assert.equal(state.chakart?.hiddenSquare, undefined, "the past is shown as it was seen");
  }
  assert.deepEqual(
    Object.values(told).map(({ size }) => size),
    [1, 1, 1],
  );
});

test("events do not reveal a hidden queen to the other browser (H23)", async () => {
  const { id, white, black } = await startTable();
  const [toWhite, toBlack] = [await white.follow(id), await black.follow(id)];
  for (const next of [toWhite, toBlack]) assert.equal((await next()).revision, 3);
  black.seen.length = 0;
  await white.act(id, "d1h5?");
  assert.equal((await toWhite()).log[0]?.action, "d1h5?");
  assert.equal((await toBlack()).log[0]?.action, "d1??");
  assert.doesNotMatch(black.seen.join(), /d1h5|"hiddenSquare"/);
});

test("in a hot-seat game the player to act does not see a hidden queen (H23)", async () => {
  const browser = new Browser(place);
  const { id } = await browser.start({ variant: "chakart", mode: "hotseat" });
  for (const action of ["e2e4", "a7a6", "d1h5?"]) await browser.act(id, action);
  const view = await browser.view(id);
  assert.equal(view.log[2]?.action, "d1??");
  assert.equal(view.state.chakart?.hiddenSquare, undefined);
  const { text } = await browser.ask(`/api/games/${id}/analysis?movetimeMs=50`);
  assert.match(text, /event: problem\ndata: .*"HIDDEN_INFORMATION"/);
  assert.equal((await browser.problem(`/api/games/${id}/review`)).reason, "HIDDEN_INFORMATION");
  assert.equal((await browser.problem(`/api/games/${id}/pgn`)).reason, "HIDDEN_INFORMATION");
  assert.equal(
    (await browser.problem(`/api/games/${id}/outcomes?action=b8c6`)).reason,
    "HIDDEN_INFORMATION",
  );
  const before = await browser.get<EnumerateOutcomesResponseJson>(
    `/api/games/${id}/outcomes?action=b1c3&actions=2`,
  );
  assert.ok((before.outcomes?.length ?? 0) >= 1);
  assert.equal((await browser.act(id, "h7h6")).log[2]?.action, "d1h5?");
});

// A level needs little of its time; at full strength, the second engine would think for too long.
for (const engine of [{ movetimeMs: 120 }, { movetimeMs: 10_000, strength: 1 }]) {
  test(`the engine ${JSON.stringify(engine)} moves against a hidden queen (H23)`, async () => {
    const browser = new Browser(place);
    const { id } = await browser.start({
      variant: "chakart",
      mode: "engine",
      side: "white",
      engine,
    });
    await browser.act(id, "e2e4");
    await viewWhen(browser, id, ({ log, legal }) => log.length >= 2 && legal.moves !== undefined);
    const {
      legal: { moves = [] },
      log: { length },
    } = await browser.view(id);
    const stealth = moves.find(({ kind }) => kind === "KIND_STEALTH");
    await browser.act(id, stealth?.text ?? "there is no stealth move");
    const view = await viewWhen(browser, id, ({ log }) => log.length > length + 1);
    assert.equal(view.trouble, undefined);
    assert.equal(view.log[length + 1]?.side, "black");
    assert.equal(view.log[length]?.action, stealth?.text);
  });
}
