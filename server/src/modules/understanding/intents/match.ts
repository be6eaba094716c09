/**
 * Which intent a sentence means: a rule of an intent, else a keyword, else the nearest sample (docs/protocol.md, I9). The result keeps
 * every score and says why. Pure: the same index and sentence, the same answer.
 */
import { matchDefaults, understandingLimits } from "@liantai/api/contract/flow-editor";
import { normalise } from "../language/normalise.ts";
import { compilePattern, mostSteps } from "../patterns.ts";
import { nearnessOf, type Nearness } from "./nearest.ts";
import type { IntentIndex } from "./index-build.ts";

export type MatchedBy = "rule" | "keyword" | "sample" | "none";

export interface Score {
  readonly id: string;
  readonly name: string;
  readonly by: Exclude<MatchedBy, "none">;
  /** 0..1; 1 for a rule, the keyword's share of the sentence lifted above a half for a keyword. */
  readonly score: number;
  /** What fitted: the rule's id, the keyword, the number of the sample among its intent's. */
  readonly what: string;
}

export interface Match {
  /** undefined: not understood. */
  readonly intent: Score | undefined;
  readonly by: MatchedBy;
  /** The next intent, whatever it is by. */
  readonly second: Score | undefined;
  /** Two intents are too close to choose; `intent` is the better of them. */
  readonly ambiguous: boolean;
  /** Best of each intent that fits at all, the best first. */
  readonly scores: readonly Score[];
  /** Rules were left out because the sentence and they were too long together. */
  readonly cut: boolean;
}

export interface MatchOptions {
  readonly threshold?: number | undefined;
  readonly margin?: number | undefined;
}

export interface Matcher {
  readonly index: IntentIndex;
  /** `ids`: intents of the branches; undefined: all. Unknown ids fit nothing. */
  match(sentence: string, ids?: readonly string[], options?: MatchOptions): Match;
}

const scoresKept = 20;

const rank: Readonly<Record<Score["by"], number>> = { rule: 2, keyword: 1, sample: 0 };

type Indexed = IntentIndex["intents"][number];

function ruleOf({ rules }: Indexed, sentence: string, budget: { steps: number; cut: boolean }): string | undefined {
  for (const { id, pattern: source } of rules) {
    const { pattern } = compilePattern(source);
    if (!pattern) continue;
    const steps = pattern.size * sentence.length;
    if (budget.steps + steps > mostSteps) {
      budget.cut = true;
      continue;
    }
    budget.steps += steps;
    if (pattern.find(sentence)) return id;
  }
  return undefined;
}

const keywordOf = ({ keywords }: Indexed, normal: string): string | undefined =>
  keywords.filter((word) => normal.includes(word)).sort((one, other) => other.length - one.length)[0];

export function matcherOf(index: IntentIndex): Matcher {
  const nearness: Nearness = nearnessOf(index);
  const places = new Map(index.intents.map(({ id }, at) => [id, at]));

  function match(sentence: string, ids?: readonly string[], options: MatchOptions = {}): Match {
    const { threshold = matchDefaults.threshold, margin = matchDefaults.margin } = options;
    const said = sentence.slice(0, understandingLimits.sentence);
    const normal = normalise(said);
    const wanted = ids && new Set(ids.map((id) => places.get(id)).filter((at): at is number => at !== undefined));
    const scored = new Map<number, Score>();
    for (const { intent: at, sample, score } of nearness.nearest(normal, wanted)) {
      const { id, name } = index.intents[at]!;
      scored.set(at, { id, name, by: "sample", score, what: String(index.sampleAt[sample]) });
    }
    const budget = { steps: 0, cut: false };
    for (const at of wanted ?? index.intents.keys()) {
      const intent = index.intents[at]!;
      const { id, name } = intent;
      const rule = ruleOf(intent, said, budget);
      if (rule !== undefined) {
        scored.set(at, { id, name, by: "rule", score: 1, what: rule });
        continue;
      }
      const word = keywordOf(intent, normal);
      if (word !== undefined)
        scored.set(at, { id, name, by: "keyword", score: 0.5 + word.length / (2 * normal.length), what: word });
    }
    const priority = (at: number): number => index.intents[at]!.priority;
    const scores = [...scored]
      .sort(
        ([a, one], [z, other]) =>
          rank[other.by] - rank[one.by] ||
          (one.by === "sample" ? 0 : priority(z) - priority(a)) ||
          other.score - one.score ||
          priority(z) - priority(a) ||
          a - z,
      )
      .map(([, score]) => score);
    const [best, second] = scores;
    const needed = best && (index.intents[places.get(best.id)!]!.threshold ?? threshold);
    const understood = best !== undefined && (best.by !== "sample" || best.score >= needed!);
    const equal = (one: Score, other: Score): boolean =>
      one.by !== other.by
        ? false
        : one.by === "sample"
          ? one.score - other.score < margin
          : priority(places.get(one.id)!) === priority(places.get(other.id)!) && one.score - other.score < margin;
    return {
      intent: understood ? best : undefined,
      by: understood ? best.by : "none",
      second,
      ambiguous: understood && second !== undefined && equal(best, second),
      scores: scores.slice(0, scoresKept),
      cut: budget.cut,
    };
  }
  return { index, match };
}
