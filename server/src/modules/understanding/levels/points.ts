/** Points of a robot's call and the level they are (docs/protocol.md, I14). Pure. */
import { levelLimits, type AddendKind, type IntentionBand } from "@liantai/api/contract/flow-editor";

export interface Addend {
  readonly kind: AddendKind;
  readonly intentId: string | null;
  readonly least: number | null;
  readonly points: number;
}

/** What is known of a call so far. */
export interface CallFacts {
  /** Intents that the caller meant, each once. */
  readonly intentIds: ReadonlySet<string>;
  readonly seconds: number;
  /** Sentences that were understood. */
  readonly turns: number;
}

const holds = ({ kind, intentId, least }: Addend, { intentIds, seconds, turns }: CallFacts): boolean =>
  kind === "intent"
    ? intentId !== null && intentIds.has(intentId)
    : (kind === "seconds" ? seconds : turns) >= (least ?? 1);

/** 0 to 100. Each addend counts once. */
export function pointsOf(addends: readonly Addend[], facts: CallFacts): number {
  const sum = addends.filter((addend) => holds(addend, facts)).reduce((total, { points }) => total + points, 0);
  return Math.min(levelLimits.score, Math.max(0, sum));
}

/** undefined: the rule has no level for that score. */
export const levelOf = (levels: readonly IntentionBand[], score: number): IntentionBand | undefined =>
  levels.find(({ minScore, maxScore }) => score >= minScore && score <= maxScore);
