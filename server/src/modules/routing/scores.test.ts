/** Priority, moving up, the agent of the last time, and rings. */
import type { Strategy } from "@liantai/api/contract/admin";
import { QueueMachine, type QueueEffect, type QueueInput } from "./index.ts";

type Arrival = Extract<QueueInput, { type: "callerArrived" }>;
const minute = 60_000;
const entry = (group: string, more: Partial<Arrival["groups"][number]> = {}) => ({
  group,
  strategy: "longest-idle" as Strategy,
  limit: 100,
  ...more,
});
const arrive = (call: string, at: number, more: Partial<Arrival> = {}): QueueInput => ({
  type: "callerArrived",
  call,
  groups: [entry("g")],
  at,
  firstInLine: false,
  draw: 0,
  ...more,
});
const ready = (agent: string, level = 1, groups = ["g"], idleSince = 0): QueueInput => ({
  type: "agentReady",
  agent,
  groups: groups.map((group) => ({ group, level, priority: 1 })),
  idleSince,
  calls: 0,
});
const offers = (effects: QueueEffect[]) => effects.flatMap((e) => (e.type === "offer" ? [`${e.call}>${e.agent}`] : []));

test("Q1 a minute of priority is a minute waited: who waits longer than that comes first all the same", () => {
  const q = new QueueMachine();
  q.apply(arrive("early", 0));
  q.apply(arrive("later", 4 * minute));
  q.apply(arrive("dear", 5 * minute, { boostMs: 3 * minute }));
  expect(["early", "dear", "later"].map((call) => q.ahead(call))).toEqual([0, 1, 2]);
  expect(offers(q.apply(ready("a")))).toEqual(["early>a"]);
  expect(offers(q.apply(ready("b")))).toEqual(["dear>b"]);
});

test("Q1 a group's priority counts between groups alone, after the agent's own", () => {
  const of = (boostMs: number, own: readonly number[]) => {
    const q = new QueueMachine();
    q.apply(arrive("x", 0, { groups: [entry("one")] }));
    q.apply(arrive("y", minute, { groups: [entry("two", { boostMs })] }));
    const groups = ["one", "two"].map((group, i) => ({ group, level: 1, priority: own[i] ?? 1 }));
    return offers(q.apply({ type: "agentReady", agent: "a", groups, idleSince: 0, calls: 0 }));
  };
  expect(of(0, [1, 1])).toEqual(["x>a"]);
  expect(of(2 * minute, [1, 1])).toEqual(["y>a"]);
  expect(of(2 * minute, [1, 2])).toEqual(["x>a"]);
});

test("Q2 moved up by what it lacks a caller passes the one before it, nobody else, and never one first in line", () => {
  const q = new QueueMachine();
  q.apply(arrive("back", 9 * minute, { firstInLine: true }));
  for (const [i, call] of ["x", "y", "z"].entries()) q.apply(arrive(call, i * minute));
  const lacking = q.lacks("z")!;
  expect(lacking).toBe(minute + 1);
  q.apply({ type: "raised", call: "z", byMs: lacking });
  expect(["back", "x", "z", "y"].map((call) => q.ahead(call))).toEqual([0, 1, 2, 3]);
  expect(q.lacks("x")).toBe(0);
  expect(q.lacks("back")).toBe(0);
  expect(q.lacks("nobody")).toBeUndefined();
  expect(offers(q.apply(ready("a")))).toEqual(["back>a"]);
  expect(q.lacks("back")).toBeUndefined();
});

describe("Q3 the agent of the last time", () => {
  test("is offered the call at once when free, whoever has been idle longer", () => {
    const q = new QueueMachine();
    q.apply(ready("other", 1, ["g"], 1));
    q.apply(ready("known", 1, ["g"], 9));
    expect(q.apply(arrive("x", 10, { sticky: "known" })).at(-1)).toMatchObject({ agent: "known", sticky: true });
  });

  test("is waited for while others are idle, and comes before who waits longer; then it is over", () => {
    const q = new QueueMachine();
    q.apply(ready("other"));
    expect(q.apply(arrive("x", 10, { sticky: "known" }))).toMatchObject([{ held: true, offered: false }]);
    expect(q.waiting("g")).toBe(1);
    expect(q.heldFor("known")).toEqual(["x"]);
    q.apply({ type: "agentGone", agent: "other" });
    q.apply(arrive("longer", 1));
    expect(offers(q.apply(ready("known")))).toEqual(["x>known"]);
    q.apply(arrive("y", 11, { sticky: "known" }));
    expect(offers(q.apply(ready("third")))).toEqual(["longer>third"]);
    q.apply(ready("fourth"));
    expect(offers(q.apply({ type: "stickyOver", call: "y", draw: 0 }))).toEqual(["y>fourth"]);
    expect(q.apply({ type: "stickyOver", call: "y", draw: 0 })).toEqual([]);
  });

  test("who declines is waited for no longer, and one who answers for none of the groups never gets it", () => {
    const q = new QueueMachine();
    q.apply(ready("known"));
    q.apply(ready("other"));
    q.apply(arrive("x", 10, { sticky: "known" }));
    expect(offers(q.apply({ type: "offerFailed", call: "x", draw: 0 }))).toEqual(["x>other"]);
    q.apply(arrive("y", 11, { sticky: "moved" }));
    expect(offers(q.apply(ready("moved", 1, ["elsewhere"])))).toEqual([]);
  });

  test("a full group's idle agent is no reason to wait for another", () => {
    const q = new QueueMachine();
    q.apply(ready("other"));
    const none = { groups: [entry("g", { limit: 0 })], sticky: "known" };
    expect(offers(q.apply(arrive("x", 1, none)))).toEqual(["x>other"]);
    expect(q.apply(arrive("y", 2, none))).toEqual([{ type: "full", call: "y" }]);
  });
});

describe("Q4 rings", () => {
  const first = { groups: [entry("g", { level: 1 })] };

  test("agents of further levels are idle beside the caller until it is widened", () => {
    const q = new QueueMachine();
    q.apply(ready("second", 2));
    q.apply(ready("third", 3));
    expect(q.apply(arrive("x", 1, first))).toMatchObject([{ type: "queued", offered: false }]);
    expect(offers(q.apply({ type: "widened", call: "x", group: "g", level: 2, draw: 0 }))).toEqual(["x>second"]);
    expect(offers(q.apply({ type: "offerFailed", call: "x", draw: 0 }))).toEqual([]);
    expect(offers(q.apply({ type: "widened", call: "x", group: "g", draw: 0 }))).toEqual(["x>third"]);
  });

  test("an agent passes over callers he is too far out for", () => {
    const q = new QueueMachine();
    q.apply(arrive("x", 1, first));
    q.apply(arrive("y", 2));
    expect(offers(q.apply(ready("second", 2)))).toEqual(["y>second"]);
    expect(offers(q.apply(ready("best", 1)))).toEqual(["x>best"]);
  });

  test("a caller who is being offered is widened for the next offer", () => {
    const q = new QueueMachine();
    q.apply(ready("best", 1));
    q.apply(ready("second", 2));
    q.apply(arrive("x", 1, first));
    expect(q.apply({ type: "widened", call: "x", group: "g", level: 2, draw: 0 })).toEqual([]);
    expect(offers(q.apply({ type: "offerFailed", call: "x", draw: 0 }))).toEqual(["x>second"]);
  });
});
