import assert from "node:assert/strict";
import { test } from "node:test";

import { Browser, useSite, viewWhen } from "./support.js";

const place = useSite();

test("the engine moves, and declines a draw if it does not stand worse", async () => {
  const browser = new Browser(place);
  const { id } = await browser.start({
    variant: "makruk",
    mode: "engine",
    side: "white",
    engine: { movetimeMs: 60 },
  });
  const moved = await browser.act(id, "e3e4");
  assert.equal(moved.thinking, true);
  await viewWhen(browser, id, ({ log, thinking }) => log.length === 2 && !thinking);
  await browser.act(id, "draw?");
  const { log } = await viewWhen(browser, id, (view) => view.log.length === 4);
  assert.equal(log[3]?.action, "black:draw-");
});

test("the engine plays at a level", async () => {
  const browser = new Browser(place);
  const { id } = await browser.start({
    variant: "makruk",
    mode: "engine",
    side: "black",
    engine: { movetimeMs: 50, strength: 1 },
  });
  const { log } = await viewWhen(browser, id, (view) => view.log.length === 1);
  assert.equal(log[0]?.side, "white");
});

test("the engine takes a draw if it is losing", async () => {
  const browser = new Browser(place);
  const fen = "4k3/8/8/8/8/8/5R2/R2K2R1 w - - 0 1";
  const { id } = await browser.start({
    variant: "makruk",
    mode: "engine",
    side: "white",
    // The search ends as soon as it has found the mate.
    engine: { movetimeMs: 10_000 },
    fen,
  });
  await browser.act(id, "draw?");
  const { state } = await viewWhen(browser, id, ({ log }) => log.length === 2);
  assert.equal(state.adjudication?.termination, "TERMINATION_DRAW_AGREED");
});

test("the engine bids", async () => {
  const browser = new Browser(place);
  const { id } = await browser.start({
    variant: "chpok",
    mode: "engine",
    side: "opponent",
    engine: { movetimeMs: 50 },
    options: { chpok: { chips: 3 } },
  });
  const { log } = await viewWhen(browser, id, (view) => view.log.length === 1);
  assert.equal(log[0]?.side, "challenger");
  assert.match(log[0]?.action ?? "", /^(raise|match) /);
});

test("the site ends a game whose clock has run out, once both seats are taken (P24)", async () => {
  const [white, black] = [new Browser(place), new Browser(place)];
  const {
    state: { chpok },
  } = await white.start({
    variant: "chpok",
    mode: "hotseat",
    options: { chpok: { skipBidding: true, minutes: 1, trackClocks: true } },
  });
  assert.deepEqual(chpok?.board?.clocks, { firstMs: "60000", secondMs: "60000" });
  const pgn =
    '[Variant "Chpok"]\n[VariantOptions "skip_bidding=true; minutes=1"]\n\n' +
    "1. e4 {[%emt 0:00:59.8]} e5 {[%emt 0:00:01]} *";
  const { id, seats } = await white.start({ variant: "chpok", mode: "online", pgn });
  assert.equal(seats[0].holder, "you");
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal((await white.view(id)).log.length, 2, "no clock runs while a seat is open");
  await black.get(`/api/games/${id}/join`, {});
  const { log, state } = await viewWhen(white, id, (view) => view.log.length === 3);
  assert.equal(log[2]?.action, "timeout");
  assert.equal(state.phase, "PHASE_FINISHED");
});
