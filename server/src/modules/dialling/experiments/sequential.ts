/**
 * The sequential test of an experiment (decision 096). Pure. An outcome of one half is paired with the next of the other; of several
 * of one half in a row only the newest is. Each pair multiplies an e-value by the likelihood of its two outcomes under the rates that
 * everything before it suggests, over their likelihood under one rate for both, the mean of the two. Whatever that rate is, and however it
 * moves through the day, the e-value is not expected to grow where the halves do not differ: it ever reaches 1/α with a chance of at most α
 * (Ville's inequality), however often it is looked at. Turner, Ly and Grünwald, "Generic E-variables for exact sequential k-sample tests
 * that allow for optional stopping" (J. Stat. Plan. Inference 230, 2024). Pairs, because halves may come at different paces: the lines of
 * one are full.
 */
export type Arm = "a" | "b";

export interface ArmCount {
  readonly calls: number;
  readonly hits: number;
}

export interface TestState {
  readonly a: ArmCount;
  readonly b: ArmCount;
  /** The newest outcome without a partner: its half and 1 or 0; '': there is none. */
  readonly open: string;
  /** Natural logarithm of the e-value. */
  readonly evidence: number;
}

/** The chance that an experiment without a difference is stopped for one. */
export const alpha = 0.05;
/** The evidence at which it is stopped. */
export const enough = -Math.log(alpha);

export const newTest: TestState = { a: { calls: 0, hits: 0 }, b: { calls: 0, hits: 0 }, open: "", evidence: 0 };

const guess = ({ calls, hits }: ArmCount): number => (hits + 1) / (calls + 2);
const likely = (hit: number, rate: number): number => (hit === 1 ? rate : 1 - rate);

interface Paired {
  /** What is known of its half without it. */
  readonly before: ArmCount;
  /** 1 or 0 */
  readonly hit: number;
}

/** What a pair says: how likely it is under two rates over how likely under their mean. */
export function factorOf(one: Paired, other: Paired): number {
  const [own, others] = [guess(one.before), guess(other.before)];
  const both = (own + others) / 2;
  return (likely(one.hit, own) * likely(other.hit, others)) / (likely(one.hit, both) * likely(other.hit, both));
}

/** One more outcome of a half. */
export function learn(before: TestState, arm: Arm, hit: boolean): TestState {
  const one = hit ? 1 : 0;
  const { calls, hits } = before[arm];
  const counted = { ...before, [arm]: { calls: calls + 1, hits: hits + one }, open: `${arm}${one}` };
  if (before.open === "" || before.open.startsWith(arm)) return counted;
  const other = arm === "a" ? "b" : "a";
  const partner = Number(before.open[1]);
  const without = { calls: before[other].calls - 1, hits: before[other].hits - partner };
  // Nothing came between the two: what was known before the first.
  const grows = factorOf({ before: before[arm], hit: one }, { before: without, hit: partner });
  return { ...counted, open: "", evidence: before.evidence + Math.log(grows) };
}

export type Verdict = { readonly over: false } | { readonly over: true; readonly better: Arm | "" };

const rateOf = ({ calls, hits }: ArmCount): number => (calls > 0 ? hits / calls : 0);

/** most: outcomes of each half after which it is over without a difference. */
export function verdict(state: TestState, most: number): Verdict {
  if (state.evidence >= enough) return { over: true, better: rateOf(state.a) >= rateOf(state.b) ? "a" : "b" };
  if (state.a.calls >= most && state.b.calls >= most) return { over: true, better: "" };
  return { over: false };
}
