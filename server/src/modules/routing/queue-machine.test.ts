import type { Strategy } from "@liantai/api/contract/admin";
import { QueueMachine, type QueueEffect, type QueueInput } from "./index.ts";

const entry = (
  group: string,
  more: Partial<{ strategy: Strategy; limit: number; boostMs: number; level: number }> = {},
) => ({
  group,
  strategy: "longest-idle" as Strategy,
  limit: 100,
  ...more,
});
const arrive = (
  call: string,
  at: number,
  more: Partial<Extract<QueueInput, { type: "callerArrived" }>> = {},
): QueueInput => ({ type: "callerArrived", call, groups: [entry("g")], at, firstInLine: false, draw: 0, ...more });
const member = (group: string, level = 1, priority = 1) => ({ group, level, priority });
const ready = (agent: string, idleSince: number, groups = [member("g")], calls = 0): QueueInput => ({
  type: "agentReady",
  agent,
  groups,
  idleSince,
  calls,
});
const failed = (call: string, draw = 0): QueueInput => ({ type: "offerFailed", call, draw });
const offers = (effects: QueueEffect[]) => effects.flatMap((e) => (e.type === "offer" ? [`${e.call}>${e.agent}`] : []));

test("the longest idle agent first; the longest waiting caller first; a requeued one before all", () => {
  const q = new QueueMachine();
  q.apply(ready("b", 2));
  q.apply(ready("a", 1));
  expect(offers(q.apply(arrive("x", 10)))).toEqual(["x>a"]);
  expect(offers(q.apply(arrive("y", 11)))).toEqual(["y>b"]);
  q.apply(arrive("z", 12));
  q.apply(arrive("w", 13));
  expect(q.apply(arrive("r", 14, { firstInLine: true }))).toEqual([
    { type: "queued", call: "r", groups: ["g"], ahead: 0, offered: false, held: false, firstInLine: true },
  ]);
  expect(["r", "x", "z", "w"].map((c) => q.ahead(c))).toEqual([0, 1, 3, 4]);
  expect(offers(q.apply(ready("c", 3)))).toEqual(["r>c"]);
});

test("a failed offer goes to the next agent and keeps its place", () => {
  const q = new QueueMachine();
  q.apply(ready("a", 1));
  q.apply(arrive("x", 1));
  q.apply(arrive("y", 2));
  expect(q.apply(failed("x"))).toEqual([]);
  expect(q.ahead("x")).toBe(0);
  // No strategy chose the agent: it became free while the caller waited.
  expect(q.apply(ready("b", 5))).toEqual([
    {
      why: expect.anything(),
      type: "offer",
      call: "x",
      agent: "b",
      group: "g",
      idleSince: 5,
      firstInLine: false,
      sticky: false,
    },
  ]);
});

test("an agent of several groups takes the best priority, then who waits longest; one queued again comes before both", () => {
  const q = new QueueMachine();
  q.apply(arrive("x", 5, { groups: [entry("one")] }));
  q.apply(arrive("y", 3, { groups: [entry("two")] }));
  expect(offers(q.apply(ready("a", 1, [member("one"), member("two")])))).toEqual(["y>a"]);
  q.apply(arrive("z", 6, { groups: [entry("two")] }));
  expect(offers(q.apply(ready("b", 1, [member("one", 1, 2), member("two", 1, 1)])))).toEqual(["z>b"]);
  q.apply(arrive("v", 7, { groups: [entry("two")] }));
  q.apply(arrive("w", 8, { groups: [entry("one")], firstInLine: true }));
  expect(offers(q.apply(ready("c", 1, [member("one", 1, 2), member("two", 1, 1)])))).toEqual(["w>c"]);
});

test("the limit counts who waits; an idle agent or a requeue goes round it", () => {
  const q = new QueueMachine();
  expect(q.apply(arrive("x", 1, { groups: [entry("g", { limit: 1 })] }))[0]?.type).toBe("queued");
  expect(q.apply(arrive("y", 2, { groups: [entry("g", { limit: 1 })] }))).toEqual([{ type: "full", call: "y" }]);
  expect(q.apply(arrive("z", 2, { groups: [entry("g", { limit: 1 })], firstInLine: true }))[0]?.type).toBe("queued");
  q.apply({ type: "callerGone", call: "x" });
  q.apply({ type: "callerGone", call: "z" });
  q.apply(ready("a", 1));
  expect(offers(q.apply(arrive("v", 3, { groups: [entry("g", { limit: 0 })] })))).toEqual(["v>a"]);
});

