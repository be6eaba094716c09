/** The time in which a task may dial, laid end to end: what a simulation counts in, and the calendar's times for it. */
import { openSpans, type DialHours } from "../checks/index.ts";

interface Stretch {
  /** Epoch ms. */
  readonly from: number;
  /** Open time before it. */
  readonly before: number;
  readonly length: number;
}

export class OpenTime {
  readonly #stretches: Stretch[] = [];
  readonly #more: Iterator<{ readonly from: number; readonly to: number }>;
  #known = 0;

  constructor(hours: DialHours, now: number) {
    this.#more = openSpans(hours, now);
  }

  #grow(): boolean {
    const next = this.#more.next();
    if (next.done) return false;
    const { from, to } = next.value;
    this.#stretches.push({ from, before: this.#known, length: to - from });
    this.#known += to - from;
    return true;
  }

  /** How much of it there is, as far as `most`. */
  upTo(most: number): number {
    while (this.#known < most && this.#grow());
    return Math.min(most, this.#known);
  }

  /** The time of the calendar after so much of it; null: there is not so much. */
  at(open: number): number | null {
    this.upTo(open + 1);
    const stretches = this.#stretches;
    let [low, high] = [0, stretches.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (stretches[middle]!.before <= open) low = middle;
      else high = middle - 1;
    }
    const stretch = stretches[low];
    return stretch && open <= stretch.before + stretch.length ? stretch.from + open - stretch.before : null;
  }

  /** How much of it has passed at a time of the calendar; a closed hour counts for the opening after it. */
  passed(at: number): number {
    while ((this.#stretches.at(-1)?.from ?? -Infinity) + (this.#stretches.at(-1)?.length ?? 0) < at && this.#grow());
    const stretches = this.#stretches;
    let [low, high] = [0, stretches.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { from, length } = stretches[middle]!;
      if (from + length >= at) high = middle;
      else low = middle + 1;
    }
    const stretch = stretches[low];
    if (!stretch) return Infinity;
    if (at > stretch.from + stretch.length) return Infinity;
    return stretch.before + Math.max(0, at - stretch.from);
  }
}
