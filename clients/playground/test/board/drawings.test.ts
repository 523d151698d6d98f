import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import type { VariantJson } from "@arbiter-chess/client";
import type { Browser, Page } from "playwright-core";

import { objectDrawings, pieceDrawings } from "../../src/web/board/drawings.js";
import data from "../board_fixture/scenarios.json";
import { launch, playgroundFolder } from "../board_fixture/open_board.js";

const PIXELS = 32;
/** The smallest visible difference in a colour channel, from 0 to 255. */
const MIN_STEP = 48;
const WHITE = 'fill="#fffaf0" stroke="#33241a" color="#33241a"';
const BLACK = 'fill="#33302f" stroke="#14110f" color="#f3e2c1"';
const LINES = 'stroke-width="5" stroke-linejoin="round" stroke-linecap="round"';

const VARIANTS = Object.values(data.variants) as unknown as VariantJson[];

let browser: Browser;
let page: Page;

before(async () => {
  browser = await launch();
  page = await browser.newPage();
});

after(() => browser.close());

/** Returns the RGBA bytes of each drawing on a square of 32 pixels. */
async function rasterised(drawings: string[], ink: string): Promise<number[][]> {
  const urls = drawings.map(
    (drawing) =>
      "data:image/svg+xml," +
      encodeURIComponent(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${PIXELS}"` +
          ` height="${PIXELS}" ${LINES} ${ink}>` +
          `<path fill="#dfc08c" stroke="none" d="M0 0H100V100H0Z"/>${drawing}</svg>`,
      ),
  );
  return page.evaluate(
    async ({ urls, size }) => {
      const pixels = async (url: string) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = new OffscreenCanvas(size, size);
        const context = canvas.getContext("2d");
        context?.drawImage(image, 0, 0);
        return [...(context?.getImageData(0, 0, size, size).data ?? [])];
      };
      return Promise.all(urls.map(pixels));
    },
    { urls, size: PIXELS },
  );
}

/** Returns the share of the pixels in which two pictures visibly differ. */
function difference(left: number[], right: number[]): number {
  let pixels = 0;
  for (let at = 0; at < left.length; at += 4) {
    const channels = [at, at + 1, at + 2];
    if (channels.some((at) => Math.abs((left[at] ?? 0) - (right[at] ?? 0)) > MIN_STEP)) ++pixels;
  }
  return pixels / PIXELS ** 2;
}

test("every piece and object of Arbiter has a drawing", () => {
  assert.equal(VARIANTS.length, 4);
  const lettersOf = (named: { letter?: string }[] = []) => named.map(({ letter }) => letter);
  for (const variant of VARIANTS) {
    assert.deepEqual([...pieceDrawings(variant).keys()], lettersOf(variant.pieces), variant.id);
    assert.deepEqual([...objectDrawings(variant).keys()], lettersOf(variant.objects), variant.id);
  }
  const drawings = VARIANTS.flatMap((variant) => [...pieceDrawings(variant).values()]);
  for (const drawing of drawings) assert.match(drawing, /^<(path|circle)[^]*>$/);
});

test("the variant decides the drawing of a piece", () => {
  const [drawing] = pieceDrawings({ pieces: [{ letter: "X", drawing: "khun" }] }).values();
  const makruk = VARIANTS.find(({ id }) => id === "makruk") ?? {};
  assert.equal(drawing, pieceDrawings(makruk).get("K"));
  assert.equal(pieceDrawings({ pieces: [{ letter: "X", drawing: "unknown" }] }).size, 0);
});

test("docs/pieces.svg shows every drawing and is up to date", async () => {
  const root = join(playgroundFolder(), "../..");
  const script = join(root, "tests/docs/pieces.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  assert.equal(await readFile(join(root, "docs/pieces.svg"), "utf8"), stdout);
  const files = await readdir(join(root, "service/render/pieces"));
  const names = files.filter((file) => file.endsWith(".svg")).map((file) => file.slice(0, -4));
  assert.equal(names.length, 28);
  for (const name of names) assert.ok(stdout.includes(`<use href="#${name}"`), name);
});

test("any two drawings of a game differ in an eighth of the pixels, for both sides", async () => {
  for (const variant of VARIANTS) {
    const drawings = [...pieceDrawings(variant), ...objectDrawings(variant)];
    for (const ink of [WHITE, BLACK]) {
      const pictures = await rasterised(
        drawings.map(([, drawing]) => drawing),
        ink,
      );
      for (const [i, left] of pictures.entries()) {
        for (const [j, right] of pictures.slice(0, i).entries()) {
          const names = `${variant.id} ${drawings[j]?.[0]} ${drawings[i]?.[0]}`;
          const share = difference(left, right);
          assert.ok(share > 0.125, `${names}: ${share.toFixed(3)}`);
        }
      }
    }
  }
});

/** Returns the mean brightness of a picture. */
function brightness(picture: number[]): number {
  let sum = 0;
  for (let at = 0; at < picture.length; at += 4) {
    sum +=
      0.2126 * (picture[at] ?? 0) +
      0.7152 * (picture[at + 1] ?? 0) +
      0.0722 * (picture[at + 2] ?? 0);
  }
  return sum / PIXELS ** 2;
}

test("White's and Black's pieces also differ in brightness", async () => {
  for (const variant of VARIANTS) {
    const letters = [...pieceDrawings(variant).keys()];
    const drawings = [...pieceDrawings(variant).values()];
    const [white, black] = [await rasterised(drawings, WHITE), await rasterised(drawings, BLACK)];
    for (const [i, picture] of white.entries()) {
      const contrast = brightness(picture) - brightness(black[i] ?? []);
      assert.ok(contrast > 12, `${variant.id} ${letters[i]}: ${contrast.toFixed(0)}`);
    }
  }
});
