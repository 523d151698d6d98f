import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, afterEach, before, test } from "node:test";

import type { Browser, BrowserContextOptions, Page } from "playwright-core";

import { Fixture, launch } from "../board_fixture/open_board.js";

let browser: Browser;
let fixture: Fixture;

before(async () => {
  browser = await launch();
  fixture = await Fixture.load(browser);
});

afterEach(() => fixture.closePages());

after(() => browser.close());

function at(page: Page, square: string) {
  return page.locator(`[data-square="${square}"]`);
}

async function actions(page: Page): Promise<string> {
  return (await page.locator("#actions").textContent()) ?? "";
}

async function middleOf(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await at(page, square).boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a click selects a piece and reports it, and a second click makes a move", async () => {
  const page = await fixture.open({ s: "chak" });
  await at(page, "b1").click();
  assert.equal(await page.locator("#selected").textContent(), "b1");
  assert.equal(await page.locator(".target").count(), 1);
  await at(page, "d2").click();
  assert.equal(await actions(page), "b1d2");
  assert.equal(await page.locator("#selected").textContent(), "");
});

test("a second click deselects a piece", async () => {
  const page = await fixture.open({ s: "chak" });
  for (const expected of ["true", "false", "true"]) {
    await at(page, "b1").click();
    assert.equal(await at(page, "b1").getAttribute("aria-selected"), expected);
  }
});

test("dragging makes a move, in either orientation", async () => {
  for (const query of [{ s: "chak" }, { s: "chak", flip: "1" }]) {
    const page = await fixture.open(query);
    await at(page, "b1").dragTo(at(page, "d2"));
    assert.equal(await actions(page), "b1d2");
  }
});

test("a piece dropped on an illegal square stays in place and selected", async () => {
  const page = await fixture.open({ s: "chak" });
  await at(page, "b1").dragTo(at(page, "e5"));
  assert.equal(await actions(page), "");
  assert.equal(await at(page, "b1").getAttribute("aria-selected"), "true");
  await at(page, "d2").click();
  assert.equal(await actions(page), "b1d2");
});

test("a dropped piece stays in its new place, and goes back if the move is refused", async () => {
  const page = await fixture.open({ s: "chak", once: "1" }, { reducedMotion: "reduce" });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  const dropped = page.locator(".piece.dropped");
  await at(page, "b1").dragTo(at(page, "d2"));
  await dropped.waitFor();
  const [piece, square] = [await dropped.boundingBox(), await at(page, "d2").boundingBox()];
  assert.ok(piece && square && Math.abs(piece.x - square.x) < square.width / 4);
  await page.clock.runFor(2000);
  await dropped.waitFor({ state: "detached" });
});

test("a finger drags a piece without scrolling the page", async () => {
  const page = await fixture.open(
    { s: "makruk" },
    { hasTouch: true, isMobile: true, viewport: { width: 390, height: 300 } },
  );
  const touch = await page.context().newCDPSession(page);
  const [from, to] = [await middleOf(page, "e3"), await middleOf(page, "e4")];
  const send = (
    type: "touchStart" | "touchMove" | "touchEnd",
    points: { x: number; y: number }[],
  ) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await at(page, "e3").scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  const shift = (point: { x: number; y: number }) => ({ x: point.x, y: point.y - scrolled });
  await send("touchStart", [shift(from)]);
  await send("touchMove", [shift({ x: from.x, y: (from.y + to.y) / 2 })]);
  await send("touchMove", [shift(to)]);
  await send("touchEnd", []);
  await page.waitForFunction(() => document.querySelector("#actions")?.textContent !== "");
  assert.equal(await actions(page), "e3e4");
  assert.equal(await page.evaluate(() => scrollY), scrolled);
});

test("a move can be made with the keyboard alone", async () => {
  const page = await fixture.open({ s: "makruk" });
  await page.keyboard.press("Tab");
  for (const key of ["ArrowUp", "ArrowUp", "Enter", "ArrowUp", " "]) await page.keyboard.press(key);
  assert.equal(await actions(page), "a3a4");
});

test("Escape deselects a piece", async () => {
  const page = await fixture.open({ s: "makruk" });
  await at(page, "a3").focus();
  await page.keyboard.press("Enter");
  assert.equal(await at(page, "a3").getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await at(page, "a3").getAttribute("aria-selected"), "false");
});

test("squares are labelled in the requested language", async () => {
  const english = await fixture.open({ s: "chak" });
  const label = (page: Page, square: string) => at(page, square).getAttribute("aria-label");
  assert.equal(await label(english, "b1"), "b1, White Vulture, can move");
  assert.equal(await label(english, "b9"), "b9, Green Vulture");
  await at(english, "b1").click();
  assert.equal(await label(english, "b1"), "b1, White Vulture, selected");
  assert.equal(await label(english, "d2"), "d2, empty, possible move");
  const chinese = await fixture.open({ s: "chak", locale: "zh-CN" });
  assert.match((await label(chinese, "b1")) ?? "", /秃鹫, 可移动$/);
  const halos = await fixture.open({ s: "halos" });
  assert.match((await label(halos, "e2")) ?? "", /White Pawn .*, cannot move$/);
  assert.match((await label(halos, "a5")) ?? "", /^a5, Mushroom/);
});

