/**
 * The nearest sample: BM25 over character grams, as a share of what the sentence and the sample would each score against themselves, so
 * that 1 is the same sentence whatever its length. Rare grams first, and no more postings than a bound: a long sentence of common
 * words costs no more than a short one (docs/protocol.md, I2 and I9).
 */
import { gramsOf, type IntentIndex } from "./index-build.ts";

const k1 = 1.2;
const b = 0.4;
/** A pair of characters says more than the two alone. */
const pairWeight = 2;
/** Postings that one sentence reads at the most: with 10,000 samples some milliseconds. */
export const mostPostings = 400_000;
/** Characters of a sentence that are compared with samples. */
export const mostSigns = 200;

export interface Nearest {
  /** Place of the intent in the index. */
  readonly intent: number;
  /** Place of the sample. */
  readonly sample: number;
  readonly score: number;
}

export interface Nearness {
  readonly index: IntentIndex;
  /** The best sample of each intent that shares a gram, the best first. `wanted`: places of intents, undefined: all. */
  nearest(normal: string, wanted?: ReadonlySet<number>): readonly Nearest[];
  /** Postings that the last sentence read: tests hold it against the bound. */
  readonly read: number;
}

export function nearnessOf(index: IntentIndex): Nearness {
  const { sampleIntent, lengths, starts } = index;
  const count = sampleIntent.length;
  const postings = Int32Array.from(index.postings);
  const intents = Int32Array.from(sampleIntent);
  const places = new Map(index.grams.map((gram, at) => [gram, at]));
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, count);
  const damp = Float64Array.from(lengths, (length) => k1 * (1 - b + (b * length) / average));
  const weight = (gram: string, found: number): number =>
    Math.log(1 + (count - found + 0.5) / (found + 0.5)) * (gram.length > 1 ? pairWeight : 1);
  const idf = Float64Array.from(index.grams, (gram, at) => weight(gram, (starts[at + 1]! - starts[at]!) / 2));
  const term = (times: number, damping: number): number => (times * (k1 + 1)) / (times + damping);
  /** What each sample scores against itself. */
  const own = new Float64Array(count);
  for (const [at, worth] of idf.entries())
    for (let p = starts[at]!; p < starts[at + 1]!; p += 2) {
      const sample = postings[p]!;
      own[sample] = own[sample]! + worth * term(postings[p + 1]!, damp[sample]!);
    }
  const scores = new Float64Array(count);
  let read = 0;

  function nearest(normal: string, wanted?: ReadonlySet<number>): readonly Nearest[] {
    const signs = [...normal].slice(0, mostSigns).join("");
    const counts = gramsOf(signs);
    const length = [...counts.values()].reduce((sum, times) => sum + times, 0);
    const damping = k1 * (1 - b + (b * length) / average);
    let self = 0;
    const asked: { readonly at: number; readonly size: number }[] = [];
    for (const [gram, times] of counts) {
      const at = places.get(gram);
      // A gram that no sample has is foreign to all of them; half of its weight, for it may be a filler.
      self += (at === undefined ? weight(gram, 0) / 2 : idf[at]!) * term(times, damping);
      if (at !== undefined) asked.push({ at, size: starts[at + 1]! - starts[at]! });
    }
    asked.sort((one, other) => one.size - other.size);
    read = 0;
    const touched: number[] = [];
    for (const { at, size } of asked) {
      if (read + size > mostPostings) break;
      read += size;
      const worth = idf[at]!;
      for (let p = starts[at]!; p < starts[at + 1]!; p += 2) {
        const sample = postings[p]!;
        if (scores[sample] === 0) touched.push(sample);
        scores[sample] = scores[sample]! + worth * term(postings[p + 1]!, damp[sample]!);
      }
    }
    const best = new Map<number, Nearest>();
    for (const sample of touched) {
      const intent = intents[sample]!;
      const score = Math.min(1, scores[sample]! / Math.sqrt(self * own[sample]!));
      scores[sample] = 0;
      if (wanted && !wanted.has(intent)) continue;
      if (score > (best.get(intent)?.score ?? 0)) best.set(intent, { intent, sample, score });
    }
    return [...best.values()].sort((one, other) => other.score - one.score || one.intent - other.intent);
  }
  return {
    index,
    nearest,
    get read() {
      return read;
    },
  };
}
