import { compile } from "./compile.ts";
import { runFlowTest } from "./flow-test/index.ts";
import type { Question } from "./session.ts";
import { body, node } from "./testing/build.ts";
import { TestCaller } from "./testing/caller.ts";
import { nodeTypeOf } from "./nodes/index.ts";
import { noTools } from "./tools.ts";

const flow = body([
  node("s", "start", { to: { next: "k" } }),
  node("k", "knowledge", {
    config: { by: "class", classId: "hours", followUp: "还有问题吗", rounds: 1 },
    to: { answered: "x", notFound: "x" },
  }),
  node("x", "hangup"),
]);

test("G137 知识播报 by class asks for it without a sentence, and what is said after it among the same class", () => {
  const asked: Question[] = [];
  const caller = new TestCaller(flow, {
    answer: (ask) => {
      asked.push(ask);
      return { found: true, says: [{ text: "text" in ask && ask.text === "" ? "九点开门" : "六点关门" }] };
    },
  }).begin();
  caller.heardOut().says("几点关门");
  const of = { what: "knowledge", classId: "hours", questionId: "" };
  expect(asked).toEqual([
    { ...of, text: "" },
    { ...of, text: "几点关门" },
  ]);
  expect(caller.said).toEqual(["九点开门", "还有问题吗", "六点关门"]);
});

test("G137 a class has to be chosen; tests of a flow answer by its id", () => {
  const { faults } = nodeTypeOf("knowledge")!;
  const fault = (classId: string) =>
    faults?.({ by: "class", classId, questionId: "" }, flow.nodes[0]!.subProcess.flow.nodes[1]!);
  expect([fault(""), fault("hours")]).toEqual([[{ rule: "target", text: "请选择知识分类" }], []]);
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: flow, voice: null });
  const world = { understand: () => ({ intentId: "", score: 0, secondId: "", secondScore: 0, by: "", slots: {} }) };
  const test = {
    ...{ name: "分类", steps: [], overrides: { knowledge: { hours: "九点开门" } } },
    expect: [{ what: "said", value: "九点开门" } as const],
  };
  expect(runFlowTest(program, test, noTools, world).failures).toEqual([]);
});