test("the king in check is marked, and a promoted pawn has its own label", async () => {
  const page = await fixture.open({ s: "check" });
  assert.equal(await page.locator(".mark.check").count(), 1);
  assert.equal(await at(page, "e1").getAttribute("aria-label"), "e1, White King (Khun), in check");
  assert.match((await at(page, "e6").getAttribute("aria-label")) ?? "", /White Promoted Pawn/);
});

test("the regions of a variant are painted", async () => {
  const regions = async (scenario: string) => {
    const page = await fixture.open({ s: scenario });
    return page
      .locator(".region")
      .evaluateAll((found) => found.map((each) => each.getAttribute("class")?.slice(7)));
  };
  assert.deepEqual(await regions("chak"), ["river", "temple", "temple", "altar", "altar"]);
  assert.deepEqual(await regions("chpok"), ["hill", "hill"]);
  assert.deepEqual(await regions("makruk"), []);
});

test("a stealth move is chosen by name (H6), and the grid gets the focus back", async () => {
  const page = await fixture.open({ s: "stealth" });
  await at(page, "d1").click();
  await at(page, "g4").click();
  assert.equal(await actions(page), "");
  await page.getByRole("dialog").getByRole("button", { name: "Stealth move" }).click();
  assert.equal(await actions(page), "d1g4?");
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.ok(await page.evaluate(() => document.activeElement?.matches("[data-square]")));
});

test("the choice by name can be cancelled", async () => {
  const page = await fixture.open({ s: "stealth" });
  await at(page, "d1").click();
  await at(page, "g4").click();
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal(await actions(page), "");
});

test("pending choices are explained and can be made (H13, H15)", async () => {
  const swap = await fixture.open({ s: "swap" });
  await swap.getByText("Swap two pieces").waitFor();
  await at(swap, "h8").click();
  await swap.getByText("Swap with which piece?").waitFor();
  await at(swap, "a1").click();
  assert.equal(await actions(swap), "a1~h8");
  const drop = await fixture.open({ s: "drop" });
  await drop.getByText("Place a Knight (Yoshi)").waitFor();
  await at(drop, "e4").click();
  assert.equal(await actions(drop), "N@e4");
  const promotion = await fixture.open({ s: "promotion" });
  await promotion.getByText("Promote the pawn on e8").waitFor();
  await promotion.keyboard.press("Enter");
  assert.equal(await actions(promotion), "e8=q");
});

test("choices that do not begin with a square have buttons (P22)", async () => {
  const page = await fixture.open({ s: "chpok" });
  const remove = page.getByRole("button", { name: "Remove a piece" });
  await remove.click();
  assert.equal(await remove.getAttribute("aria-pressed"), "true");
  await at(page, "a2").click();
  await page.getByRole("button", { name: "Pass" }).click();
  assert.equal(await actions(page), "x@a2 0000");
});

function isAnimating(page: Page): Promise<boolean> {
  return page.getByRole("grid").evaluate((grid) => grid.ariaBusy === "true");
}

/** Opens the scenario with a chain of effects, stops the page's clock, and starts the chain. */
async function beginChain(options: BrowserContextOptions): Promise<Page> {
  const page = await fixture.open({ s: "chain" }, options);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.evaluate(() => window.continueScenario());
  await page.waitForFunction(() =>
    /White Pawn/.test(document.querySelector('[data-square="e4"]')?.ariaLabel ?? ""),
  );
  return page;
}

test("a chain of effects is animated with captions", async () => {
  const page = await beginChain({ reducedMotion: "no-preference" });
  const captions: string[] = [];
  while (await isAnimating(page)) {
    captions.push(...(await page.locator(".board-caption").allTextContents()));
    await page.clock.runFor(250);
    assert.ok(captions.length < 9);
  }
  assert.deepEqual([...new Set(captions)], ["A banana sends the Pawn (Toad) from d4 to e4."]);
  assert.equal(await page.locator(".board-caption").count(), 0);
});

test("a key press skips the animation", async () => {
  const page = await beginChain({ reducedMotion: "no-preference" });
  assert.ok(await isAnimating(page));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  assert.ok(!(await isAnimating(page)));
});

test("there is no animation with reduced motion", async () => {
  const page = await beginChain({ reducedMotion: "reduce" });
  assert.ok(!(await isAnimating(page)));
});

test("the board fits on a page 320 pixels wide", async () => {
  for (const scenario of ["chak", "chpok", "promotion"]) {
    const page = await fixture.open({ s: scenario }, { viewport: { width: 320, height: 560 } });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 320, `${scenario}: ${width}`);
  }
});

test("axe finds no violations in either theme", async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const query of [
    { s: "halos" },
    { s: "promotion", theme: "dark" },
    { s: "chpok" },
    { s: "makruk", picture: "The start position" },
  ]) {
    const page = await fixture.open(query);
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const { violations } = await (
        window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
      ).axe.run();
      return violations.map(({ id }) => id);
    });
    assert.deepEqual(found, [], JSON.stringify(query));
  }
});
