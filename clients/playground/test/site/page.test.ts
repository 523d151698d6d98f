// What the pages of all games have in common.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import type { Page } from "playwright-core";

import { until } from "../waiting.js";
import { seriousFindings } from "./findings.js";
import { picture, PHONE, Playground, WIDE } from "./playground.js";
import { startGame, Table } from "./table.js";

let playground: Playground;
before(async () => { playground = await Playground.open(); });
after(() => playground.close());

async function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}

async function resign(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
}

const GAMES = ["Chak", "Makruk", "Chakart", "Chpok"];

/** Starts a game in hotseat mode and unfolds its panels. */
async function startUnfolded(page: Page, game: string): Promise<void> {
  await page.goto("/");
  const table = await Table.start(page, game);
  for (const title of ["Analysis", "Randomness", "FEN and PGN"]) await table.panel(title);
}

test("no page has serious accessibility findings or scrolls sideways", async () => {
  const page = await playground.visit({ colorScheme: "light" });
  assert.deepEqual(await seriousFindings(page), []);
  await picture(page, "lobby-light");
  for (const game of GAMES) {
    await startUnfolded(page, game);
    assert.deepEqual(await seriousFindings(page), [], game);
    await page.setViewportSize(PHONE);
    assert.deepEqual(await seriousFindings(page), [], `${game} on a phone`);
    assert.equal(await isTooWide(page), false, `${game} on a phone`);
    await page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await isTooWide(page), false, `${game} at 320 px`);
    await page.setViewportSize(WIDE);
  }
});

test("the colours of the dark theme have enough contrast", async () => {
  const page = await playground.visit({ colorScheme: "dark" });
  assert.deepEqual(await seriousFindings(page, "colours"), []);
  await picture(page, "lobby-dark");
  for (const game of GAMES) {
    await startUnfolded(page, game);
    assert.deepEqual(await seriousFindings(page, "colours"), [], game);
    if (game === "Chak") await picture(page, "chak-dark");
  }
});

test("a bad FEN is reported at its field, and the text is kept", async () => {
  const page = await playground.visit();
  await startGame(page, "Makruk", { fen: "rnsmksnr/8/pppppppp/8/8/PPPPPPPX/8/RNSKMSNR w - - 0 1" });
  const problem = page.getByRole("alert");
  await problem.waitFor();
  assert.match(await problem.innerText(), /rank 3/);
  assert.equal(await page.getByLabel("FEN", { exact: true }).getAttribute("aria-invalid"), "true");
  assert.match(await page.getByLabel("FEN", { exact: true }).inputValue(), /PPPPPPPX/);
  await page.getByLabel("FEN", { exact: true }).fill("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1");
  await page.getByRole("button", { name: "Start the game" }).click();
  await Table.at(page);
});

test("an unknown path and an unknown game are reported on the page", async () => {
  const page = await playground.visit();
  const nowhere = await page.goto("/nowhere");
  assert.equal(nowhere?.status(), 404);
  await page.getByText("There is no such page.").waitFor();
  await page.goto("/game/nosuchgame");
  await page.getByText("There is no such game.").waitFor();
  await page.getByRole("link", { name: "Back to the lobby" }).click();
  await page.getByRole("button", { name: "Start the game" }).waitFor();
});

test("without jobs, the page of archives says what to start", async () => {
  const page = await playground.visit();
  await page.getByRole("link", { name: "Choose the games" }).click();
  await page.getByRole("alert").getByText("./dev playground --jobs").waitFor();
  assert.equal(await page.getByRole("button", { name: "Review the games" }).count(), 0);
  assert.deepEqual(await seriousFindings(page), []);
});

test("a reload shows each browser its own view of the same game", async () => {
  const white = await playground.visit();
  const table = await Table.start(white, "Makruk", { mode: "online", side: "White" });
  const black = await playground.visit();
  await black.goto(white.url());
  await black.getByRole("button", { name: "Join as Black" }).click();
  const opposite = await Table.at(black);
  await table.play("e3e4");
  await opposite.shows(1);
  await opposite.play("e6e5");
  await table.shows(2);
  const before = await table.view();
  await white.reload();
  await table.shows(2);
  const { thinkingMs: _, ...after } = await table.view();
  const { thinkingMs: __, ...known } = before;
  assert.deepEqual(after, known);
  assert.equal(before.seats[0].holder, "you");
  assert.deepEqual((await opposite.view()).legal.moves ?? [], [], "it is White's turn");
  await table.play("d3d4");
  await opposite.shows(3);
});

