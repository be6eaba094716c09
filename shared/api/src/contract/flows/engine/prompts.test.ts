import { compile } from "./compile.ts";
import { runFlowTest, type TestWorld } from "./flow-test/index.ts";
import { promptsIn } from "./prompts.ts";
import { readFlow } from "./read/index.ts";
import type { Prompts } from "./session.ts";
import { begun, step } from "./step.ts";
import { body, node, say } from "./testing/build.ts";
import { noTools } from "./tools.ts";
import { validate, type Surroundings } from "./validate/index.ts";

const shared = (promptId: string) => say("", { talkKey: `k-${promptId}`, playType: "prompt", promptId });
const text = (vName: string, value: string) => ({ vName, vAlias: vName, type: "text" as const, value });
const flow = body(
  [
    node("s", "start", { to: { next: "lang" } }),
    node("lang", "keyNav", { config: { keys: ["2"], tries: 1 }, to: { "key-2": "en", timeout: "hi", invalid: "hi" } }),
    node("en", "variable", { config: { assign: [{ vName: "language", value: "en" }] }, to: { next: "hi" } }),
    node("hi", "play", { says: [shared("hello"), "接着"], to: { next: "x" } }),
    node("x", "hangup", { says: [shared("bye")] }),
  ],
  { collectVariable: [text("language", "zh"), text("sum", "12")] },
);
const prompts: Prompts = {
  hello: [
    { language: "zh", text: "您好，${sum}元", voiceId: "" },
    { language: "en", text: "Hello, ${sum} yuan", voiceId: "" },
  ],
  bye: [{ language: "zh", text: "", voiceId: "v-bye" }],
};
const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: flow, voice: null });

function said(keys: string, given: Prompts | undefined = prompts): readonly string[] {
  const world: TestWorld = {
    understand: () => ({ intentId: "", score: 0, secondId: "", secondScore: 0, by: "", slots: {} }),
    ...(given ? { prompts: given } : {}),
  };
  const steps = keys === "" ? [] : [{ do: "keys", value: keys } as const];
  const test = { name: "一", steps: [...steps, { do: "silence" } as const], overrides: {}, expect: [] };
  return runFlowTest(program, test, noTools, world)
    .track.filter(({ action }) => action === "play")
    .map(({ content = "" }) => content);
}

test("G120 a wording that names a shared prompt is said in the call's language, else in the prompt's first", () => {
  expect(said("2")).toEqual(["Hello, 12 yuan接着", "audio"]);
  expect(said("")).toEqual(["您好，12元接着", "audio"]);
  expect(said("2", { ...prompts, hello: prompts["hello"]!.slice(0, 1) })[0]).toBe("您好，12元接着");
});

test("G120 a prompt that is gone says nothing, and what stands beside it is said", () => {
  expect(said("2", {})).toEqual(["接着"]);
});

test("G120 what a call began with stands in its state, whatever is saved meanwhile", () => {
  expect(promptsIn(program)).toEqual(["hello", "bye"]);
  const began = step(program, begun(program, 1), { type: "begin", vars: {}, prompts }, noTools).state;
  expect(began.prompts).toBe(prompts);
  const later = step(program, began, { type: "digit", digit: "2" }, noTools).state;
  expect(later.prompts).toBe(prompts);
});

test("G120 the validator names wordings without a prompt, or with one that is not there", () => {
  const around: Surroundings = {
    existing: { sharedPrompt: { hello: { name: "问候", enabled: true } } },
    ...{ voices: {}, intents: {}, inUse: [], engines: { speaks: true, listens: "any" } },
    ...{
      expressionError: () => undefined,
      expressionNames: () => [],
      expressionFails: () => true,
      patternError: () => undefined,
    },
  };
  const found = (given: typeof flow) =>
    validate(given, around)
      .filter(({ severity }) => severity === "error")
      .map((one) => one.text);
  expect(found(flow)).toEqual(["节点“x”：第1条话术的共享话术不存在"]);
  const { nodes } = flow.nodes[0]!.subProcess.flow;
  const blank = nodes.map((one) => (one.nodeId === "x" ? { ...one, talkings: [shared("")] } : one));
  expect(found(body(blank, { collectVariable: flow.collectVariable }))).toEqual(["节点“x”：第1条话术没有选择共享话术"]);
});

test("G19 a wording may name a shared prompt, and nothing else is new in it", () => {
  expect(readFlow(JSON.stringify(flow))).toEqual({ body: flow });
  const strange = JSON.stringify(flow).replace('"promptId":"bye"', '"prompt":"bye"');
  expect(readFlow(strange)).toMatchObject({ faults: [{ path: expect.stringContaining("talkings[0].prompt") }] });
});
