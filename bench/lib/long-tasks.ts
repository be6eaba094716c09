/** Long tasks of a page's main thread (over 50 ms), as the browser tells of them. */
import type { Page } from "@liantai/e2e/harness/browser.ts";

declare global {
  interface Window {
    benchLongTasks?: number[];
  }
}

/** Call before the first navigation. */
export const watchLongTasks = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument(() => {
    const seen: number[] = (window.benchLongTasks = []);
    new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
  });

/** ms each, since the last time it was asked. */
export const takeLongTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => window.benchLongTasks?.splice(0) ?? []);
