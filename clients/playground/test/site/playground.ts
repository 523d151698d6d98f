// A playground for the tests of a file, and the browsers that visit it.
import assert from "node:assert/strict";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

import { launch } from "../board_fixture/open_board.js";
import { startProgram } from "../program.js";
import { PATIENCE_MS } from "../waiting.js";

export const WIDE = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

export class Playground {
  private readonly errors: string[] = [];

  private constructor(
    /** The program that serves the site. A test that restarts it puts the new one here. */
    public server: ChildProcess,
    readonly url: string,
    readonly browser: Browser,
  ) {}

  /** Starts the built site. `ARBITERD` must be the path of arbiterd. */
  static async open(
    database = ":memory:", options: SpawnOptions = {}, flags: readonly string[] = [],
  ): Promise<Playground> {
    const { program, url } = await startProgram(database, options, flags);
    return new Playground(program, url, await launch());
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server.kill("SIGTERM");
    if (this.server.exitCode === null) await once(this.server, "exit");
    assert.deepEqual(this.errors, [], "pages reported errors");
  }

  /** Opens the lobby in a browser with its own cookies, by default with reduced motion. */
  async visit(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.url, viewport: WIDE, reducedMotion: "reduce", locale: "en-GB", ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    return this.lobby(context);
  }

  private async lobby(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.on("pageerror", (error) => this.errors.push(error.message));
    await page.goto("/");
    return page;
  }
}

/** Saves screenshots of the page if `PLAYGROUND_PICTURES` names a folder. */
export async function picture(page: Page, name: string, isWhole = true): Promise<void> {
  const folder = process.env["PLAYGROUND_PICTURES"];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    await page.screenshot({
      path: join(folder, `${name}-${viewport.width}.png`), fullPage: isWhole, animations: "disabled",
    });
  }
  await page.setViewportSize(WIDE);
}
