/** Which stored sentences take another branch when intents change (docs/protocol.md, I13). Pure; trainer.ts runs it. */
import { buildIndex, type Intent } from "../intents/index-build.ts";
import { matcherOf, type Match, type MatchOptions } from "../intents/match.ts";

/** A group of stored sentences, tried among the intents of the branches where it was heard last. */
export interface Trial extends Required<Pick<MatchOptions, "threshold" | "margin">> {
  readonly key: string;
  readonly text: string;
  readonly count: number;
  readonly ids: readonly string[];
}

interface Outcome {
  /** '': not understood. */
  readonly id: string;
  readonly name: string;
  readonly score: number;
}

export interface Compared {
  readonly key: string;
  readonly text: string;
  readonly count: number;
  readonly from: Outcome;
  readonly to: Outcome;
}

/** A sentence that is not understood has the score of what came nearest. */
const outcome = ({ intent, scores }: Match): Outcome =>
  intent
    ? { id: intent.id, name: intent.name, score: intent.score }
    : { id: "", name: "", score: scores[0]?.score ?? 0 };

/** Every trial with what it was and what it will be. */
export function changesBetween(
  before: readonly Intent[],
  after: readonly Intent[],
  trials: readonly Trial[],
): readonly Compared[] {
  const [old, now] = [matcherOf(buildIndex(before)), matcherOf(buildIndex(after))];
  return trials.map(({ key, text, count, ids, threshold, margin }) => {
    const branches = ids.length > 0 ? ids : undefined;
    return {
      key,
      text,
      count,
      from: outcome(old.match(text, branches, { threshold, margin })),
      to: outcome(now.match(text, branches, { threshold, margin })),
    };
  });
}
