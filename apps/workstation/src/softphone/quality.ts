/** Network quality of a leg (realtime.md section 4): codes, words, and a meter that samples every 2 s. */
import { ctiTimings } from "@liantai/api/contract";
import type { Clock } from "../ports/clock.ts";
import type { MediaSample } from "./ports.ts";

const labels: Readonly<Record<number, string>> = {
  [-1]: "断开",
  0: "正常",
  1: "较差",
  2: "良好",
  3: "优秀",
  4: "优秀",
};

/** null is the default and what 5 s without a reply mean. */
export const qualityText = (code: number | null): string => (code === null ? "异常" : (labels[code] ?? "异常"));

/** Between two samples: -1 broken, 1 poor, 2 good, 3 and 4 excellent. Loss as a share, jitter and round trip in seconds. */
export function levelOf(before: MediaSample, after: MediaSample): number {
  const received = after.received - before.received;
  const lost = Math.max(0, after.lost - before.lost);
  const loss = received + lost === 0 ? 1 : lost / (received + lost);
  const trip = after.roundTrip ?? 0;
  if (loss > 0.3) return -1;
  if (loss <= 0.005 && after.jitter <= 0.02 && trip <= 0.1) return 4;
  if (loss <= 0.01 && after.jitter <= 0.03 && trip <= 0.2) return 3;
  if (loss <= 0.03 && after.jitter <= 0.06 && trip <= 0.4) return 2;
  return 1;
}

const interval = 2_000;

export class QualityMeter {
  private readonly clock: Clock;
  private readonly notify: (level: number | null) => void;
  private cancel: (() => void) | undefined;
  private generation = 0;

  constructor(clock: Clock, notify: (level: number | null) => void) {
    this.clock = clock;
    this.notify = notify;
  }

  start(sample: () => Promise<MediaSample | undefined>): void {
    this.stop();
    const mine = this.generation;
    let before: MediaSample | undefined;
    let heardAt = this.clock.now();
    this.cancel = this.clock.every(interval, () => {
      void sample().then((after) => {
        if (mine !== this.generation) return;
        const heard = after !== undefined && after.received > (before?.received ?? 0);
        if (heard) {
          heardAt = this.clock.now();
          if (before) this.notify(levelOf(before, after));
        } else if (this.clock.now() - heardAt >= ctiTimings.networkReply) this.notify(null);
        if (after) before = after;
      });
    });
  }

  stop(): void {
    this.generation += 1;
    this.cancel?.();
    this.cancel = undefined;
  }
}