test("the engine moves, and the game continues after a reload", async () => {
  const page = await playground.visit();
  const table = await Table.start(page, "Chak", { mode: "engine", side: "White" });
  await table.square("e3").click();
  await table.square("e4").click();
  await table.shows(2);
  const { log, seats } = await table.view();
  assert.deepEqual(log.map(({ side }) => side), ["white", "black"]);
  assert.deepEqual(seats.map(({ holder }) => holder), ["you", "engine"]);
  await page.reload();
  await table.shows(2);
});

test("a move can be made with the keyboard alone", async () => {
  const page = await playground.visit();
  const table = await Table.start(page, "Makruk");
  await table.square("e3").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await table.shows(1);
  assert.match((await table.square("e4").getAttribute("aria-label")) ?? "", /White/);
});

test("the analysis shows lines in SAN, an evaluation bar and arrows", async () => {
  const page = await playground.visit();
  const table = await Table.start(page, "Chak");
  const panel = await table.panel("Analysis");
  await panel.getByRole("switch", { name: "Analyse this position" }).check({ force: true });
  await panel.getByText(/Depth ([3-9]|\d\d)/).waitFor();
  assert.match(await panel.getByRole("row").nth(1).innerText(), /[+-]?\d+\.\d\d/);
  await page.getByRole("img", { name: /^White wins \d+%/ }).waitFor();
  assert.ok((await page.locator(".board-arrow, [class*=arrow]").count()) > 0);
  await picture(page, "chak-analysis");
  await resign(page);
  await panel.getByText("The game is over in this position.").waitFor();
  assert.equal(await page.locator(".eval-bar").count(), 0, "a finished game has no evaluation bar");
});

test("the graph of a review has the theme of the page", async () => {
  const dark = await playground.visit({ colorScheme: "dark" });
  const table = await Table.start(dark, "Makruk");
  await table.play("e3e4");
  await resign(dark);
  const graph = async () => {
    await dark.getByRole("button", { name: "Review the game" }).click();
    return dark.getByRole("img", { name: "Course of the game" }).getAttribute("src");
  };
  const inDark = await graph();
  await dark.reload();
  await dark.getByLabel("Theme").selectOption("light");
  const inLight = await graph();
  const ground = (source: string | null) =>
    /<rect [^>]*rx="60" fill="(#\w+)"/.exec(decodeURIComponent(source ?? ""))?.[1];
  assert.ok(ground(inLight));
  assert.notEqual(ground(inDark), ground(inLight));
});

test("a downloaded PGN can be imported again", async () => {
  const page = await playground.visit();
  const table = await Table.start(page, "Chakart");
  await table.play("e2e4");
  await table.play("e7e5");
  const panel = await table.panel("FEN and PGN");
  const [download] = await Promise.all([
    page.waitForEvent("download"), panel.getByRole("link", { name: "Download PGN" }).click()]);
  const pgn = await readFile(await download.path(), "utf8");
  assert.match(pgn, /\[Variant "Chakart"\]/);
  assert.doesNotMatch(pgn, /\[Seed/);
  const { state } = await table.view();
  await page.goto("/");
  const again = await Table.start(page, "Makruk", { pgn });
  await again.shows(2);
  assert.equal((await again.view()).state.fen, state.fen);
});

test("names can be shown in Chinese and Thai", async () => {
  const page = await playground.visit();
  await Table.start(page, "Chak");
  await page.getByLabel("Language").selectOption({ label: "简体中文" });
  await until("Chinese names", async () => /\p{Script=Han}/u.test((await page.getByRole("gridcell").first().getAttribute("aria-label")) ?? ""));
  await picture(page, "chak-chinese");
  await page.goto("/");
  await page.getByLabel(/.*/).first().waitFor();
  await page.locator("header select").first().selectOption({ label: "ไทย" });
  await page.locator('input[value="makruk"]').check({ force: true });
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/\/game\//);
  await until("Thai names", async () => /\p{Script=Thai}/u.test((await page.getByRole("gridcell").first().getAttribute("aria-label")) ?? ""));
  await picture(page, "makruk-thai");
});
