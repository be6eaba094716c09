/** How late frames left, over the last ten seconds, as a histogram of quarter milliseconds. Pure. */
const STEP_MS = 0.25;
const BINS = 400; // up to 100 ms; the last bin holds the rest
const SECONDS = 10;

export class Lateness {
  private readonly seconds: Uint32Array[] = Array.from({ length: SECONDS }, () => new Uint32Array(BINS));
  private current = 0;

  add(ms: number): void {
    const bins = this.seconds[this.current] as Uint32Array;
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor(ms / STEP_MS)));
    bins[bin] = (bins[bin] as number) + 1;
  }

  /** Call once a second: the oldest second is forgotten. */
  roll(): void {
    this.current = (this.current + 1) % SECONDS;
    (this.seconds[this.current] as Uint32Array).fill(0);
  }

  /** Upper edge of the bin that holds the 99th percentile, ms; 0 when there was no frame. */
  p99(): number {
    const sum = new Array<number>(BINS).fill(0);
    let total = 0;
    for (const bins of this.seconds) {
      for (let i = 0; i < BINS; i++) {
        sum[i] = (sum[i] as number) + (bins[i] as number);
        total += bins[i] as number;
      }
    }
    let below = 0;
    for (let i = 0; total > 0 && i < BINS; i++) {
      below += sum[i] as number;
      if (below >= total * 0.99) return (i + 1) * STEP_MS;
    }
    return 0;
  }
}
