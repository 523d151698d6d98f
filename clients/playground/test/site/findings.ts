// The accessibility findings of axe.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Returns the serious and critical findings of axe on the page, as texts; with "colours", only those
 * about colours.
 */
export async function seriousFindings(page: Page, about: "all" | "colours" = "all"): Promise<string[]> {
  await page.evaluate(await axeSource);
  return page.evaluate(async (options) => {
    // @ts-expect-error The source above defines axe.
    const { violations } = await globalThis.axe.run(document, options);
    return violations
      .filter(({ impact }: { impact: string }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }: { id: string; nodes: { target: string[]; failureSummary: string }[] }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`);
  }, about === "colours" ? { runOnly: ["color-contrast", "link-in-text-block"] } : {});
}
