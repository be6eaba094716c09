import { compile } from "./compile.ts";
import { runFlowTest } from "./flow-test/index.ts";
import type { Question } from "./session.ts";
import { body, node } from "./testing/build.ts";
import { TestCaller } from "./testing/caller.ts";
import { noTools } from "./tools.ts";

const call = (id: string, next: string, config: object = {}) =>
  node(id, "interface", {
    config: { interfaceId: "i", timeoutSeconds: 5, retries: 0, ...config },
    to: { ok: next, failed: next, timeout: `${id}-late` },
  });
const late = (id: string, next: string) => node(`${id}-late`, "play", { says: [`${id}超时`], to: { next } });
const flow = (interfaceSeconds: number) =>
  body([
    node("s", "start", { config: { interfaceSeconds }, to: { next: "a" } }),
    ...[call("a", "b"), late("a", "b"), call("b", "c"), late("b", "c"), call("c", "x"), late("c", "x")],
    node("x", "hangup", { says: ["再见"] }),
  ]);

/** Each interface takes so long; what is asked for, in order. */
function through(interfaceSeconds: number, took: readonly (number | "failed")[]) {
  const asked: Question[] = [];
  const caller = new TestCaller(flow(interfaceSeconds), {
    answer: (ask) => {
      asked.push(ask);
      const ms = took[asked.length - 1]!;
      return ms === "failed" ? "failed" : { ok: true, status: 200, values: {}, ms };
    },
  }).begin();
  for (let n = 0; n < 5; n++) caller.heardOut();
  return { limits: asked.map((ask) => ("timeoutMs" in ask ? ask.timeoutMs : 0)), path: caller.path, said: caller.said };
}

test("G139 interfaces of a flow get what is left of its time, and none is asked when it is used up", () => {
  expect(through(7, [3_000, 4_000, 1])).toEqual({
    limits: [5_000, 4_000],
    path: ["s", "a", "b", "c", "c-late", "x"],
    said: ["c超时", "再见"],
  });
  expect(through(7, [6_999, 1, 1]).limits).toEqual([5_000, 1]);
});

test("G139 without a limit each has its own time; a failure counts as long as it took", () => {
  expect(through(0, [60_000, 60_000, 60_000]).limits).toEqual([5_000, 5_000, 5_000]);
  const caller = new TestCaller(flow(7), { answer: () => undefined }).begin();
  caller.send({ type: "askFailed", id: caller.open("ask")!, class: "interface", ms: 6_000 });
  expect(caller.last).toMatchObject({ do: "ask", ask: { timeoutMs: 1_000 } });
});

test("G139 in tests of a flow whoever is not answered in time has waited for all of it", () => {
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: flow(8), voice: null });
  const world = { understand: () => ({ intentId: "", score: 0, secondId: "", secondScore: 0, by: "", slots: {} }) };
  const test = {
    ...{ name: "慢", steps: [], overrides: { interfaces: { i: { ok: false, class: "timeout" as const } } } },
    expect: ["a超时", "b超时", "c超时", "再见"].map((value) => ({ what: "said", value }) as const),
  };
  const result = runFlowTest(program, test, noTools, world);
  expect(result.failures).toEqual([]);
  const used = "流程的接口等待总时限已用完";
  expect(result.track.filter(({ content }) => content === used).map(({ nodeName }) => nodeName)).toEqual(["c"]);
});

test("G165 each try has the time-out; where the flow has less left than all of them may take, they have that together", () => {
  const given = (interfaceSeconds: number) => {
    const flow = body([
      node("s", "start", { config: { interfaceSeconds }, to: { next: "a" } }),
      call("a", "x", { retries: 2 }),
      ...[late("a", "x"), node("x", "hangup")],
    ]);
    return new TestCaller(flow, { answer: () => undefined }).begin().last;
  };
  expect(given(12)).toMatchObject({ ask: { timeoutMs: 5_000, totalMs: 12_000, retries: 2 } });
  expect(given(3)).toMatchObject({ ask: { timeoutMs: 3_000, totalMs: 3_000, retries: 2 } });
  for (const enough of [0, 15]) expect(given(enough)).not.toHaveProperty("ask.totalMs");
});

test("G165 in tests of a flow an interface that is never in time has kept its caller waiting for every try", () => {
  const flow = body([
    node("s", "start", { config: { interfaceSeconds: 16 }, to: { next: "a" } }),
    ...[call("a", "b", { retries: 2 }), late("a", "b"), call("b", "c"), late("b", "c"), call("c", "x"), late("c", "x")],
    node("x", "hangup", { says: ["再见"] }),
  ]);
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: flow, voice: null });
  const world = { understand: () => ({ intentId: "", score: 0, secondId: "", secondScore: 0, by: "", slots: {} }) };
  const overrides = { interfaces: { i: { ok: false, class: "timeout" as const } } };
  const { track } = runFlowTest(program, { name: "慢", steps: [], overrides, expect: [] }, noTools, world);
  const used = "流程的接口等待总时限已用完";
  // 15 s of the first, 1 s of the second.
  expect(track.filter(({ content }) => content === used).map(({ nodeName }) => nodeName)).toEqual(["c"]);
});
