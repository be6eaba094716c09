/** How long the form of a caller takes from the ring, by the page's own clock, and how much of it other work may have added. */
// eslint-disable-next-line import-x/no-relative-packages -- a part of the tests' own
import { stopwatch, type Lasted } from "../../server/src/testing/contention.ts";
import type { Page } from "./browser.ts";

/** Once a page. What it answers begins to look at the page, and tells when the form of `name` is shown. */
export async function ringToForm(page: Page): Promise<(name: string) => Promise<Lasted>> {
  let sinceRing: (() => Lasted) | undefined;
  await page.exposeFunction("itRings", () => {
    sinceRing = stopwatch();
  });
  return async (name) => {
    sinceRing = undefined;
    const ms = await page.evaluate(
      (of) =>
        new Promise<number>((resolve) => {
          let rang: number | undefined;
          const look = () => {
            if (rang === undefined && document.querySelector('[data-call-phase="ringing"]')) {
              rang = performance.now();
              void (window as unknown as { readonly itRings: () => Promise<void> }).itRings();
            }
            const panels = [...document.querySelectorAll<HTMLElement>('[role="tabpanel"]')];
            const shown = panels.find((panel) => panel.parentElement?.style.visibility !== "hidden");
            const tab = document.querySelector('[role="tab"][aria-selected="true"]')?.textContent?.trim();
            const inputs = [...(shown?.querySelectorAll<HTMLInputElement>("form input") ?? [])];
            if (rang !== undefined && tab === "来电弹屏" && inputs.some(({ value }) => value === of))
              resolve(performance.now() - rang);
            else setTimeout(look, 5);
          };
          look();
        }),
      name,
    );
    const meanwhile = (sinceRing as (() => Lasted) | undefined)?.() ?? { ms, ownMs: ms };
    return { ms, ownMs: Math.max(0, ms - (meanwhile.ms - meanwhile.ownMs)) };
  };
}
