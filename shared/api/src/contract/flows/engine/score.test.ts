/** How well the last sentence was understood: `score`, the engine's own (G132). */
import type { CollectedVariable, FlowBody } from "./flow.ts";
import { compile } from "./compile.ts";
import { runFlowTest } from "./flow-test/index.ts";
import { body, node } from "./testing/build.ts";
import { TestCaller } from "./testing/caller.ts";
import { around, errors, sound } from "./testing/sound.ts";
import { noTools } from "./tools.ts";
import { validate } from "./validate/index.ts";

const declared: CollectedVariable = { vName: "score", vAlias: "评分", type: "number", value: "5" };

const flow = (collectVariable: FlowBody["collectVariable"] = []) =>
  body(
    [
      node("s", "start", { to: { next: "q" } }),
      node("q", "speech", {
        says: ["得分${score}，请说"],
        config: { tries: 3, branches: [{ id: "bill", name: "查账单", key: "1" }] },
        to: { bill: "c", unknown: "h", timeout: "h" },
        intents: { bill: "i1" },
      }),
      node("c", "condition", {
        config: { rules: [{ id: "sure", rows: [{ variable: "score", operator: "ge", value: "0.6" }] }] },
        to: { sure: "yes", else: "no" },
      }),
      node("yes", "play", { says: ["办理${score}"], to: { next: "q" } }),
      node("no", "play", { says: ["再确认${score}"], to: { next: "h" } }),
      node("h", "hangup"),
    ],
    { collectVariable },
  );

const spoken = ({ effects }: TestCaller) =>
  effects.flatMap((effect) =>
    effect.do === "play" ? effect.says.map((said) => (said.kind === "text" ? said.text : "")) : [],
  );
const heard = ({ effects }: TestCaller) =>
  effects.flatMap((effect) => (effect.do === "note" && effect.note.action === "heard" ? [effect.note.data] : []));

const called = (scores: readonly (readonly [intentId: string, score: number])[], drawn = flow()) => {
  const left = [...scores];
  return new TestCaller(drawn, {
    answer: () => {
      const [intentId = "", score = 0] = left.shift() ?? [];
      return { intentId, score, secondId: "", secondScore: 0, by: "samples" };
    },
  }).begin();
};

test("G132 score is 0 before the first sentence, then the figure of 114, understood or not; keys leave it", () => {
  const caller = called([
    ["", 0.31],
    ["i1", 0.82],
    ["i1", 0.55],
  ]);
  caller.heardOut().says("嗯");
  expect([caller.state.vars["score"], caller.state.vars["lastIntent"]]).toEqual([0.31, ""]);
  caller.heardOut().says("查账单").heardOut();
  expect([caller.state.vars["score"], caller.state.vars["lastIntent"]]).toEqual([0.82, "i1"]);
  // Back at the question: a key is no sentence.
  caller.heardOut().keys("1").heardOut();
  expect(caller.state.vars["score"]).toBe(0.82);
  caller.heardOut().says("账单");
  expect(heard(caller).map((data) => data?.["score"])).toEqual([0.31, 0.82, 0.55]);
  const said = spoken(caller);
  expect([said[0], ...said.filter((text) => /办理|再确认/.test(text))]).toEqual([
    "得分0，请说",
    "办理0.82",
    "办理0.82",
    "再确认0.55",
  ]);
});

test("G132 where a version declares score itself it stays the flow's, whatever is heard", () => {
  const caller = called([["i1", 0.2]], flow([declared]));
  caller.heardOut().says("查账单");
  expect(spoken(caller)).toEqual(["得分5，请说", "办理5"]);
});

test("G132 what is published anew may not declare score, nor set it; an expression over it is one of numbers", () => {
  const texts = (changed: Partial<FlowBody>) => errors(validate(sound(undefined, changed), around)).map((e) => e.text);
  expect(texts({})).toEqual([]);
  expect(texts({ collectVariable: [...sound().collectVariable, declared] })).toContain("变量“score”与系统变量重名");
  const asked: string[] = [];
  const types: unknown[] = [];
  validate(sound(), {
    ...around,
    expressionError: (text, names, use) => {
      asked.push(...names);
      types.push(use.types["score"]);
      return undefined;
    },
  });
  expect(asked).toContain("score");
  expect(new Set(types)).toEqual(new Set(["number"]));
});

test("G132 tests of a flow have it as its calls have", () => {
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: flow(), voice: null });
  const tested = runFlowTest(
    program,
    {
      name: "得分",
      steps: [{ do: "say", value: "查账单" }, { do: "hangUp" }],
      overrides: {},
      expect: [
        { what: "said", value: "办理0.7" },
        { what: "variable", name: "score", value: "0.7" },
      ],
    },
    noTools,
    {
      understand: () => ({ intentId: "i1", score: 0.7, secondId: "", secondScore: 0, by: "samples", slots: {} }),
      timeRule: () => "",
    },
  );
  expect(tested.failures).toEqual([]);
});
