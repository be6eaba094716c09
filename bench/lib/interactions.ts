/**
 * Interactions of a page as the Event Timing API gives them, and INP as web-vitals has it: of every interaction its slowest
 * event, from the press until the next frame is painted; of them the slowest, but one for every 50 interactions.
 */
import type { Page } from "@liantai/e2e/harness/browser.ts";

/** The browser rounds to 8 ms and tells of none under 16. */
const shortest = 16;

export interface Interaction {
  /** What was pressed, as the bench says. */
  readonly label: string;
  readonly ms: number;
  /** Until its handlers began, ran, and until the frame was painted. */
  readonly parts: readonly [delay: number, work: number, paint: number];
}

declare global {
  interface Window {
    benchLabel?: string;
    benchInteractions?: Map<number, Interaction>;
  }
}

/** Call before the first navigation. */
export const watchInteractions = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument((least: number) => {
    const seen = (window.benchInteractions = new Map());
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const id = entry.interactionId;
        if (!id || (seen.get(id)?.ms ?? 0) >= entry.duration) continue;
        const { startTime, processingStart, processingEnd, duration } = entry;
        const parts = [
          processingStart - startTime,
          processingEnd - processingStart,
          startTime + duration - processingEnd,
        ];
        seen.set(id, { label: window.benchLabel ?? "", ms: duration, parts: parts.map(Math.round) });
      }
    }).observe({ type: "event", durationThreshold: least } as PerformanceObserverInit);
  }, shortest);

/** From now on presses have this label, in a trace, too. */
export const label = (page: Page, text: string): Promise<void> =>
  page.evaluate((now: string) => {
    window.benchLabel = now;
    performance.mark(`press:${now}`);
  }, text);

/** Those since the last time it was asked. Interactions faster than 16 ms are not among them. */
export const takeInteractions = (page: Page): Promise<Interaction[]> =>
  page.evaluate(() => {
    const taken = [...(window.benchInteractions ?? [])].map(([, interaction]) => interaction);
    window.benchInteractions?.clear();
    return taken;
  });

/** `presses`: how many interactions there were, those under 16 ms included. */
export function inp(interactions: readonly Interaction[], presses: number): number {
  const slowest = interactions.map(({ ms }) => ms).sort((a, b) => b - a);
  return slowest[Math.min(slowest.length - 1, Math.floor(presses / 50))] ?? shortest;
}
