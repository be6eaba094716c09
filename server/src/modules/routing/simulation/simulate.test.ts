/** An hour once more, with everything that happens in it written down by hand. */
import { simulate } from "./simulate.ts";
import type { GroupRules, Hour, Outcome, SimulatedAgent, Stay } from "./types.ts";

const s = 1_000;
const rules = (more: Partial<GroupRules> = {}): GroupRules => ({
  ...{ id: "g", strategy: "longest-idle", queueLimit: 99, ringMs: 20 * s, missLimit: 1, boostMs: 0, rings: [] },
  ...more,
});
const agent = (id: string, more: Partial<SimulatedAgent> & { readonly level?: number } = {}): SimulatedAgent => {
  const { level = 1, ...rest } = more;
  return { id, groups: [{ group: "g", level, priority: 1 }], calls: 0, idleSince: 0, away: [], ...rest };
};
const answers = (afterS: number, talkS: number, wrapUpS = 0): Outcome => ({
  ...{ answered: true, afterMs: afterS * s, talkMs: talkS * s, wrapUpMs: wrapUpS * s },
});
const misses = (restS: number): Outcome => ({
  ...{ answered: false, afterMs: 20 * s, declined: false, restMs: restS * s },
});
const stay = (
  id: string,
  atS: number,
  past: Stay["past"]["outcome"],
  waitS: number,
  pairs: Record<string, Outcome | Outcome[]> = {},
  more: Partial<Stay> = {},
): Stay => ({
  ...{ id, group: "g", at: atS * s, arrivedAt: atS * s, boostMs: 0, firstInLine: false, groups: ["g"], joins: [] },
  ...{ moves: [], maxWaitMs: 0, past: { outcome: past, waitMs: waitS * s, group: "g" } },
  pairs: new Map(Object.entries(pairs).map(([who, of]) => [who, [of].flat()])),
  ...more,
});
/** id: outcome, wait in s, who answered. */
const run = (hour: Partial<Hour>) =>
  Object.fromEntries(
    simulate({ from: 0, stays: [], agents: [], groups: [rules()], seed: 1, ...hour }).stays.map((each) => [
      each.id,
      [each.outcome, each.waitMs / s, ...(each.agent ? [each.agent] : [])],
    ]),
  );

const busyHour: readonly Stay[] = [
  stay("x", 0, "answered", 3, { a: answers(3, 60, 10) }),
  stay("y", 10, "answered", 65, { a: answers(2, 30) }),
  stay("z", 20, "abandoned", 30),
];

test("Q6 under the rules that were everything comes as it was: waits, who answers, who gives up", () => {
  const hour = { stays: busyHour, agents: [agent("a")] };
  // x to 73 s, then y, who has waited 63 s and rings for 2.
  expect(run(hour)).toEqual({ x: ["answered", 3, "a"], y: ["answered", 65, "a"], z: ["abandoned", 30] });
  expect(simulate({ from: 0, groups: [rules()], seed: 1, ...hour }).occupied).toEqual([
    { agent: "a", from: 0, to: 73 * s },
    { agent: "a", from: 73 * s, to: 105 * s },
  ]);
});

test("Q6 a further agent serves who gave up, and does as others did; whoever has a caller talks as long as was talked", () => {
  const agents = [agent("a"), agent("b", { idleSince: 1 })];
  const { stays, occupied } = simulate({ from: 0, stays: busyHour, agents, groups: [rules()], seed: 1 });
  expect(stays.filter(({ agent: by }) => by === "b").map(({ id }) => id)).toContain("y");
  expect(stays.find(({ id }) => id === "y")!.waitMs).toBeLessThan(65 * s);
  const first = occupied.find(({ agent: by }) => by === "b")!;
  expect(first.from).toBe(10 * s);
  // 2 or 3 s of ringing, y's 30 s, and no wrap-up or a's 10 s.
  expect([32, 33, 42, 43]).toContain((first.to - first.from) / s);
});

test("Q6 without an agent who was there callers give up as others did, the same ones for the same seed", () => {
  const callers = [
    ...Array.from({ length: 20 }, (_, i) => stay(`b${i}`, i, "abandoned", 10 + 5 * i)),
    ...Array.from({ length: 20 }, (_, i) => stay(`s${i}`, i, "answered", 5, { a: answers(1, 5) })),
  ];
  const once = run({ stays: callers, seed: 7 });
  expect(run({ stays: callers, seed: 7 })).toEqual(once);
  expect(run({ stays: callers, seed: 8 })).not.toEqual(once);
  // Who gave up does so again after the same time; who was served never before he was, and at a time that somebody gave up at.
  expect(callers.slice(0, 20).map(({ id }, i) => [once[id], 10 + 5 * i])).toEqual(
    callers.slice(0, 20).map((_, i) => [["abandoned", 10 + 5 * i], 10 + 5 * i]),
  );
  for (const { id } of callers.slice(20)) {
    const [outcome, wait] = once[id] as [string, number];
    expect(outcome).toBe("abandoned");
    expect([wait > 5, (wait - 10) % 5]).toEqual([true, 0]);
  }
});

test("Q6 a pair repeats its miss: busy as long as he was, or rung again under a higher limit", () => {
  const stays = [stay("x", 0, "answered", 30, { a: [misses(40), answers(1, 5)], b: answers(10, 5) })];
  const agents = [agent("a"), agent("b", { idleSince: 1, away: [{ from: 0, to: 35 * s, offline: false }] })];
  expect(run({ stays, agents })).toEqual({ x: ["answered", 45, "b"] });
  expect(run({ stays, agents, groups: [rules({ missLimit: 2 })] })).toEqual({ x: ["answered", 21, "a"] });
  const alone = [agent("a")];
  expect(run({ stays, agents: alone })).toEqual({ x: ["answered", 61, "a"] });
});

