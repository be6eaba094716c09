/**
 * The nearest sample of each intent, 0..1: half of it how near the sample is (BM25 over character grams, as a share of what sentence and
 * sample each score against themselves, so that 1 is the same sentence whatever its length), half how much of the sentence the
 * intent's samples say at all. A gram weighs by how few intents have it. Rare grams first, and no more postings than a bound: a
 * long sentence of common words costs no more than a short one (docs/protocol.md, I2 and I9).
 */
import { gramsOf, type IntentIndex } from "./index-build.ts";

const k1 = 1.2;
const b = 0.4;
/** Share of what the intent's samples say together. */
const covering = 0.5;
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
  const all = index.intents.length;
  const weight = (found: number): number => Math.log(1 + (all - found + 0.5) / (found + 0.5));
  /** Of each gram: how many intents have it. Postings of an intent stand together. */
  const idf = Float64Array.from(index.grams, (_, at) => {
    let [found, last] = [0, -1];
    for (let p = starts[at]!; p < starts[at + 1]!; p += 2) {
      const intent = intents[postings[p]!]!;
      if (intent !== last) found += 1;
      last = intent;
    }
    return weight(found);
  });
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
    let said = 0;
    const asked: { readonly at: number; readonly size: number }[] = [];
    for (const [gram, times] of counts) {
      const at = places.get(gram);
      // A gram that no sample has is foreign to all of them; half of its weight, for it may be a filler.
      const worth = at === undefined ? weight(0) / 2 : idf[at]!;
      self += worth * term(times, damping);
      said += worth;
      if (at !== undefined) asked.push({ at, size: starts[at + 1]! - starts[at]! });
    }
    asked.sort((one, other) => one.size - other.size);
    read = 0;
    const touched: number[] = [];
    const covered = new Map<number, number>();
    for (const { at, size } of asked) {
      if (read + size > mostPostings) break;
      read += size;
      const worth = idf[at]!;
      let last = -1;
      for (let p = starts[at]!; p < starts[at + 1]!; p += 2) {
        const sample = postings[p]!;
        const intent = intents[sample]!;
        if (intent !== last) covered.set(intent, (covered.get(intent) ?? 0) + worth);
        last = intent;
        if (scores[sample] === 0) touched.push(sample);
        scores[sample] = scores[sample]! + worth * term(postings[p + 1]!, damp[sample]!);
      }
    }
    const best = new Map<number, Nearest>();
    for (const sample of touched) {
      const intent = intents[sample]!;
      const near = Math.min(1, scores[sample]! / Math.sqrt(self * own[sample]!));
      const score = (1 - covering) * near + (covering * covered.get(intent)!) / said;
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
