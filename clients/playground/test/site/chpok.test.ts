// Chpok on the page: the bidding, and the board up to its move limit.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Locator } from "playwright-core";

import { seriousFindings } from "./findings.js";
import { picture, Playground } from "./playground.js";
import { Table } from "./table.js";

let playground: Playground;
before(async () => { playground = await Playground.open(); });
after(() => playground.close());

const NAMES: Record<string, string> = { white: "White", time: "Time", home: "Home row", xf: "Features" };

/** Raises a target by some chips, after `fill` has entered the outcome. */
async function raise(
  table: Table, target: string, chips: number, fill: (dialog: Locator) => Promise<void> = async () => {},
): Promise<void> {
  const bids = (await table.view()).log.length;
  await table.page.getByRole("button", { name: new RegExp(`^Raise ${NAMES[target]}\\b`) }).click();
  const dialog = table.page.getByRole("dialog");
  await dialog.getByLabel(/^Chips to add/).fill(String(chips));
  await fill(dialog);
  await dialog.getByRole("button", { name: "Bid", exact: true }).click();
  await table.shows(bids + 1);
}

test("a whole game has bids on every target, and then points (P2, P3, P17)", async () => {
  const page = await playground.visit();
  const table = await Table.start(page, "Chpok", { options: { "Chips per player": "4" } });
  await raise(table, "time", 1, async (dialog) => {
    await dialog.getByLabel(/^Minutes/).fill("7");
    await dialog.getByLabel(/^Bonus seconds/).fill("2");
  });
  assert.equal((await table.view()).state.chpok?.bidding?.targets?.[1]?.outcome, "7+2");
  await page.getByRole("button", { name: "Time: Match for 1" }).click();
  await table.shows(2);
  assert.equal((await table.view()).log[1]?.draws.length, 1, "a match on time makes a random draw");
  await raise(table, "xf", 3, async (dialog) => {
    await dialog.getByLabel("Move limit").fill("10");
    await dialog.getByLabel("King in the centre ends the game").check();
  });
  await picture(page, "chpok-bidding");
  // The Challenger has no chips left, so all other bids are the Opponent's.
  await raise(table, "home", 1, (dialog) => dialog.getByLabel(/^Row of 8 letters/).fill("DNBQKBND"));
  await raise(table, "white", 1);
  await raise(table, "time", 1);
  const board = (await table.view()).state.chpok?.board;
  assert.equal(board?.features, "moves=10,hill");
  assert.equal(board?.white, "BIDDER_OPPONENT");
  assert.match((await table.view()).state.fen ?? "", /DNBQKBND w /);
  for (let view = await table.view(); view.state.phase !== "PHASE_FINISHED";) {
    const moves = view.legal.moves ?? [];
    assert.ok(view.log.length < 100, "the game ends");
    const quiet = moves.filter(({ piece }) => piece !== "K");
    const move = moves.find(({ captured }) => captured) ?? quiet[view.log.length % quiet.length] ?? moves[0];
    view = await table.play(move?.text ?? "");
    if (view.state.ply === 12) await picture(page, "chpok");
  }
  const { state } = await table.view();
  assert.ok(state.adjudication?.rule?.startsWith("P"), state.adjudication?.rule);
  const notes = await page.getByRole("region", { name: "About this position" }).innerText();
  assert.match(notes, /^White: -?\d+ points?; left: .*\nBlack: /m);
  assert.match(notes, /^Black is the Challenger, White the Opponent\.$/m);
  assert.match(await table.verify(), /Everything checks out/);
  assert.deepEqual(await seriousFindings(page), []);
});

test("features allow removing and adding pieces, passing and taking back (P9)", async () => {
  const page = await playground.visit();
  await page.getByRole("radio", { name: /^Chpok / }).check({ force: true });
  await page.getByText("Game options").click();
  await page.getByLabel("Skip the bidding").check();
  for (const feature of [
    "Players can remove their own pieces", "One new pawn per player", "Passing is allowed",
  ]) {
    await page.getByLabel(feature).check();
  }
  await page.getByLabel("Take-backs per player").fill("1");
  await page.getByLabel("Number of files").fill("10");
  await page.getByRole("button", { name: "Start the game" }).click();
  const table = await Table.at(page);
  assert.match((await table.view()).state.fen ?? "", /^rnbdqkdbnr\//, "ten files (P10)");

  await table.play("x@a2");
  assert.match((await table.square("a2").getAttribute("aria-label")) ?? "", /a2, empty/);
  await page.getByRole("button", { name: "Pass", exact: true }).click();
  await table.shows(2);
  await table.play("P@a2");
  assert.match((await table.square("a2").getAttribute("aria-label")) ?? "", /White Pawn/);
  await page.getByRole("button", { name: /Take back/ }).click();
  await table.shows(4);
  await picture(page, "chpok-features");
  assert.deepEqual(await seriousFindings(page), []);
});
