/** The last quarter second that a test client heard, and promises that resolve when it hears what they wait for. */
import { loudness, tonePart } from "./goertzel.ts";

const WINDOW = 800; // 100 ms
const QUIET = 20;
const CLEAR = 0.85;
/** Of a tone among others, and of one that is not there. */
const PART = 0.15;
const TRACE = 0.02;
/** Samples: half a minute. */
const CLOCK_SET = 240_000;

interface Wait {
  readonly holds: () => boolean;
  readonly resolve: () => void;
}

export class Ears {
  private readonly ring = new Int16Array(WINDOW);
  private at = 0;
  private waits: Wait[] = [];
  /** Samples heard so far. */
  heard = 0;
  /** The longest time between two frames with sound in them, ms by the clock of who sent them. */
  longestGapMs = 0;
  private soundEndedAt: number | undefined;

  /** `at`: RTP time of the first sample. */
  add(samples: ArrayLike<number>, at: number): void {
    this.follow(samples, at);
    for (let i = 0; i < samples.length; i++) {
      this.ring[this.at] = samples[i] as number;
      this.at = (this.at + 1) % WINDOW;
    }
    this.heard += samples.length;
    this.waits = this.waits.filter((wait) => {
      const holds = this.heard >= WINDOW && wait.holds();
      if (holds) wait.resolve();
      return !holds;
    });
  }

  /** What was before is forgotten. */
  beginGaps(): void {
    this.longestGapMs = 0;
    this.soundEndedAt = undefined;
  }

  private follow(samples: ArrayLike<number>, at: number): void {
    if (loudness(Int16Array.from(samples)) < QUIET) return;
    const gap = this.soundEndedAt === undefined ? 0 : (at - this.soundEndedAt) | 0;
    // A clock that was set anew says nothing of the time between.
    if (Math.abs(gap) < CLOCK_SET) this.longestGapMs = Math.max(this.longestGapMs, gap / 8);
    this.soundEndedAt = at + samples.length;
  }

  /** Loudness of the last 100 ms. */
  get level(): number {
    return loudness(this.ring);
  }

  /** Part of the energy of the last 100 ms at each of these frequencies; nothing of silence. */
  shares(hz: readonly number[]): readonly number[] {
    const window = this.window();
    const loud = this.level > QUIET;
    return hz.map((each) => (loud ? tonePart(window, each) : 0));
  }

  /** Resolves when the last 100 ms were this tone and nothing else. */
  tone(hz: number, ms = 4_000): Promise<void> {
    return this.wait(`a tone of ${hz} Hz`, ms, () => this.level > QUIET * 10 && tonePart(this.window(), hz) > CLEAR);
  }

  /** Resolves when each of these tones had a part in the last 100 ms and none of the others had. */
  tones(heard: readonly number[], unheard: readonly number[], ms = 4_000): Promise<void> {
    return this.wait(
      `tones of ${heard.join(", ")} Hz without ${unheard.join(", ")}`,
      ms,
      () =>
        this.level > QUIET * 10 &&
        heard.every((hz) => tonePart(this.window(), hz) > PART) &&
        unheard.every((hz) => tonePart(this.window(), hz) < TRACE),
    );
  }

  /** Resolves when the last 100 ms were silent. */
  silence(ms = 4_000): Promise<void> {
    return this.wait("silence", ms, () => this.level < QUIET);
  }

  /** Resolves when something sounds that is none of `tones`: music. */
  music(tones: readonly number[], ms = 4_000): Promise<void> {
    return this.wait(
      "music",
      ms,
      () => this.level > QUIET * 5 && tones.every((hz) => tonePart(this.window(), hz) < 0.5),
    );
  }

  private window(): Int16Array {
    const out = new Int16Array(WINDOW);
    out.set(this.ring.subarray(this.at));
    out.set(this.ring.subarray(0, this.at), WINDOW - this.at);
    return out;
  }

  private wait(what: string, ms: number, holds: () => boolean): Promise<void> {
    const stack = new Error(`did not hear ${what} within ${ms} ms`);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waits = this.waits.filter((other) => other !== wait);
        stack.message += ` (level ${Math.round(this.level)}, heard ${this.heard} samples)`;
        reject(stack);
      }, ms);
      const wait: Wait = {
        holds,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.waits.push(wait);
    });
  }
}
