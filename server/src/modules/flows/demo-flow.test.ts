import { compile, coverageOf, runFlowTest, validate, type FlowTest, type TestWorld } from "@liantai/api/flows";
import { demoPrompts } from "../system/index.ts";
import { demoFlow } from "./demo-flow.ts";
import { bodyOf, textOf } from "./reading.ts";
import { flowTools } from "./tools.ts";

const open = { timeRules: ["day"] };
const night = { timeRules: [] };
const ids = { wait: "wait", closed: "closed", busy: "busy" };
const wordings = ({ zh, en }: { readonly zh: string; readonly en: string }) =>
  Object.entries({ zh, en }).map(([language, text]) => ({ language, text, voiceId: "" }));
const world: TestWorld = {
  prompts: Object.fromEntries(Object.entries(demoPrompts).map(([id, each]) => [id, wordings(each)])),
  understand: () => ({ intentId: "", score: 0, secondId: "", secondScore: 0, by: "", slots: {} }),
};
const key = (value: string) => [{ do: "keys", value } as const];
const hungUp = { what: "result", value: "hangup" } as const;
const waits = [{ do: "silence" }] as const;

const tests: readonly FlowTest[] = [
  {
    name: "中文，工作时间",
    steps: key("1"),
    overrides: open,
    expect: [
      { what: "target", value: "group" },
      { what: "said", value: "正在为您转接" },
      { what: "result", value: "transferred" },
    ],
  },
  { name: "英文，工作时间", steps: key("2"), overrides: open, expect: [{ what: "said", value: "Please hold" }] },
  { name: "不按键的当作中文", steps: waits, overrides: open, expect: [{ what: "said", value: "正在为您转接" }] },
  { name: "重听以后选英文", steps: key("*2"), overrides: open, expect: [{ what: "said", value: "Please hold" }] },
  { name: "中文，下班", steps: key("1"), overrides: night, expect: [{ what: "said", value: "没有坐席在线" }, hungUp] },
  { name: "英文，下班", steps: key("2"), overrides: night, expect: [{ what: "said", value: "We are closed" }, hungUp] },
  { name: "按错的当作中文", steps: key("7"), overrides: open, expect: [{ what: "said", value: "正在为您转接" }] },
  ...(["timeout", "full", "absent"] as const).flatMap((result): FlowTest[] =>
    [
      ["1", result === "absent" ? "没有坐席在线" : "坐席正忙"],
      ["2", result === "absent" ? "We are closed" : "All our agents are busy"],
    ].map(([pressed, value]) => ({
      name: `${pressed} ${result}`,
      steps: key(pressed!),
      overrides: { ...open, transfers: { group: result } },
      expect: [{ what: "said", value: value! }, hungUp],
    })),
  ),
];

test("G120 the demonstration's flow speaks the language that was chosen; it is read strictly, its tests take every branch", () => {
  const flow = demoFlow("group", ids, { id: "day", name: "服务时间" });
  expect(bodyOf(textOf(flow))).toEqual(flow);
  const there = { name: "有", enabled: true };
  const around = {
    existing: {
      skillGroup: { group: there },
      timeRule: { day: there },
      sharedPrompt: { wait: there, closed: there, busy: there },
    },
    ...{ voices: {}, intents: {}, inUse: [], engines: { speaks: true, listens: "off" as const } },
    ...{
      expressionError: () => undefined,
      expressionNames: () => [],
      expressionFails: () => true,
      patternError: () => undefined,
    },
  };
  expect([validate(flow, around), validate(demoFlow("group", ids), around)]).toEqual([[], []]);
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: flow, voice: null });
  const results = tests.map((one) => runFlowTest(program, one, flowTools, world));
  expect(results.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`))).toEqual([]);
  expect(coverageOf(program, results)).toMatchObject({ nodes: { missing: [] }, exits: { missing: [] } });
});

test("without a time rule it asks the group at any hour", () => {
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: demoFlow("group", ids), voice: null });
  const { track } = runFlowTest(program, { ...tests[0]!, overrides: {} }, flowTools, world);
  expect(track.filter(({ action }) => action === "node").map(({ nodeName }) => nodeName)).toEqual([
    "开始",
    "选择语言",
    "中文",
    "转人工",
  ]);
});
