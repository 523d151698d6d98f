// Chakart on the page: a whole game with random draws, and the hidden queen.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import type { MoveJson } from "@arbiter-chess/client";
import type { Page } from "playwright-core";

import { seriousFindings } from "./findings.js";
import { picture, Playground } from "./playground.js";
import { Table } from "./table.js";

let playground: Playground;
before(async () => { playground = await Playground.open(); });
after(() => playground.close());

/** Captures a king if possible, else any piece with a random draw, else moves at random. */
function choose(moves: MoveJson[]): string {
  const best = moves.find(({ captured }) => captured === "K")
    ?? moves.find(({ captured, random }) => captured && random)
    ?? moves[Math.floor(Math.random() * moves.length)];
  return best?.text ?? "";
}

test("a whole game ends with a captured king, and every random draw is verified", async () => {
  const table = await Table.start(await playground.visit(), "Chakart");
  const { randomness: { commitment, seed } } = await table.view();
  assert.match(commitment, /^[0-9a-f]{64}$/);
  assert.equal(seed, undefined, "the seed is not revealed before the end");
  // A knight leaves an egg behind (H8), and a random draw decides what a rook finds in it (H13).
  for (const move of ["b1c3", "b8c6", "a1b1"]) await table.play(move);
  for (let view = await table.view(); view.state.phase !== "PHASE_FINISHED";) {
    assert.ok(view.log.length < 400, "the game ends");
    view = await table.play(choose(view.legal.moves ?? []));
    if (view.log.length === 16) await picture(table.page, "chakart");
  }
  const { state, randomness, log } = await table.view();
  assert.equal(state.adjudication?.termination, "TERMINATION_KING_CAPTURED");
  assert.ok(log.some(({ draws }) => draws.length > 0), "there was a random draw");
  assert.equal(randomness.commitment, commitment);
  assert.match(randomness.seed ?? "", /^[0-9a-f]{64}$/);
  const verdict = await table.verify();
  assert.match(verdict, /Everything checks out/);
  assert.doesNotMatch(verdict, /Wrong:/);
  await picture(table.page, "chakart-verified");
  assert.deepEqual(await seriousFindings(table.page), []);
});

test("the outcomes of a move are listed with their probabilities (R5)", async () => {
  const table = await Table.start(await playground.visit(), "Chakart");
  await table.play("b1c3");
  await table.play("b8c6");
  const panel = await table.panel("What can happen");
  const { legal } = await table.view();
  const onEgg = legal.moves?.find(({ to, piece, random }) => to === "b1" && piece === "R" && random);
  await panel.getByLabel("Move").selectOption(onEgg?.text ?? "");
  await panel.getByText("Chomp", { exact: true }).waitFor();
  const told = await panel.innerText();
  assert.match(told, /1\/8/, "each of the eight eggs (H13)");
  for (const egg of ["King Boo", "Koopa", "Toadette", "Daisy", "Bowser", "Luigi", "Waluigi"]) {
    assert.ok(told.includes(egg), egg);
  }
  await picture(table.page, "chakart-outcomes");
});

/** Returns the FEN of the start without its board. */
async function fenTail(site: Playground): Promise<string> {
  const page = await site.visit();
  const { variants } = await page.evaluate(async () => (await fetch("/api/variants")).json());
  const { startFen } = variants.find(({ id }: { id: string }) => id === "chakart");
  return startFen.slice(startFen.indexOf(" "));
}

/** Collects everything that a browser receives, except for answers that a reload has cut off. */
function eavesdrop(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith("/api/") || pathname.endsWith("/events")) return;
    const cutOff = new Promise<string>((resolve) => setTimeout(resolve, 3000, ""));
    bodies.push(Promise.race([response.text().catch(() => ""), cutOff]));
  });
  return async () => (await Promise.all(bodies)).join("\n") + (await page.content());
}

test("the square of a hidden queen is not revealed to the other browser (H6, H23)", async () => {
  const white = await playground.visit();
  const table = await Table.start(white, "Chakart", {
    mode: "online", side: "White",
    fen: `rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR${await fenTail(playground)}`,
  });
  const black = await playground.visit();
  const told = eavesdrop(black);
  await black.goto(white.url());
  await black.getByRole("button", { name: "Join as Black" }).click();
  const opposite = await Table.at(black);
  await opposite.page.getByText("0 / 0").waitFor();

  await table.play("d1f3?");
  await opposite.shows(1);
  assert.match((await table.square("f3").getAttribute("aria-label")) ?? "", /White Queen.*hidden/);
  assert.match((await opposite.square("f3").getAttribute("aria-label")) ?? "", /f3, empty/);
  assert.match((await opposite.square("d1").getAttribute("aria-label")) ?? "", /unseen/);
  await white.getByText("White's queen is hidden on f3.").waitFor();
  await black.getByText("White's queen is hidden.").waitFor();
  await picture(white, "chakart-hidden-hers");
  await picture(black, "chakart-hidden-his");
  await black.reload();
  await opposite.shows(1);
  const view = await opposite.view();
  assert.doesNotMatch(JSON.stringify(view), /d1f3/);
  assert.equal(view.state.chakart?.hiddenSquare ?? "", "");
  assert.doesNotMatch(await told(), /d1f3/);
  // Arbiter refuses a PGN while a queen is hidden from the viewer, so none is offered.
  const texts = await opposite.panel("FEN and PGN");
  await texts.getByText("The PGN will be available again once the queen is revealed.").waitFor();
  assert.equal(await texts.getByText("Download PGN").count(), 0);
  const [download] = await Promise.all([
    white.waitForEvent("download"),
    (await table.panel("FEN and PGN")).getByText("Download PGN").click()]);
  assert.match(await readFile(await download.path(), "utf8"), /d1f3\?/, "White sees the queen");

  // A spectator does not see the queen either, and has no legal moves.
  const spectator = await playground.visit();
  await spectator.goto(white.url());
  const watched = await Table.at(spectator);
  assert.match((await watched.square("f3").getAttribute("aria-label")) ?? "", /f3, empty/);
  assert.deepEqual((await watched.view()).legal.moves ?? [], []);

  await opposite.play("a7a6");
  await opposite.shows(2);
  await texts.getByText("Download PGN").waitFor();
  assert.match((await opposite.square("f3").getAttribute("aria-label")) ?? "", /White Queen/);
});

test("the effects of a move are animated and described in words", async () => {
  const page = await playground.visit({ reducedMotion: "no-preference" });
  const table = await Table.start(page, "Chakart");
  await table.play("e2e4");
  await page.getByRole("list", { name: "What the last move did" }).waitFor();
  const { log: [entry], state } = await table.view();
  const told = await page.getByRole("list", { name: "What the last move did" }).innerText();
  for (const { text = "" } of entry?.events ?? []) assert.ok(told.includes(text), text);
  // After the animation, the board shows the position: the pawn and its mushroom (H8).
  assert.match(state.fen ?? "", /m/);
  await table.square("e4").and(page.locator('[aria-label*="White"]')).waitFor();
});
