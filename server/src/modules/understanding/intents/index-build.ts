/**
 * The index of sample sentences: plain JSON, so that it goes from a worker thread, into a table and into a flow's version as it is
 * (docs/protocol.md, I10). Pure.
 */
import { normalise } from "../language/normalise.ts";

/** Whoever reads one of another version builds it anew. */
export const indexVersion = 1;

/** An intent as it is matched. `rules` are regular expressions (patterns.ts). */
export interface Intent {
  readonly id: string;
  readonly name: string;
  /** The larger goes first where a rule or a keyword of several fits. */
  readonly priority: number;
  readonly keywords: readonly string[];
  readonly rules: readonly { readonly id: string; readonly pattern: string }[];
  readonly samples: readonly string[];
  /** What its nearest sample must reach, 0..1; absent: what the match asks for. */
  readonly threshold?: number | undefined;
}

export interface IntentIndex {
  readonly version: typeof indexVersion;
  readonly intents: readonly (Omit<Intent, "samples" | "threshold"> & { readonly threshold: number | null })[];
  /** Of each sample: its intent, as a place in `intents`, and its number among that one's samples. */
  readonly sampleIntent: readonly number[];
  readonly sampleAt: readonly number[];
  /** Grams of each sample, counted. */
  readonly lengths: readonly number[];
  /** All grams, and where the postings of each begin; a last entry says where the last ends. */
  readonly grams: readonly string[];
  readonly starts: readonly number[];
  /** Sample and count by turns. */
  readonly postings: readonly number[];
}

/** Single characters and pairs, with the sentence's edges as signs of their own. */
export function gramsOf(normal: string): Map<string, number> {
  const counts = new Map<string, number>();
  const signs = [...normal];
  const count = (gram: string): void => void counts.set(gram, (counts.get(gram) ?? 0) + 1);
  for (const [at, sign] of signs.entries()) {
    count(sign);
    if (at > 0) count(`${signs[at - 1]!}${sign}`);
  }
  return counts;
}

/** Takes long for many samples: worker.ts does it aside. */
export function buildIndex(intents: readonly Intent[]): IntentIndex {
  const byGram = new Map<string, number[]>();
  const sampleIntent: number[] = [];
  const sampleAt: number[] = [];
  const lengths: number[] = [];
  for (const [intent, { samples }] of intents.entries())
    for (const [at, text] of samples.entries()) {
      const counts = gramsOf(normalise(text));
      if (counts.size === 0) continue;
      const sample = sampleIntent.push(intent) - 1;
      sampleAt.push(at);
      lengths.push([...counts.values()].reduce((sum, count) => sum + count, 0));
      for (const [gram, count] of counts) {
        const postings = byGram.get(gram);
        if (postings) postings.push(sample, count);
        else byGram.set(gram, [sample, count]);
      }
    }
  const grams = [...byGram.keys()].sort();
  const starts = [0];
  const postings: number[] = [];
  for (const gram of grams) {
    for (const value of byGram.get(gram)!) postings.push(value);
    starts.push(postings.length);
  }
  return {
    version: indexVersion,
    intents: intents.map(({ id, name, priority, keywords, rules, threshold }) => ({
      id,
      name,
      priority,
      keywords: keywords.map(normalise).filter((word) => word !== ""),
      rules,
      threshold: threshold ?? null,
    })),
    sampleIntent,
    sampleAt,
    lengths,
    grams,
    starts,
    postings,
  };
}
