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
