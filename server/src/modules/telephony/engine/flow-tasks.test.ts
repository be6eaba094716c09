/** Calls of tasks in flows: what their number's row gives them, what they leave behind, and who wants no calls. */
import { compile, flowTypes, noTools, type FlowBody, type FlowEvent } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import type { FlowFact } from "../../event-log/index.ts";
import type { Call, CallInput } from "../call/types.ts";
import { noFlows } from "../flows.ts";
import type { CallTask } from "../tasks.ts";
import { FlowRunner } from "./flow-runner.ts";
import type { FlowRunnerDeps } from "./flow-session.ts";

const asks = body(
  [
    node("开始", "start", { to: { next: "问" } }),
    node("问", "keyNav", {
      says: ["${name}您好，欠款${amount}元，任务${taskId}"],
      config: { keys: ["1", "9"], tries: 1 },
      to: { "key-1": "同意", "key-9": "谢绝", timeout: "再见", invalid: "再见" },
    }),
    node("同意", "variable", { config: { assign: [{ vName: "answer", value: "同意" }] }, to: { next: "再见" } }),
    node("谢绝", "variable", { config: { assign: [{ vName: "refused", value: "true" }] }, to: { next: "再见" } }),
    node("再见", "hangup"),
  ],
  {
    collectVariable: [
      { vName: "name", vAlias: "客户姓名", type: "text", value: "客户" },
      { vName: "amount", vAlias: "金额", type: "number", value: "0" },
      { vName: "answer", vAlias: "答复", type: "text", value: "" },
      { vName: "refused", vAlias: "谢绝来电", type: "boolean", value: "false" },
    ],
  },
);

interface Told {
  readonly said: string[];
  readonly notes: FlowFact[];
  readonly refusals: string[];
}

async function run(
  flow: FlowBody,
  task: CallTask | undefined,
  events: readonly FlowEvent["type"][] | readonly string[],
) {
  const told: Told = { said: [], notes: [], refusals: [] };
  const program = compile({ flowId: "f1", versionId: "v1", flowType: flowTypes.ivr, body: flow, voice: null });
  let call = {
    ...{ compId: "100001", callId: "c1", direction: "outbound", caller: "4001", callee: "13800138000" },
    ...{
      phase: { kind: "flow" },
      far: "p1",
      parties: [{ id: "p1", number: "13800138000" }],
      flow: { flowId: "f1", name: "催缴", asks: {} },
    },
    ...(task ? { task } : {}),
  } as unknown as Call;
  const work: Promise<unknown>[] = [];
  const runner = new FlowRunner({
    flows: { ...noFlows, tools: noTools, resolve: async () => program, byVersion: async () => program },
    clock: { now: () => 0, after: () => ({ cancel() {} }) },
    random: { int: () => 1 },
    dispatch(_callId: string, input: CallInput) {
      if (input.type !== "flowStepped") return;
      call = { ...call, flow: { ...call.flow!, state: input.state } };
      for (const effect of input.effects)
        if (effect.do === "play")
          told.said.push(effect.says.map((says) => (says.kind === "text" ? says.text : "")).join(""));
    },
    line: () => undefined,
    alarms: { watch: () => undefined, asked: () => undefined },
    note: (_call: Call, fact: FlowFact) => void told.notes.push(fact),
    gathered: () => {},
    refused: (_call: Call, by: string) => void told.refusals.push(by),
    track: (one: Promise<unknown>) => void work.push(one),
    logger: {
      error: (of: unknown) => {
        throw new Error(JSON.stringify(of));
      },
    },
  } as unknown as FlowRunnerDeps);
  runner.run(call, { do: "flow", event: { type: "begin", vars: {} } });
  await Promise.all(work);
  for (const digit of events) runner.run(call, { do: "flow", event: { type: "digit", digit } });
  runner.run(call, { do: "flowOver" });
  return told;
}

const task: CallTask = {
  ...{ type: 4, id: "t1", identity: "催缴", phoneId: "p1", attemptId: "a1" },
  variables: { 客户姓名: "王女士", amount: "120", 旁的: "无关", refused: "true", taskId: "t9" },
};

test("B16 a row's columns are the flow's variables by name or word, as their type; others and what the engine sets are not", async () => {
  const { said, refusals, notes } = await run(asks, task, ["1"]);
  expect(said).toEqual(["王女士您好，欠款120元，任务t1"]);
  expect(refusals).toEqual([]);
  expect(notes).toContainEqual({
    type: "flowVariables",
    flowId: "f1",
    values: { name: "王女士", amount: 120, answer: "同意", refused: false, lastKeys: "1" },
  });
});

test("D11 the key that refuses is told once, at once; the flow of who called himself tells nothing", async () => {
  const refusing = await run(asks, task, ["9"]);
  expect(refusing.refusals).toEqual(["客户按键“9”"]);
  const own = await run(asks, undefined, ["9"]);
  expect([own.said, own.refusals, own.notes]).toEqual([["客户您好，欠款0元，任务"], [], []]);
});
