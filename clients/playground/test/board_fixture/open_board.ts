// Opens the page of the fixture in Chromium.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium,
} from "playwright-core";

import { PATIENCE_MS } from "../waiting.js";

/** Returns the playground's folder, which is above the folder of the bundled test. */
export function playgroundFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

export async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
    timeout: PATIENCE_MS,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export class Fixture {
  private readonly contexts: BrowserContext[] = [];
  private sharedPage: Page | undefined;

  private constructor(
    private readonly browser: Browser,
    private readonly html: string,
  ) {}

  static async load(browser: Browser): Promise<Fixture> {
    const root = playgroundFolder();
    const { outputFiles } = await build({
      entryPoints: [join(root, "test/board_fixture/main.tsx")],
      bundle: true,
      write: false,
      format: "iife",
      jsx: "automatic",
      jsxImportSource: "preact",
      loader: { ".svg": "text" },
      logLevel: "warning",
    });
    const css = await readFile(join(root, "src/web/board/board.css"), "utf8");
    const script = (outputFiles[0]?.text ?? "").replaceAll("</script", "<\\/script");
    const html =
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>' +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      `<style>${css}</style></head><body><div id="app"></div>` +
      `<script>${script}</script></body></html>`;
    return new Fixture(browser, html);
  }

  /**
   * Opens a scenario in the shared page, or in a new page if there are `options`. An error in the
   * page ends the test run.
   */
  async open(query: Record<string, string>, options?: BrowserContextOptions): Promise<Page> {
    const page = options
      ? await this.newPage(options)
      : (this.sharedPage ??= await this.newPage({}));
    await page.goto(`http://board.test/?${new URLSearchParams(query)}`);
    return page;
  }

  /** Closes the pages that were opened with options. */
  async closePages(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
  }

  private async newPage(options: BrowserContextOptions): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: 500, height: 640 },
      reducedMotion: "reduce",
      ...options,
    });
    if (Object.keys(options).length > 0) this.contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("pageerror", (error) => {
      throw error;
    });
    // There is no server; every request is answered with the page.
    await page.route("**/*", (route) =>
      route.fulfill({ contentType: "text/html", body: this.html }),
    );
    return page;
  }
}
