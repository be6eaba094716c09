/**
 * The same test where the halves are never called at the same time: those of an experiment of times of day (decision 096). An outcome
 * waits for its partner in the order in which it came, and until midnight: of one day both halves have the same rate where the hour makes
 * no difference, of two days they may not. The guesses of a pair stand on the pairs before it alone: what waits is known already when its
 * partner comes, and a bet on it would be no bet. Pure.
 */
import { factorOf, type Arm, type ArmCount, type TestState } from "./sequential.ts";

/** What stands in `open`. */
interface Waiting {
  readonly day: string;
  readonly arm: Arm;
  /** 1 or 0 each, the oldest first. */
  readonly outcomes: string;
  /** Of the pairs so far. */
  readonly a: ArmCount;
  readonly b: ArmCount;
}

const none: ArmCount = { calls: 0, hits: 0 };
/** More of a day are not kept waiting. */
const most = 10_000;

const waitingOf = (open: string): Waiting =>
  open === "" ? { day: "", arm: "a", outcomes: "", a: none, b: none } : (JSON.parse(open) as Waiting);

const plus = ({ calls, hits }: ArmCount, hit: number): ArmCount => ({ calls: calls + 1, hits: hits + hit });

/** One more outcome of a half, on a day. */
export function learnByDay(before: TestState, arm: Arm, hit: boolean, day: string): TestState {
  const one = hit ? 1 : 0;
  const counted = { ...before, [arm]: plus(before[arm], one) };
  const known = waitingOf(before.open);
  const left = known.day === day ? known.outcomes : "";
  if (left === "" || known.arm === arm) {
    const outcomes = left.length < most ? `${left}${one}` : left;
    return { ...counted, open: JSON.stringify({ ...known, day, arm, outcomes }) };
  }
  const other = known.arm;
  const partner = Number(left[0]);
  const factor = factorOf({ before: known[arm], hit: one }, { before: known[other], hit: partner });
  const paired = { [arm]: plus(known[arm], one), [other]: plus(known[other], partner) };
  const open = JSON.stringify({ ...known, ...paired, outcomes: left.slice(1) });
  return { ...counted, open, evidence: before.evidence + Math.log(factor) };
}
