import { shareBounds } from "../../../statistics/shares.ts";
import { isLast, judgedCalls, restReason, restText, type RestRule, type ShownCall } from "./reputation.ts";

const rule: RestRule = { fallPct: 60, leastCalls: 50, quickPct: 30, refusedPct: 5 };
/** So many calls, the first of them as wanted, the others unanswered. */
const calls = (of: number, answered: number, quick = 0, refused = 0): ShownCall[] =>
  Array.from({ length: of }, (_, i) => ({ answered: i < answered, quick: i < quick, refused: i < refused }));

test("D30 a share's bounds: they hold it 19 times of 20, and of nothing nothing is known", () => {
  expect(shareBounds(0, 0)).toEqual({ low: 0, high: 1 });
  const { low, high } = shareBounds(5, 50);
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(["0.050", "0.192"]);
  const seeded = draws(1);
  let missed = 0;
  for (let i = 0; i < 2_000; i += 1) {
    let hits = 0;
    for (let n = 0; n < 80; n += 1) if (seeded() < 0.3) hits += 1;
    if (shareBounds(hits, 80).low > 0.3) missed += 1;
  }
  expect(missed / 2_000).toBeLessThan(0.07);
});

test("D30 a number rests when its rate lies surely under so much of its usual; few calls say nothing", () => {
  expect(restReason([...calls(50, 5), ...calls(200, 80)], [], rule)).toBe("近50次外呼接通率10%，之前为40%");
  // What it was before it was shown again is its usual too, and it is judged by what came since alone.
  expect(restReason(calls(50, 5), calls(200, 80), rule)).toBe("近50次外呼接通率10%，之前为40%");
  expect(restReason(calls(49, 0), calls(200, 80), rule)).toBeUndefined();
  // Half as many, by chance or not: nobody can say so yet that it is under 60 %.
  expect(restReason([...calls(50, 10), ...calls(200, 80)], [], rule)).toBeUndefined();
  expect(restReason([...calls(50, 0), ...calls(99, 50)], [], rule)).toBeUndefined();
  expect(restReason([...calls(50, 0), ...calls(200, 19)], [], rule)).toBeUndefined();
  expect(restReason([...calls(50, 0), ...calls(200, 80)], [], { ...rule, fallPct: 0 })).toBeUndefined();
});

test("D30 quick hang-ups and refusals beyond their limit, surely", () => {
  expect(restReason(calls(50, 20, 12), [], rule)).toBe("近50次外呼接通20次，其中12次在5秒内被挂断（60%，上限30%）");
  expect(restReason(calls(50, 20, 7), [], rule)).toBeUndefined();
  expect(restReason(calls(50, 20, 0, 7), [], rule)).toBe("近50次外呼有7次被拒绝或投诉（14%，上限5%）");
  expect(restReason(calls(50, 20, 0, 4), [], rule)).toBeUndefined();
  expect(restReason(calls(50, 20, 20, 20), [], { ...rule, quickPct: 0, refusedPct: 0 })).toBeUndefined();
});

/** mulberry32 */
function draws(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Calls until it rests, looked at after each; undefined: it never did. */
function restsAfter(seed: number, rates: (call: number) => number, most: number): number | undefined {
  const draw = draws(seed);
  const seen: ShownCall[] = [];
  for (let n = 1; n <= most; n += 1) {
    seen.unshift({ answered: draw() < rates(n), quick: false, refused: false });
    if (restReason(seen.slice(0, judgedCalls(rule)), [], rule) !== undefined) return n;
  }
  return undefined;
}

test("D30 of 100 steady numbers at most 5 rest in 1,000 calls, each looked at; one that falls to a quarter does within 100", () => {
  const seeds = Array.from({ length: 100 }, (_, i) => i + 1);
  const chance = seeds.filter((seed) => restsAfter(seed, () => 0.35, 1_000) !== undefined).length;
  expect(chance).toBeLessThanOrEqual(5);
  const found = seeds.filter((seed) => {
    const at = restsAfter(seed, (n) => (n <= 250 ? 0.42 : 0.1), 350);
    return at !== undefined && at > 250;
  }).length;
  expect(found).toBeGreaterThanOrEqual(85);
});

test("D30 the last number that a running task can show is found; what a rest is called", () => {
  expect(isLast("1", ["1", "2"], [["1", "3"], []])).toBe(true);
  expect(isLast("1", ["1", "2"], [[]])).toBe(false);
  expect(isLast("1", ["1"], [[]])).toBe(true);
  expect(isLast("1", ["1"], [])).toBe(false);
  const row = { pausedAt: new Date(0), pausedReason: "秒挂多", pausedBy: "", restUntil: new Date(60_000) };
  expect(restText(row, 0)).toBe("秒挂多（自动暂停，1970-01-01 08:01恢复）");
  expect(restText(row, 60_000)).toBe("");
  expect(restText({ ...row, pausedBy: "王芳", restUntil: null }, 0)).toBe("秒挂多（王芳操作暂停，需手动恢复）");
});
