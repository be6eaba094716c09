/** D32: the sequential test of experiments, simulated over seeds. */
import { Draws } from "../simulation/draws.ts";
import { alpha, learn, newTest, verdict, type TestState } from "./sequential.ts";
import { assigned, halfOf, isHit, settingsWith } from "./arms.ts";

function draws(seed: number): () => number {
  const stream = new Draws(seed, 0);
  return () => stream.next();
}

/** Looked at after every outcome: which half it was stopped for, '' for none. */
function run(seed: number, rates: (call: number) => readonly [a: number, b: number], calls: number): "a" | "b" | "" {
  const draw = draws(seed);
  let state: TestState = newTest;
  for (let n = 0; n < calls; n += 1) {
    const arm = draw() < 0.5 ? "a" : "b";
    state = learn(state, arm, draw() < rates(n)[arm === "a" ? 0 : 1]);
    const found = verdict(state, Infinity);
    if (found.over) return found.better;
  }
  return "";
}
const seeds = Array.from({ length: 200 }, (_, i) => i + 1);
const share = (found: (seed: number) => boolean) => seeds.filter(found).length / seeds.length;

test.each([
  ["rarely", () => 0.05],
  ["often", () => 0.35],
  ["less and less", (n: number) => 0.6 - 0.5 * (n / 1_000)],
  ["more in turns", (n: number) => (n % 200 < 100 ? 0.2 : 0.7)],
])("D32 where both halves answer the same, %s, at most α of the experiments ever stop for a difference", (_, rate) => {
  expect(share((seed) => run(seed, (n) => [rate(n), rate(n)], 1_000) !== "")).toBeLessThanOrEqual(alpha);
});

test("D32 halves that come at different paces, because the lines of one are full, do not make a difference", () => {
  const paced = (seed: number): boolean => {
    const draw = draws(seed);
    let state: TestState = newTest;
    for (let n = 0; n < 2_000; n += 1) {
      const arm = draw() < (n < 1_000 ? 0.2 : 0.8) ? "a" : "b";
      state = learn(state, arm, draw() < (n < 1_000 ? 0.3 : 0.5));
      if (verdict(state, Infinity).over) return true;
    }
    return false;
  };
  expect(share(paced)).toBeLessThanOrEqual(alpha);
});

test("D32 a real difference is found, and the better half is named", () => {
  expect(share((seed) => run(seed, () => [0.3, 0.42], 3_000) === "b")).toBeGreaterThan(0.95);
  expect(share((seed) => run(seed, () => [0.42, 0.3], 3_000) === "b")).toBeLessThan(0.01);
});

test("D32 the newest outcome waits for its partner; without a difference it ends at its limit", () => {
  let state = learn(learn(newTest, "a", true), "a", false);
  expect(state).toEqual({ a: { calls: 2, hits: 1 }, b: { calls: 0, hits: 0 }, open: "a0", evidence: 0 });
  state = learn(state, "b", true);
  // Before the pair a had a success of one, b nothing: 2/3 and 1/2 against 7/12 for both.
  expect(state).toMatchObject({ b: { calls: 1, hits: 1 }, open: "" });
  expect(state.evidence).toBeCloseTo(Math.log(((1 / 3) * (1 / 2)) / ((5 / 12) * (7 / 12))));
  expect(verdict(state, 2)).toEqual({ over: false });
  expect(verdict(state, 1)).toEqual({ over: true, better: "" });
  expect(verdict({ ...state, a: { calls: 9, hits: 1 }, evidence: 3 }, 100)).toEqual({ over: true, better: "b" });
});

test("D32 a number is of the same half for ever, halves are equal, and each gets its own", () => {
  const phones = Array.from({ length: 4_000 }, (_, i) => `138${String(i).padStart(8, "0")}`);
  const inA = phones.filter((phone) => halfOf("e1", phone) === "a");
  expect(Math.abs(inA.length - 2_000)).toBeLessThan(130);
  expect(phones.filter((phone) => halfOf("e1", phone) === "a")).toEqual(inA);
  // Another experiment splits them anew.
  const both = inA.filter((phone) => halfOf("e2", phone) === "a").length / inA.length;
  expect(Math.abs(both - 0.5)).toBeLessThan(0.05);
  const experiment = { id: "e1", kind: "greeting", a: { text: "早" }, b: { text: "您好" }, winner: null } as const;
  const [one] = inA as [string];
  expect(assigned(experiment, one, 0)).toEqual({ arm: "a", variant: { text: "早" }, tested: true });
  expect(assigned(experiment, one, 1)).toMatchObject({ arm: "a", tested: false });
  expect(assigned({ ...experiment, winner: "b" }, one, 0)).toEqual({
    arm: "b",
    variant: { text: "您好" },
    tested: false,
  });
});

test("D32 what differs, and what counts as a success", () => {
  const settings = { greeting: "喂", flowId: "f" } as Parameters<typeof settingsWith>[0];
  expect(settingsWith(settings, "greeting", { text: "" }).greeting).toBe("");
  expect(settingsWith(settings, "flow", { flowId: "g" }).flowId).toBe("g");
  expect(settingsWith(settings, "displayed", { text: "x", flowId: "g" })).toBe(settings);
  const call = { answered: true, talkMs: 29_999, result: "成功" };
  expect([isHit("answered", "", call), isHit("talk", "", call), isHit("result", "成功", call)]).toEqual([
    true,
    false,
    true,
  ]);
});
