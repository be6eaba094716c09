import { compile } from "../compile.ts";
import { body, node } from "../testing/build.ts";
import { noTools } from "../tools.ts";
import { runFlowTest, runFlowTests, type FlowTest, type TestWorld } from "./index.ts";

const flow = body([
  node("s", "start", { to: { next: "t" } }),
  node("t", "timeRoute", { config: { rules: [{ id: "day", name: "白天" }] }, to: { day: "q", else: "night" } }),
  node("night", "play", { says: ["现在是下班时间"], to: { next: "x" } }),
  node("q", "speech", {
    says: ["请问要办什么"],
    config: {
      branches: [
        { id: "bill", name: "查账单", key: "1" },
        { id: "man", name: "转人工" },
      ],
    },
    to: { bill: "i", man: "g", unknown: "x", timeout: "x" },
    intents: { bill: "i-bill", man: "i-man" },
  }),
  node("i", "interface", {
    config: { interfaceId: "if", reply: [{ path: "data.sum", vName: "sum" }] },
    to: { ok: "p", failed: "g" },
  }),
  node("p", "play", { says: ["您的账单是${sum}元"], to: { next: "x" } }),
  node("g", "skillGroup", { config: { targetId: "g1" }, to: { absent: "x" } }),
  node("x", "hangup", { says: ["再见"] }),
]);
const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: flow, voice: null });

const world: TestWorld = {
  understand: ({ text }) => ({
    intentId: text.includes("账单") ? "i-bill" : text.includes("人工") ? "i-man" : "",
    score: 1,
    secondId: "",
    secondScore: 0,
    by: "keywords",
    slots: {},
  }),
  timeRule: (ids, now) => (now.endsWith("09:00") ? ids[0]! : ""),
};
const day = { now: "2026-11-26 09:00" };
const bill: FlowTest = {
  name: "查账单",
  steps: [{ do: "silence" }, { do: "say", value: "查一下账单" }],
  overrides: { ...day, interfaces: { if: { ok: true, values: { sum: 12.5 } } } },
  expect: [
    { what: "said", value: "12.5元" },
    { what: "said", value: "请按键一" },
    { what: "node", value: "g", not: true },
    { what: "variable", name: "sum", value: "12.5" },
    { what: "result", value: "hangup" },
  ],
};
const others: readonly FlowTest[] = [
  {
    name: "转人工",
    steps: [{ do: "say", value: "人工", early: true }],
    overrides: day,
    expect: [
      { what: "target", value: "g1" },
      { what: "result", value: "transferred" },
    ],
  },
  {
    name: "没人",
    steps: [{ do: "keys", value: "1" }],
    overrides: { ...day, transfers: { g1: "absent" } },
    expect: [
      { what: "node", value: "i" },
      { what: "result", value: "hangup" },
    ],
  },
  { name: "下班", steps: [], overrides: { now: "2026-11-26 22:00" }, expect: [{ what: "said", value: "下班时间" }] },
  {
    name: "没听懂",
    steps: [1, 2, 3].map(() => ({ do: "say", value: "嗯" })),
    overrides: day,
    expect: [{ what: "said", value: "没听懂二" }],
  },
  {
    name: "不出声",
    steps: [1, 2, 3].map(() => ({ do: "silence" })),
    overrides: day,
    expect: [{ what: "result", value: "hangup" }],
  },
];

test("G22 tests run in virtual time and sum their coverage", () => {
  const { results, coverage } = runFlowTests(program, [bill, ...others], noTools, world);
  expect(results.flatMap(({ failures }) => failures)).toEqual([]);
  expect(coverage).toEqual({ nodes: { all: 8, missing: [] }, exits: { all: 12, missing: [] } });
});

test("G22 a failure says in Chinese what was expected and what came", () => {
  const wrong: FlowTest = {
    ...bill,
    steps: [{ do: "hangUp" }, { do: "keys", value: "1" }],
    expect: [
      { what: "said", value: "晚上好" },
      { what: "node", value: "p" },
      { what: "variable", name: "sum", value: "3" },
      { what: "target", value: "g1" },
      { what: "result", value: "hangup" },
    ],
  };
  expect(runFlowTest(program, wrong, noTools, world).failures).toEqual([
    "第2步（按键）：通话已经结束（客户挂机）",
    "没有播报“晚上好”，播报的是：请问要办什么",
    "没有经过节点“p”",
    "变量“sum”应为“3”，实际为“”",
    "应转到“g1”，实际为“没有转接”",
    "结果应为“流程挂机”，实际为“客户挂机”",
  ]);
});

test("G22 500 tests take less than ten seconds", () => {
  const started = performance.now();
  const { results } = runFlowTests(
    program,
    Array.from({ length: 500 }, () => bill),
    noTools,
    world,
  );
  expect(results.every(({ passed }) => passed)).toBe(true);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("G127 a recording is heard where there is an ear; without one its text is said to the letter", () => {
  const audio = { id: "a1", name: "客户.wav" };
  const recorded: FlowTest = {
    name: "录音",
    steps: [{ do: "audio", value: "查一下账单", audio }],
    overrides: { ...day, interfaces: { if: { ok: true, values: { sum: 12.5 } } } },
    expect: [{ what: "said", value: "12.5元" }],
  };
  expect(runFlowTest(program, recorded, noTools, world).failures).toEqual([]);
  const said: unknown[] = [];
  const deaf: TestWorld["hears"] = (what) => {
    said.push(what);
    return { type: "silence" };
  };
  expect(runFlowTest(program, recorded, noTools, { ...world, hears: deaf }).failures[0]).toBe(
    "第1步（音频文件）：识别引擎没有听到声音",
  );
  expect(said).toEqual([{ text: "查一下账单", audioId: "a1" }]);
});

test("G130 the time of a test goes on from the one it begins with", () => {
  const waits = body([
    node("s", "start", { to: { next: "k" } }),
    node("k", "keyNav", { says: ["请按1"], config: { keys: ["1"], firstSeconds: 30 }, to: { "key-1": "t" } }),
    node("t", "play", { says: ["现在${now}"], to: { next: "x" } }),
    node("x", "hangup"),
  ]);
  const timed = compile({ flowId: "f", versionId: "v", flowType: 1, body: waits, voice: null });
  const of = (now: string): FlowTest => ({
    name: "等二十秒",
    steps: [
      { do: "wait", value: 20 },
      { do: "keys", value: "1" },
    ],
    overrides: now === "" ? {} : { now },
    expect: [{ what: "said", value: now === "" ? "现在" : "现在2026-11-27 00:00:10" }],
  });
  for (const now of ["2026-11-26 23:59:50", ""])
    expect(runFlowTest(timed, of(now), noTools, world).failures).toEqual([]);
});
