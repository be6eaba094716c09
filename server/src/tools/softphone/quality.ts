/** How much of a leg's audio arrived between two looks. */

const rate = 8_000;
/** A shorter stretch says nothing, ms. */
const shortest = 1_000;

/** Of realtime.md section 4, from the share of the audio that did not come. */
export function levelOf(lost: number): number {
  if (lost > 0.3) return -1;
  if (lost <= 0.005) return 4;
  if (lost <= 0.01) return 3;
  return lost <= 0.03 ? 2 : 1;
}

export class LegMeter {
  readonly #now: () => number;
  #samples = 0;
  #at = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  begin(samples: number): void {
    this.#samples = samples;
    this.#at = this.#now();
  }

  /** Since it was asked last; 0 when that was a moment ago. */
  level(samples: number): number {
    const ms = this.#now() - this.#at;
    if (ms < shortest) return 0;
    const lost = Math.max(0, 1 - (samples - this.#samples) / ((ms / 1_000) * rate));
    this.begin(samples);
    return levelOf(lost);
  }
}
