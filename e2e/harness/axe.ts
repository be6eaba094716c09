/** What axe finds on a page as it is now. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "puppeteer";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

declare global {
  interface Window {
    axe?: { run(context: string, options: object): Promise<{ readonly violations: readonly Violation[] }> };
  }
}

/**
 * Serious and critical findings of WCAG 2 A and AA, in one line each; `within` (CSS): of these elements alone. What is found
 * is looked for once more: a page may begin to fade something while axe reads it, a fault stays.
 */
export async function findings(page: Page, within = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await findingsNow(page, within);
  return found.length === 0 ? found : findingsNow(page, within);
}

async function findingsNow(page: Page, within: string): Promise<string[]> {
  // A button on its way from one colour to another has neither of them.
  await page
    .waitForFunction(
      () =>
        !document
          .getAnimations()
          .some((one) => one.playState === "running" && one.effect?.getComputedTiming().iterations !== Infinity),
      { timeout: 5_000 },
    )
    .catch(() => undefined);
  return page.evaluate(async (scope) => {
    const { violations } = await window.axe!.run(scope, { runOnly: ["wcag2a", "wcag2aa"] });
    return violations
      .filter((v) => v.impact === "serious" || v.impact === "critical")
      .map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(" | ")}`);
  }, within);
}
