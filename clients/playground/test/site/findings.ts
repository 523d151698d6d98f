// What axe finds on a page.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical findings of axe on the page, as sentences. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(await axeSource);
  return page.evaluate(async () => {
    // @ts-expect-error axe is there now.
    const { violations } = await globalThis.axe.run(document);
    return violations
      .filter(({ impact }: { impact: string }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }: { id: string; nodes: { target: string[]; failureSummary: string }[] }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`);
  });
}
