/** Syllables as swells of loudness with a dip between them (after Mermelstein 1975), and what the first one was like. Pure. */

import { frameMs } from "../../ports/speech-listening.ts";

/** From a swell into the dip and out of it again. */
const dipDb = 5;
/** The first swell of 喂 ends in next to nothing; within a word the voice goes on. */
const deepDb = 18;
/** 你 and 您 begin with a murmur: so even, so far below the vowel. 喂 swells at once. */
const murmurDb = { even: 4, below: 8 } as const;

export interface SyllableCounter {
  /** dB of the next 20 ms. */
  push(db: number): void;
  /** Those that are over. */
  readonly count: number;
  /** The first one began with a murmur. */
  readonly murmur: boolean;
  readonly firstMs: number;
  /** It ended in quiet. */
  readonly apart: boolean;
  reset(): void;
}

export function createSyllableCounter(): SyllableCounter {
  let count = 0;
  let peak = -Infinity;
  let dip = Infinity;
  /** Out of a dip, or at the beginning; a swell counts once. */
  let rising = true;
  let murmur = false;
  let apart = false;
  let frames: number[] = [];
  return {
    push(db) {
      if (rising) {
        if (count === 0) frames.push(db);
        if (db > peak) peak = db;
        if (db > peak - dipDb) return;
        if (count === 0) {
          const [first, second] = [frames[0]!, frames[1]!];
          murmur = frames.length > 2 && Math.abs(second - first) < murmurDb.even && peak - second > murmurDb.below;
        }
        count += 1;
        rising = false;
        dip = db;
        return;
      }
      if (db < dip) dip = db;
      if (count === 1 && dip < peak - deepDb) apart = true;
      if (db <= dip + dipDb) return;
      rising = true;
      peak = db;
    },
    get count() {
      return count;
    },
    get murmur() {
      return murmur;
    },
    get firstMs() {
      return frames.length * frameMs;
    },
    get apart() {
      return apart;
    },
    reset() {
      [count, peak, dip, rising, murmur, apart, frames] = [0, -Infinity, Infinity, true, false, false, []];
    },
  };
}
