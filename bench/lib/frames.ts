/** From a press in a page to the frame that shows what was asked for. */
import type { Page } from "@liantai/e2e/harness/browser.ts";

export interface Taken {
  /** ms until the frame with the new content had been painted: what a person waits, a display frame (16.7 ms) included. */
  readonly painted: number;
  /** ms of the page's own work: event, rendering, style and layout. */
  readonly work: number;
  /** ms until the page has nothing left to do: what a page leaves for after the frame is in it. */
  readonly rested: number;
}

/** Clicks `selector` and waits until `shown` is visible and painted. */
export const clickToFrame = (page: Page, selector: string, shown: string): Promise<Taken> =>
  page.evaluate(
    async (target: string, wanted: string) => {
      const element = document.querySelector<HTMLElement>(target);
      if (!element) throw new Error(`no ${target}`);
      const visible = () => {
        const found = document.querySelector<HTMLElement>(wanted);
        // A hidden pane keeps its layout: its height says nothing.
        return found !== null && found.offsetHeight > 0 && found.checkVisibility({ visibilityProperty: true });
      };
      const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
      await frame();
      const from = performance.now();
      element.click();
      // React draws what a click changed before the next task; reading a height lays it out.
      await Promise.resolve();
      let work = visible() ? performance.now() - from : Number.NaN;
      while (!visible()) {
        if (performance.now() - from > 10_000) throw new Error(`no ${wanted}`);
        await frame();
        work = performance.now() - from;
      }
      await frame();
      await new Promise((resolve) => setTimeout(resolve));
      const painted = performance.now() - from;
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
      return { painted, work, rested: performance.now() - from };
    },
    selector,
    shown,
  );
