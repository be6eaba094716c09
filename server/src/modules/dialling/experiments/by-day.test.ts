/** D32: the test of two times of day, simulated over seeds. */
import { Draws } from "../simulation/draws.ts";
import { learnByDay } from "./by-day.ts";
import { alpha, newTest, verdict, type TestState } from "./sequential.ts";

interface Day {
  /** Numbers of each half. */
  readonly calls: readonly [a: number, b: number];
  readonly rates: readonly [a: number, b: number];
}

/** a in the morning, b in the afternoon, looked at after every outcome: which half it was stopped for, '' for none. */
function run(seed: number, days: number, day: (n: number) => Day): "a" | "b" | "" {
  const stream = new Draws(seed, 0);
  let state: TestState = newTest;
  for (let n = 0; n < days; n += 1) {
    const { calls, rates } = day(n);
    for (const [at, arm] of (["a", "b"] as const).entries())
      for (let call = 0; call < calls[at]!; call += 1) {
        state = learnByDay(state, arm, stream.next() < rates[at]!, `day ${n}`);
        const found = verdict(state, Infinity);
        if (found.over) return found.better;
      }
  }
  return "";
}
const seeds = Array.from({ length: 200 }, (_, i) => i + 1);
const share = (found: (seed: number) => boolean) => seeds.filter(found).length / seeds.length;

test.each<[string, (n: number) => Day]>([
  ["the same every day", () => ({ calls: [50, 50], rates: [0.35, 0.35] })],
  ["another every day", (n) => ({ calls: [50, 50], rates: n % 2 === 0 ? [0.2, 0.2] : [0.7, 0.7] })],
  [
    "at different paces",
    (n) => ({ calls: n % 3 === 0 ? [80, 20] : [10, 60], rates: n % 3 === 0 ? [0.2, 0.2] : [0.6, 0.6] }),
  ],
])("D32 where the hour makes no difference, %s, at most α of the experiments ever stop for one", (_, day) => {
  expect(share((seed) => run(seed, 20, day) !== "")).toBeLessThanOrEqual(alpha);
});

test("D32 the better time of day is found, and named", () => {
  const better = share(
    (seed) => run(seed, 30, (n) => ({ calls: [50, 50], rates: n % 2 ? [0.3, 0.45] : [0.2, 0.35] })) === "b",
  );
  expect(better).toBeGreaterThan(0.95);
});

test("D32 an outcome waits for one of the same day, the oldest first, and not over midnight", () => {
  let state = newTest;
  for (const hit of [true, false, true]) state = learnByDay(state, "a", hit, "2026-03-02");
  expect(state).toMatchObject({ a: { calls: 3, hits: 2 }, evidence: 0 });
  state = learnByDay(state, "b", false, "2026-03-02");
  // Nothing was known before the first pair: half and half.
  expect(state.evidence).toBe(0);
  state = learnByDay(state, "b", true, "2026-03-02");
  // a: one of one so far, b: none of one; a's second was none, b's second one.
  expect(state.evidence).toBeCloseTo(Math.log(((1 / 3) * (1 / 3)) / (0.5 * 0.5)));
  const before = state.evidence;
  // What is left of a is of yesterday.
  state = learnByDay(state, "b", true, "2026-03-03");
  expect(state).toMatchObject({ b: { calls: 3, hits: 2 }, evidence: before });
  expect(JSON.parse(state.open)).toMatchObject({ day: "2026-03-03", arm: "b", outcomes: "1" });
});
