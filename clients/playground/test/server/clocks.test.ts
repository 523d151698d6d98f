import assert from "node:assert/strict";
import { test } from "node:test";

import type { NewGame } from "../../src/shared/api.js";
import { Browser, useSite, viewWhen } from "./support.js";

const place = useSite();

const MOVES: [string, string][] = [["chak", "e3e4"], ["chakart", "e2e4"], ["makruk", "e3e4"]];

for (const [variant, move] of MOVES) {
  test(`a game of ${variant} can have clocks (C17)`, async () => {
    const browser = new Browser(place);
    const clock = { baseSeconds: 300, bonusSeconds: 3, blackBaseSeconds: 180 };
    const { id, state } = await browser.start({ variant, mode: "hotseat", options: { clock } });
    assert.deepEqual(state.clocks, { firstMs: "300000", secondMs: "180000" });
    // Waits until a clock has run.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { clocks } = (await browser.act(id, move)).state;
    assert.ok(Number(clocks?.firstMs) < 303_000);
    assert.equal(clocks?.secondMs, "180000");
    const { state: opened, thinkingMs } = await browser.view(id);
    assert.deepEqual(opened.clocks, clocks, "the time of the player to move has not been taken");
    assert.notEqual(thinkingMs, undefined);
  });
}

test("a time control out of range is refused", async () => {
  const game: NewGame = { variant: "chak", mode: "hotseat", options: { clock: { baseSeconds: 14 } } };
  const { status, reason, field } = await new Browser(place).problem("/api/games", game);
  assert.deepEqual([status, reason, field], [400, "OPTION_OUT_OF_RANGE", "options.clock.base_seconds"]);
});

/** Games in which White has less than a second left. */
const LATE: [string, string][] = [
  [
    "Makruk (C17)",
    '[Variant "Makruk"]\n[TimeControl "60"]\n\n1. e4 {[%emt 0:00:59.8]} e5 {[%emt 0:00:01]} *',
  ],
  [
    "Chpok (P24)",
    '[Variant "Chpok"]\n[VariantOptions "skip_bidding=true; minutes=1"]\n\n' +
      "1. e4 {[%emt 0:00:59.8]} e5 {[%emt 0:00:01]} *",
  ],
];

for (const [name, pgn] of LATE) {
  test(`${name}: the site reports that a clock has run out, once both seats are taken`, async () => {
    const [white, black] = [new Browser(place), new Browser(place)];
    const { id, seats, state } = await white.start({ variant: "", mode: "online", pgn });
    assert.equal(seats[0].holder, "you");
    assert.deepEqual(state.clocks, { firstMs: "200", secondMs: "59000" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal((await white.view(id)).log.length, 2, "no clock runs while a seat is open");
    await black.get(`/api/games/${id}/join`, {});
    const over = await viewWhen(white, id, (view) => view.log.length === 3);
    assert.equal(over.log[2]?.action, "timeout");
    assert.equal(over.state.adjudication?.termination, "TERMINATION_TIMEOUT");
    assert.deepEqual(over.state.clocks, { secondMs: "59000" });
  });
}

test("a move that comes too late is not made, and the game records the timeout (C17)", async (t) => {
  const browser = new Browser(place);
  const options = { clock: { baseSeconds: 15 } };
  const { id } = await browser.start({ variant: "chak", mode: "hotseat", options });
  const now = Date.now() + 16_000;
  t.mock.method(Date, "now", () => now);
  const { log, state } = await browser.act(id, "e3e4");
  assert.deepEqual(log.map(({ action, side, control }) => [action, side, control]),
    [["timeout", "white", true]]);
  assert.equal(state.adjudication?.result, "RESULT_BLACK_WINS");
  const pgn = (await browser.ask(`/api/games/${id}/pgn`)).text;
  const again = await browser.start({ variant: "", mode: "hotseat", pgn });
  assert.equal(again.state.adjudication?.termination, "TERMINATION_TIMEOUT");
});
