/**
 * Curves of how long things last, from how long they lasted: life tables of the ends seen, newer ones weighing more.
 *
 * Shares of what is still going on at an age are the actuarial (Kaplan and Meier, JASA 53, 1958) ones with nothing censored: only
 * what has ended counts, and it is a matter of seconds until it has. Of two ways to end (answered, failed) the share of each among
 * what reached an age is the cumulative incidence of competing risks (Aalen and Johansen, Scand. J. Statist. 5, 1978). Forgetting
 * is exponential: after `memory` further ends an end weighs 1/e.
 */
import type { Ends } from "./types.ts";

export const noEnds = (bins: number): Ends => ({ counts: Array<number>(bins).fill(0), weight: 1 });

/** Beyond this all weights are divided by it, so that no number overflows in a task that runs for months. */
const heaviest = 1e9;

/** One more end after so many bins; without a bin it only ages what is there. */
export function withEnd({ counts, weight }: Ends, memory: number, bin?: number): Ends {
  const grown = weight * (1 + 1 / memory);
  const scale = grown > heaviest ? 1 / grown : 1;
  const next = scale === 1 ? (bin === undefined ? counts : counts.slice()) : counts.map((count) => count * scale);
  if (bin !== undefined) (next as number[])[Math.min(bin, next.length - 1)]! += weight * scale;
  return { counts: next, weight: grown * scale };
}

/** What reached each age, in ends of today's weight; one longer than the bins, and 0 there. */
export function reached({ counts, weight }: Ends): number[] {
  const left = Array<number>(counts.length + 1).fill(0);
  for (let bin = counts.length - 1; bin >= 0; bin--) left[bin] = left[bin + 1]! + counts[bin]! / weight;
  return left;
}

/** The average age at the end, in bins. */
export function meanBins({ counts }: Ends, otherwise: number): number {
  let [sum, all] = [0, 0];
  for (const [bin, count] of counts.entries()) {
    sum += count * (bin + 0.5);
    all += count;
  }
  return all > 0 ? sum / all : otherwise;
}

/**
 * Of what reached each age, the share of the first among both that is still to come. Where few reached it, the share of the age
 * before counts as two of them: that share is the higher one, so that a guess leads to fewer calls.
 */
export function comingShare(these: Ends, others: Ends, first: number): number[] {
  const [ours, theirs] = [reached(these), reached(others)];
  const belief = 2;
  let before = first;
  return these.counts.map((_, age) => {
    before = (ours[age]! + belief * before) / (ours[age]! + theirs[age]! + belief);
    return before;
  });
}

/** Of what reached each age, the share that ends within so many bins. */
export function endingWithin(ends: Ends, bins: number, first: number): number[] {
  const left = reached(ends);
  const whole = Math.floor(bins);
  const part = bins - whole;
  const last = left.length - 1;
  const belief = 1;
  let before = first;
  return ends.counts.map((_, age) => {
    const [near, far] = [left[Math.min(age + whole, last)]!, left[Math.min(age + whole + 1, last)]!];
    before = (left[age]! - near * (1 - part) - far * part + belief * before) / (left[age]! + belief);
    return before;
  });
}
