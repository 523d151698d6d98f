// Whole games of Chak and Makruk, played with clicks.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { until } from "../waiting.js";
import { seriousFindings } from "./findings.js";
import { picture, Playground } from "./playground.js";
import { Table } from "./table.js";

let playground: Playground;
before(async () => { playground = await Playground.open(); });
after(() => playground.close());

const CHAK =
  "c1c2 a9a8 f1d3 d9d1 c2d1 h9f8 d1c2 c9c8 b1d2 c7c6 e3e4 f8d9 i1i2 g9h8 d2f3 e7f7 e1f1 d9f8 f3g5 "
  + "c6d6 g5f7";
const MAKRUK =
  "b1d2 g6g5 h3h4 f8g7 g1e2 b6b5 a3a4 h8h7 a4b5 h6h5 b5b6m a6a5 h4g5 g8h6 g5h6m e8f7 h6g7 b8d7 g7f6 "
  + "a5a4 d2e4 c8b7 b6a5 d7f8 a1a4 a8c8 e4d6 f7g6 f6e5 h7h8 e2f4 g6g5 d6f7 g5f5 e3e4";

async function playAll(table: Table, moves: string): Promise<void> {
  for (const move of moves.split(" ")) await table.play(move);
}

test("Chak can be played from the start to checkmate (K13)", async () => {
  const table = await Table.start(await playground.visit(), "Chak");
  const moves = CHAK.split(" ");
  await playAll(table, moves.slice(0, 12).join(" "));
  await picture(table.page, "chak");
  await playAll(table, moves.slice(12).join(" "));
  const { state, log } = await table.view();
  assert.equal(state.adjudication?.termination, "TERMINATION_CHECKMATE");
  assert.equal(log.length, moves.length);
  assert.match(await table.status(), new RegExp(`Rule ${state.adjudication?.rule}`));
  assert.match(await table.status(), /White wins|White has won|mate/i);
  assert.equal(await table.page.locator("[data-square].live").count(), 0, "no piece can be moved");

  // Steps back and forth through the finished game.
  await table.page.getByRole("button", { name: "Go to the start" }).click();
  await table.page.getByText(`0 / ${moves.length}`).waitFor();
  assert.match((await table.square("c1").getAttribute("aria-label")) ?? "", /White Shaman/);
  await table.page.keyboard.press("End");
  await table.shows(moves.length);
});

test("Makruk can be played from the start to checkmate, with promotions", async () => {
  const table = await Table.start(await playground.visit(), "Makruk");
  await playAll(table, MAKRUK);
  const { state } = await table.view();
  assert.equal(state.adjudication?.termination, "TERMINATION_CHECKMATE");
  assert.equal(state.adjudication?.winner, "COLOR_WHITE");
  assert.equal(await table.page.getByRole("button", { name: "Resign" }).count(), 0);

  await table.page.getByRole("button", { name: "Review the game" }).click();
  const review = table.page.getByRole("img", { name: "Course of the game" });
  await review.waitFor();
  assert.ok(await review.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 300)));
  await table.page.getByRole("row", { name: /^White \d+\.\d%/ }).waitFor();
  await picture(table.page, "makruk-review");
  assert.deepEqual(await seriousFindings(table.page), []);
});

test("Makruk's manual count can be started and stopped (M11)", async () => {
  const page = await playground.visit();
  await page.getByRole("radio", { name: /^Makruk / }).check({ force: true });
  await page.getByText("Game options").click();
  await page.getByLabel("Counting", { exact: true }).selectOption("manual");
  const table = await Table.start(page, "Makruk", { fen: "4k3/8/8/8/3R4/8/8/4K3 b - - 0 1" });
  await page.getByRole("button", { name: "Start counting" }).click();
  await table.shows(1);
  await table.play("e8e7");
  await table.play("e1e2");
  const notes = page.getByRole("region", { name: "About this position" });
  assert.match(await notes.innerText(), /Black counts \d of 16 \(pieces' honour\)/);
  await picture(page, "makruk");
  await page.getByRole("button", { name: "Stop counting" }).click();
  await notes.getByText("Black counts").waitFor({ state: "detached" });
  assert.equal(await notes.getByRole("listitem").innerText(),
    "The players start and stop the count themselves.");
});

test("Chak can be played on clocks, with less time for Green (C17)", async () => {
  const page = await playground.visit();
  await page.getByRole("radio", { name: /^Chak / }).check({ force: true });
  await page.getByText("Game options").click();
  const clock = page.getByLabel("Clock", { exact: true });
  assert.equal(await clock.inputValue(), "", "games have no clocks by default");
  await clock.selectOption("5 min + 3 s");
  await clock.selectOption("Other times…");
  await page.getByLabel("Green has a different time").check();
  const timeOf = (player: string) => page.getByRole("group", { name: `Time of ${player}` });
  assert.equal(await timeOf("White").getByLabel("Minutes").inputValue(), "5");
  await timeOf("Green").getByLabel("Minutes").fill("3");
  await timeOf("Green").getByLabel("Seconds").fill("30");
  assert.deepEqual(await seriousFindings(page), []);
  await page.getByRole("button", { name: "Start the game" }).click();
  const table = await Table.at(page);
  assert.deepEqual((await table.view()).options.clock,
    { baseSeconds: 300, bonusSeconds: 3, blackBaseSeconds: 210 });
  const clockOf = (player: string) => page.getByRole("timer", { name: `${player}'s clock` });
  assert.equal(await clockOf("Green").innerText(), "3:30");
  await table.play("e3e4");
  await until("the clock to run", async () => (await clockOf("Green").innerText()) !== "3:30");
  const { clocks } = (await table.view()).state;
  assert.equal(clocks?.secondMs, "210000", "the clock runs on the page, and is charged with a move");
  assert.match(await clockOf("White").innerText(), /^[0-5]:[0-5]\d$/);
  assert.deepEqual(await seriousFindings(page), []);
});
