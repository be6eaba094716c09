/** Tones of one frequency in a row of frames: where they begin, how long they last, what cadence they make. Pure. */
import { frameMs } from "../../ports/speech-listening.ts";

/** Named once: the contexts of tests look globals up slowly. */
const { min, max, abs } = Math;

export interface ToneRun {
  readonly hz: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A tone swings so much at most, Hz and dB; a sung vowel more. */
const swingHz = 30;
const swingDb = 4;
/** Quiet or noisy frames that do not end a tone. */
const hole = 1;

export interface ToneRuns {
  /** hz: of a frame that is a tone. */
  push(hz: number | undefined, db: number): void;
  /** The tone that goes on, until now. */
  readonly current: ToneRun | undefined;
  /** Those that are over, the latest last. */
  readonly over: readonly ToneRun[];
}

export function createToneRuns(shortestMs = 60): ToneRuns {
  const over: ToneRun[] = [];
  let now = 0;
  let run: { from: number; to: number; hz: number; low: number; high: number; db: number } | undefined;
  const asRun = (): ToneRun | undefined => run && { hz: (run.low + run.high) / 2, fromMs: run.from, toMs: run.to };
  const close = (): void => {
    const ended = asRun();
    if (ended && ended.toMs - ended.fromMs >= shortestMs) over.push(ended);
    run = undefined;
  };
  return {
    push(hz, db) {
      const from = now;
      now += frameMs;
      if (hz === undefined) {
        if (run && now - run.to > hole * frameMs) close();
        return;
      }
      const low = min(hz, run?.low ?? hz);
      const high = max(hz, run?.high ?? hz);
      if (run && (high - low > swingHz || abs(db - run.db) > swingDb)) close();
      // The first frame of a tone is not known to be one.
      run = run ? { ...run, low, high, to: now } : { from: from - frameMs, to: now, hz, low: hz, high: hz, db };
    },
    get current() {
      return asRun();
    },
    over,
  };
}