describe("strategies", () => {
  /** Calls one after the other; who is offered each, the agent getting ready again as the idlest but one. */
  function rounds(
    strategy: Strategy,
    agents: { id: string; level?: number; calls?: number }[],
    calls: number,
    draws: number[] = [],
  ) {
    const q = new QueueMachine();
    let now = 0;
    const taken = new Map(agents.map((a) => [a.id, a.calls ?? 0]));
    for (const a of agents) q.apply(ready(a.id, ++now, [member("g", a.level)], a.calls));
    return Array.from({ length: calls }, (_, i) => {
      const offer = q
        .apply(arrive(`c${i}`, ++now, { groups: [entry("g", { strategy })], draw: draws[i] ?? 0 }))
        .find((e) => e.type === "offer")!;
      const { agent } = offer;
      q.apply({ type: "offerAccepted", call: `c${i}` });
      taken.set(agent, taken.get(agent)! + 1);
      const { level } = agents.find((a) => a.id === agent)!;
      q.apply(ready(agent, ++now, [member("g", level)], taken.get(agent)));
      return agent;
    });
  }

  test("longest idle", () =>
    expect(rounds("longest-idle", [{ id: "c" }, { id: "a" }, { id: "b" }], 4)).toEqual(["c", "a", "b", "c"]));
  test("least calls, and the longest idle among equals", () =>
    expect(
      rounds(
        "least-calls",
        [
          { id: "a", calls: 5 },
          { id: "b", calls: 2 },
          { id: "c", calls: 4 },
        ],
        6,
      ),
    ).toEqual(["b", "b", "c", "b", "a", "c"]));
  test("level, and the longest idle within one", () =>
    expect(
      rounds(
        "level",
        [
          { id: "a", level: 2 },
          { id: "b", level: 1 },
          { id: "c", level: 1 },
        ],
        4,
      ),
    ).toEqual(["b", "c", "b", "c"]));
  test("random picks by the draw", () =>
    expect(rounds("random", [{ id: "a" }, { id: "b" }, { id: "c" }, { id: "d" }], 3, [0.99, 0.26, 0])).toEqual([
      "d",
      "b",
      "a",
    ]));

  test("K2 round robin keeps its turn whoever was idle longest, and a refused offer counts as a turn", () => {
    expect(rounds("round-robin", [{ id: "c" }, { id: "a" }, { id: "b" }], 7)).toEqual([
      "a",
      "b",
      "c",
      "a",
      "b",
      "c",
      "a",
    ]);
    const q = new QueueMachine();
    for (const a of ["a", "b", "c"]) q.apply(ready(a, 1));
    const groups = [entry("g", { strategy: "round-robin" })];
    expect(offers(q.apply(arrive("x", 1, { groups })))).toEqual(["x>a"]);
    expect(offers(q.apply(failed("x")))).toEqual(["x>b"]);
    q.apply({ type: "offerAccepted", call: "x" });
    q.apply(ready("a", 2));
    expect(offers(q.apply(arrive("y", 2, { groups })))).toEqual(["y>c"]);
    expect(offers(q.apply(arrive("z", 2, { groups })))).toEqual(["z>a"]);
  });

  test("another strategy counts from the next call on", () => {
    const q = new QueueMachine();
    q.apply(ready("a", 1, [member("g", 2)]));
    q.apply(ready("b", 2, [member("g", 1)]));
    q.apply(ready("c", 3, [member("g", 3)]));
    expect(offers(q.apply(arrive("x", 5, { groups: [entry("g", { strategy: "level" })] })))).toEqual(["x>b"]);
    expect(offers(q.apply(arrive("y", 6)))).toEqual(["y>a"]);
    q.apply({ type: "agentGone", agent: "c" });
    expect(offers(q.apply(arrive("z", 7)))).toEqual([]);
  });
});

describe("several groups at once", () => {
  test("the first group with an idle agent gives it; an offer takes the caller out of all", () => {
    const q = new QueueMachine();
    q.apply(ready("b", 1, [member("two")]));
    q.apply(ready("a", 9, [member("one")]));
    expect(q.apply(arrive("x", 10, { groups: [entry("one"), entry("two")] })).at(-1)).toMatchObject({
      agent: "a",
      group: "one",
    });
    q.apply(arrive("y", 11, { groups: [entry("one")] }));
    expect(q.ahead("y")).toBe(1);
    expect(offers(q.apply(failed("x")))).toEqual(["x>b"]);
    q.apply({ type: "offerAccepted", call: "x" });
    expect([q.waiting("one"), q.waiting("two")]).toEqual([1, 0]);
  });

  test("a group is added later: at the place of the arrival, offered at once where somebody is idle", () => {
    const q = new QueueMachine();
    q.apply(arrive("x", 1, { groups: [entry("one")] }));
    q.apply(arrive("y", 2, { groups: [entry("two")] }));
    expect(q.apply({ type: "groupAdded", call: "x", entry: entry("two"), draw: 0 })).toEqual([]);
    expect([q.ahead("x"), q.ahead("y")]).toEqual([0, 1]);
    expect(offers(q.apply(ready("b", 1, [member("two")])))).toEqual(["x>b"]);
    q.apply(ready("c", 1, [member("three")]));
    expect(q.apply({ type: "groupAdded", call: "x", entry: entry("three"), draw: 0 })).toEqual([]);
    expect(offers(q.apply({ type: "groupAdded", call: "y", entry: entry("three"), draw: 0 }))).toEqual(["y>c"]);
    expect(q.apply({ type: "groupAdded", call: "nobody", entry: entry("three"), draw: 0 })).toEqual([]);
  });

  test("a full group is left out, all full refuse", () => {
    const q = new QueueMachine();
    q.apply(arrive("x", 1, { groups: [entry("one")] }));
    const groups = [entry("one", { limit: 1 }), entry("two", { limit: 1 })];
    expect(q.apply(arrive("y", 2, { groups }))[0]).toMatchObject({ groups: ["two"] });
    expect(q.apply(arrive("z", 3, { groups }))).toEqual([{ type: "full", call: "z" }]);
  });
});
