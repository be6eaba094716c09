/**
 * Interactions of a page as the Event Timing API gives them, and INP as web-vitals has it: of every interaction its slowest
 * event, from the press until the next frame is painted; of them the slowest, but one for every 50 interactions.
 */
import { setTimeout as pause } from "node:timers/promises";
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
const label = (page: Page, text: string): Promise<void> =>
  page.evaluate((now: string) => {
    window.benchLabel = now;
    performance.mark(`press:${now}`);
  }, text);

/** Those since the last time it was asked. Interactions faster than 16 ms are not among them. */
const takeInteractions = (page: Page): Promise<Interaction[]> =>
  page.evaluate(() => {
    const taken = [...(window.benchInteractions ?? [])].map(([, interaction]) => interaction);
    window.benchInteractions?.clear();
    return taken;
  });

/** What a hand did, and how the page answered. */
export interface Round {
  readonly interactions: readonly Interaction[];
  /** How many interactions there were, those under 16 ms included. */
  readonly presses: number;
}

export type Press = (name: string, act: () => Promise<unknown>) => Promise<void>;

/** A quick hand: after each press it waits for `pauseMs`. */
export async function pressing(page: Page, pauseMs: number, work: (pressed: Press) => Promise<void>): Promise<Round> {
  let presses = 0;
  await takeInteractions(page);
  await work(async (name, act) => {
    await label(page, name);
    await act();
    presses += 1;
    await pause(pauseMs);
  });
  return { interactions: await takeInteractions(page), presses };
}

/** A press of the mouse where the element stands; to look for it costs the page next to nothing. */
export async function click(page: Page, selector: string): Promise<void> {
  const [x, y] = await page.$eval(selector, (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2] as const;
  });
  await page.mouse.click(x, y);
}

/** Of each page one: a page takes the rate of whichever session set one last, and on another address all of them set theirs again. */
const sessions = new WeakMap<Page, ReturnType<Page["createCDPSession"]>>();

/**
 * `rate`: by how much the page's main thread is slower; 1: not at all. The browser stops that thread for (rate - 1) / rate of the time
 * by keeping it busy, whatever the page does: at 4 a page at rest takes 85 % of a core from whoever is measured beside it. Whose turn is
 * over is given its speed back.
 */
export async function throttled(page: Page, rate: number): Promise<void> {
  if (!sessions.has(page)) sessions.set(page, page.createCDPSession());
  const session = await sessions.get(page)!;
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Slower for as long as `act` takes. */
export async function whileThrottled<T>(page: Page, rate: number, act: () => Promise<T>): Promise<T> {
  await throttled(page, rate);
  try {
    return await act();
  } finally {
    await throttled(page, 1);
  }
}

const sorted = (rounds: readonly Round[]): readonly Interaction[] =>
  rounds.flatMap(({ interactions }) => interactions).sort((a, b) => b.ms - a.ms);

export function inp(rounds: readonly Round[]): number {
  const slowest = sorted(rounds);
  const presses = rounds.reduce((sum, round) => sum + round.presses, 0);
  return slowest[Math.min(slowest.length - 1, Math.floor(presses / 50))]?.ms ?? shortest;
}

export const slowestOf = (rounds: readonly Round[]): string =>
  sorted(rounds)
    .slice(0, 6)
    .map(({ label: name, ms, parts }) => `${name} ${ms} (${parts.join("+")})`)
    .join(", ");