test("Q6 strategies, levels, priority and the agent of the last time are the queue's own", () => {
  const both = { a: answers(1, 5), b: answers(1, 5) };
  const x = stay("x", 10, "answered", 1, both);
  const agents = [agent("a", { level: 2 }), agent("b", { idleSince: 5 })];
  expect(run({ stays: [x], agents })["x"]).toEqual(["answered", 1, "a"]);
  expect(run({ stays: [x], agents, groups: [rules({ strategy: "level" })] })["x"]).toEqual(["answered", 1, "b"]);
  const slow = [agent("a", { level: 2 })];
  const rings = [
    { afterMs: 0, level: 1 },
    { afterMs: 15 * s, level: 2 },
  ];
  expect(run({ stays: [x], agents: slow, groups: [rules({ rings })] })["x"]).toEqual(["answered", 16, "a"]);
  const kept = stay("k", 10, "answered", 1, both, { sticky: { agent: "b", waitMs: 30 * s } });
  expect(run({ stays: [kept], agents })["k"]).toEqual(["answered", 1, "b"]);
  const resting = [agent("a"), agent("b", { away: [{ from: 0, to: 99 * s, offline: false }] })];
  expect(run({ stays: [kept], agents: resting })["k"]).toEqual(["answered", 31, "a"]);
  const gone = [agent("a"), agent("b", { away: [{ from: 0, to: 99 * s, offline: true }] })];
  expect(run({ stays: [kept], agents: gone })["k"]).toEqual(["answered", 1, "a"]);
  const late = [agent("a", { away: [{ from: 0, to: 60 * s, offline: false }] })];
  const two = [stay("first", 0, "answered", 61, both), stay("dear", 30, "answered", 31, both, { boostMs: 45 * s })];
  expect(run({ stays: two, agents: late })).toMatchObject({ dear: ["answered", 31, "a"] });
});

test("Q6 a full queue sends on, a wait that is over too, but not from a telephone that rings", () => {
  const stays = [
    stay("x", 0, "answered", 90, { a: answers(1, 5) }, { maxWaitMs: 60 * s }),
    stay("y", 1, "answered", 90, { a: answers(1, 5) }),
  ];
  expect(run({ stays, agents: [], groups: [rules({ queueLimit: 1 })] })).toMatchObject({
    x: ["flowed", 60],
    y: ["full", 0],
  });
  const rings = [stay("r", 0, "answered", 9, { a: answers(15, 5) }, { maxWaitMs: 10 * s })];
  expect(run({ stays: rings, agents: [agent("a")] })).toEqual({ r: ["answered", 15, "a"] });
});

test("Q23 who is to be called back waits without giving up, past a full queue, at his old place", () => {
  const callback = { reached: true };
  const stays = [
    stay("x", 20, "answered", 149, { a: answers(1, 5) }),
    stay("y", 30, "abandoned", 10),
    stay("c", 40, "answered", 98, { b: answers(8, 60) }, { arrivedAt: 0, callback }),
  ];
  const late = [agent("a", { away: [{ from: 0, to: 100 * s, offline: false }] })];
  // Dialling takes 8 s and the talk 60, whoever the agent is.
  expect(run({ stays, agents: late, groups: [rules({ queueLimit: 1, ringMs: 5 * s })] })).toEqual({
    c: ["answered", 68, "a"],
    x: ["answered", 149, "a"],
    y: ["full", 0],
  });
  expect(run({ stays: stays.slice(2), agents: [] })).toEqual({ c: ["open", 4 * 3_600] });
});

test("Q23 a customer who was not reached is tried again as long after it as he was, whichever agent it was", () => {
  const again = stay("c2", 320, "answered", 10, { a: answers(10, 30) }, { arrivedAt: 0, callback: { reached: true } });
  const first = stay(
    "c1",
    0,
    "flowed",
    20,
    { a: answers(20, 0, 5) },
    {
      past: { outcome: "flowed", waitMs: 20 * s, group: "g", agent: "a" },
      callback: { reached: false, again: { afterMs: 300 * s, stay: again } },
    },
  );
  expect(run({ stays: [first], agents: [agent("a")] })).toEqual({ c1: ["flowed", 20, "a"], c2: ["answered", 10, "a"] });
  const later = [agent("b", { away: [{ from: 0, to: 50 * s, offline: false }] })];
  const { stays, occupied } = simulate({ from: 0, stays: [first], agents: later, groups: [rules()], seed: 1 });
  expect(stays.map(({ id, waitMs, calledBack }) => [id, waitMs / s, calledBack])).toEqual([
    ["c1", 70, true],
    ["c2", 10, true],
  ]);
  // 50 to 70 and 5 s of wrap-up; 370 to 380 and 30 s.
  expect(occupied.map(({ from, to }) => [from / s, to / s])).toEqual([
    [50, 75],
    [370, 410],
  ]);
});

test("Q23 an agent whose own telephone fails is passed over; who was cancelled is so after as long a wait", () => {
  const callback = { reached: true };
  const failed: Outcome = { answered: false, afterMs: 2 * s, declined: true, restMs: 60 * s };
  const c = stay("c", 0, "answered", 12, { a: failed, b: answers(10, 5) }, { callback });
  const both = [agent("a"), agent("b", { idleSince: 1 })];
  expect(run({ stays: [c], agents: both })).toEqual({ c: ["answered", 12, "b"] });
  const gone = stay("d", 0, "flowed", 30, {}, { callback });
  expect(run({ stays: [gone], agents: [] })).toEqual({ d: ["flowed", 30] });
});
