// Archives, whose games are reviewed in the background.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import type { Page } from "playwright-core";

import { Postgres } from "../../../../tests/support/postgres.mjs";
import { FOUR_GAMES, ROOT, manyGames } from "../archive_games.js";
import { killAll, startProgram } from "../program.js";
import { until } from "../waiting.js";
import { seriousFindings } from "./findings.js";
import { PHONE, Playground, WIDE, picture } from "./playground.js";
import { Table } from "./table.js";

const folder = mkdtempSync(join(tmpdir(), "arbiter-playground-"));
const database = join(folder, "games.sqlite");
// A program that is killed leaves its temporary files behind.
const options = { detached: true, env: { ...process.env, TMPDIR: folder } };

let postgres: Postgres;
let playground: Playground;
before(async () => {
  postgres = await Postgres.start(ROOT);
  playground = await Playground.open(database, options, ["--jobs", postgres.url]);
});
after(async () => {
  await playground.close();
  postgres.stop();
  rmSync(folder, { recursive: true });
});

/** Submits games as a file, and waits for the page of their archive. */
async function submit(page: Page, pgn: string, depth: number, name = "club.pgn"): Promise<void> {
  await page.getByRole("link", { name: "Choose the games" }).click();
  await page.getByLabel("PGN file").setInputFiles({
    name, mimeType: "application/x-chess-pgn", buffer: Buffer.from(pgn),
  });
  await page.getByLabel("Search depth in plies").selectOption(String(depth));
  await page.getByRole("button", { name: "Review the games" }).click();
  await page.waitForURL(/\/archives\/[0-9a-f]{32}$/);
}

const ended = (page: Page) => page.getByText(/^Finished, /).waitFor();
const rows = (page: Page) => page.locator(".archive__games tbody");

test("the games of a file are reviewed, and each one opens on the board", async () => {
  const page = await playground.visit({ colorScheme: "light" });
  await submit(page, `${FOUR_GAMES}\n${manyGames(4)}`, 4);
  await ended(page);
  await page.getByText("Finished, 8 of 8 games, 1 failed.").waitFor();
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "club.pgn");
  await rows(page).nth(7).waitFor();
  assert.equal(await rows(page).count(), 8);
  assert.match(await rows(page).nth(0).innerText(), /Makruk, 1-0[^]*Anna\s+\d+\.\d%[^]*Bob\s+\d+\.\d%/);
  assert.match(await rows(page).nth(3).innerText(), /Gina[^]*Line 10, column 13: 'exe5' names no legal move/);
  assert.equal(await rows(page).nth(3).getByRole("button").count(), 0);

  assert.deepEqual(await seriousFindings(page), []);
  await picture(page, "archive");
  await page.setViewportSize(PHONE);
  assert.deepEqual(await seriousFindings(page), [], "on a phone");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await page.setViewportSize(WIDE);

  await rows(page).nth(0).getByRole("button").click();
  const table = await Table.at(page);
  await table.shows(35);
  await page.getByRole("img", { name: "Course of the game" }).waitFor();
  await page.reload();
  await page.getByRole("img", { name: "Course of the game" }).waitFor();
  await page.getByRole("link", { name: "Back to the archive" }).click();
  await ended(page);
  await page.getByRole("link", { name: "All archives" }).click();
  await page.getByRole("link", { name: "club.pgn" }).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
});

test("a page finds its archive again after a reload, and after the site was killed", async () => {
  const page = await playground.visit();
  // So many games that they are still under way when the test ends.
  await submit(page, manyGames(400), 8);
  await rows(page).first().waitFor();
  await page.reload();
  await rows(page).first().waitFor();
  await page.getByText(/games a minute, about \d+ (s|min|h) left$/).waitFor();

  const killed = once(playground.server, "exit");
  killAll(playground.server);
  await killed;
  await page.getByText("Connection lost. Reconnecting…").waitFor();
  const before = await rows(page).count();
  const { port } = new URL(playground.url);
  const { program } = await startProgram(database, options, ["--jobs", postgres.url, "--port", port]);
  playground.server = program;
  await rows(page).nth(before + 1).waitFor();
  assert.equal(await page.getByText("Connection lost").count(), 0);
  await page.getByRole("button", { name: "Cancel the review" }).click();
  await page.getByText(/^Cancelled, /).waitFor();
  await until("as many games as are done", async () => {
    const done = /(\d+) of 400 games/.exec(await page.locator("main").innerText())?.[1];
    return (await rows(page).count()) === Number(done);
  });
});

test("a review can be cancelled", async () => {
  const page = await playground.visit();
  await submit(page, manyGames(50).replace("Anna", "<b>Anna</b>"), 10, "<b>club</b>.pgn");
  await page.getByRole("button", { name: "Cancel the review" }).click();
  await page.getByText(/^Cancelled, \d+ of 50 games/).waitFor();
  assert.equal(await page.getByRole("button", { name: "Cancel the review" }).count(), 0);
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "<b>club</b>.pgn");
  assert.equal(await page.locator("b").count(), 0);
});

test("the finished games of the browser can be reviewed", async () => {
  const page = await playground.visit();
  const table = await Table.start(page, "Makruk");
  await table.play("e3e4");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await table.waitForOver();
  await page.goto("/archives");
  await page.getByRole("button", { name: "Take my finished games from this site (1)" }).click();
  await page.getByRole("button", { name: "Review the games" }).click();
  await page.getByText("Finished, 1 of 1 games.").waitFor();
});
