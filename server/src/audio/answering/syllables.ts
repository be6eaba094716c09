/** Syllables as swells of loudness with a dip between them (after Mermelstein 1975). Pure. */

/** From a swell into the dip and out of it again. */
const dipDb = 5;

export interface SyllableCounter {
  /** dB of the next 20 ms. */
  push(db: number): void;
  readonly count: number;
  reset(): void;
}

export function createSyllableCounter(): SyllableCounter {
  let count = 0;
  let peak = -Infinity;
  let dip = Infinity;
  /** Out of a dip, or at the beginning; a swell counts once. */
  let rising = true;
  return {
    push(db) {
      if (rising) {
        if (db > peak) peak = db;
        if (db > peak - dipDb) return;
        count += 1;
        rising = false;
        dip = db;
        return;
      }
      if (db < dip) dip = db;
      if (db <= dip + dipDb) return;
      rising = true;
      peak = db;
    },
    get count() {
      return count;
    },
    reset() {
      count = 0;
      peak = -Infinity;
      dip = Infinity;
      rising = true;
    },
  };
}
