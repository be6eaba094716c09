/** The same stream of numbers for the same seed (mulberry32). */

/** Named once: the contexts of tests look globals up slowly. */
const { imul, floor, sqrt, log, cos, PI } = Math;
export interface Dice {
  /** In [from, to). */
  between(from: number, to: number): number;
  pick<T>(all: readonly T[]): T;
  /** Of a normal distribution with mean 0 and deviation 1. */
  normal(): number;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = imul(state ^ (state >>> 15), state | 1);
    t ^= t + imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    between: (from, to) => from + (to - from) * next(),
    pick: (all) => all[floor(next() * all.length)]!,
    normal: () => sqrt(-2 * log(1 - next())) * cos(2 * PI * next()),
  };
}
