/**
 * How long callers wait before they give up. Of who was served it is only known that he would have waited longer: the share that
 * still waits after each time is estimated from both (Kaplan and Meier).
 */
import type { Stay } from "./types.ts";

interface Step {
  readonly at: number;
  /** Who waits longer than this. */
  readonly share: number;
}

export class Patience {
  readonly #steps: readonly Step[];

  constructor(stays: readonly Stay[]) {
    const onTheLine = stays.filter(({ callback }) => !callback);
    const all = onTheLine.map(({ past }) => past).sort((a, b) => a.waitMs - b.waitMs);
    const steps: Step[] = [];
    let share = 1;
    for (const [i, { outcome, waitMs }] of all.entries()) {
      if (outcome !== "abandoned") continue;
      share *= 1 - 1 / (all.length - i);
      steps.push({ at: waitMs, share });
    }
    this.#steps = steps;
  }

  /** Of who has waited so long already; Infinity: longer than anybody is known to have waited. */
  of(waitedMs: number, draw: number): number {
    const now = this.#steps.findLast(({ at }) => at <= waitedMs)?.share ?? 1;
    return this.#steps.find(({ at, share }) => at > waitedMs && share <= now * draw)?.at ?? Infinity;
  }
}
