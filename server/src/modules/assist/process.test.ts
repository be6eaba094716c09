import type { FlowNode } from "@liantai/api/flows";
import { body, node as built } from "@liantai/api/testing/flows";
import { beginProcess, follow, present, type AssistFlow } from "./process.ts";

const talking = (text: string) => ({
  talkKey: text,
  playType: "tts" as const,
  variable: [],
  text,
  audios: [],
  tts: "",
  skills: {},
});
const node = (nodeId: string, nodeType: string, text: string, more: Partial<FlowNode> = {}): FlowNode => ({
  nodeId,
  nodeName: nodeId,
  nodeType,
  nextNodeId: "",
  x: 0,
  y: 0,
  size: { width: 1, height: 1 },
  branch: [],
  talkings: text ? [talking(text)] : [],
  flowId: "f",
  sensitive: false,
  remark: "",
  config: {},
  ...more,
});
const branch = (id: string, nodeName: string, nodeId: string) => ({ id, nodeName, nodeId, dictionariesId: "" });

const nodes = [
  node("start", "start", "", { nextNodeId: "hello" }),
  node("hello", "play", "您好，请问有什么可以帮您", { nextNodeId: "ask" }),
  node("ask", "speech", "请问您要退款还是换货", {
    branch: [branch("a", "退款", "refund"), branch("b", "换货", "")],
  }),
  node("refund", "play", "退款三个工作日到账"),
];
const flow: AssistFlow = {
  flowId: "f",
  name: "售后",
  body: {
    nodes: [
      {
        subProcess: {
          subProcessId: "m",
          subProcessName: "主流程",
          classification: 1,
          flow: { nodes, edges: [], groups: [] },
        },
      },
    ],
    qaNodes: [],
    globals: { unknown: { talkings: [], limit: 1 }, timeout: { talkings: [], limit: 1 } },
    collectVariable: [],
    removeIds: { talkIds: [], wordIds: [], nodeIds: [] },
    variableFormConf: {},
    variableForm: "",
  },
};

test("A5 the process goes on when the agent said his step, and when the customer's sentence takes a branch", () => {
  const begun = beginProcess(flow)!;
  expect(present(begun)).toMatchObject({
    flowId: "f",
    flowData: { name: "售后", steps: [{ nodeId: "hello" }, { nodeId: "ask" }, { nodeId: "refund" }] },
    nodeData: { nodeId: "hello", content: "您好，请问有什么可以帮您" },
  });
  expect(follow(begun, "agent", "今天天气不错")).toBe(begun);
  expect(follow(begun, "customer", "您好请问有什么可以帮您")).toBe(begun);
  const asked = follow(begun, "agent", "您好呀请问有什么可以帮到您");
  expect(asked.nodeId).toBe("ask");
  expect(follow(asked, "agent", "请问您要退款还是换货")).toBe(asked);
  expect(follow(asked, "customer", "我要换货")).toBe(asked);
  expect(follow(asked, "customer", "给我退款")).toMatchObject({ nodeId: "refund" });
  expect(follow(asked, "customer", "钱还我", () => "a")).toMatchObject({ nodeId: "refund" });
});

test("A5 a flow without a beginning, and one that goes in a circle without words, lead nobody", () => {
  const of = (inner: readonly FlowNode[]): AssistFlow => ({
    ...flow,
    body: {
      ...flow.body,
      nodes: [{ subProcess: { ...flow.body.nodes[0]!.subProcess, flow: { nodes: inner, edges: [], groups: [] } } }],
    },
  });
  expect(beginProcess(of([]))).toBeUndefined();
  const circle = [node("start", "start", "", { nextNodeId: "a" }), node("a", "variable", "", { nextNodeId: "start" })];
  expect(beginProcess(of(circle))).toBeUndefined();
});

const prompt = (promptId: string) => ({ ...talking(""), playType: "prompt" as const, promptId });
const wording = (language: string, text: string) => ({ language, text, voiceId: "" });

test("G141 a step says a shared prompt in the flow's own language; a sound alone is no step", () => {
  const said: AssistFlow = {
    ...{ flowId: "f", name: "售后" },
    body: body(
      [
        built("s", "start", { to: { next: "jingle" } }),
        built("jingle", "play", { says: [prompt("sound")], to: { next: "hello" } }),
        built("hello", "play", { says: [prompt("hello"), "请讲"], to: { next: "bye" } }),
        built("bye", "play", { says: [prompt("gone"), "再见"] }),
      ],
      { collectVariable: [{ vName: "language", vAlias: "语言", type: "text", value: "en" }] },
    ),
    prompts: {
      hello: [wording("zh", "您好"), wording("en", "Good morning")],
      sound: [{ language: "zh", text: "", voiceId: "v" }],
    },
  };
  const begun = beginProcess(said)!;
  expect(present(begun).nodeData).toEqual({ nodeId: "hello", content: "Good morning\n请讲" });
  expect(present(begun).flowData.steps.map(({ content }) => content)).toEqual(["Good morning\n请讲", "再见"]);
  expect(follow(begun, "agent", "good morning 请讲").nodeId).toBe("bye");
});

test("G141 the process goes into a sub-process, and by its result back to where it was called", () => {
  const jump = (id: string, targetId: string, to: Record<string, string>) =>
    built(id, "jump", { config: { to: "subProcess", targetId, results: Object.keys(to) }, to });
  const led: AssistFlow = {
    ...{ flowId: "f", name: "核身" },
    body: body(
      [
        built("s", "start", { to: { next: "check" } }),
        jump("check", "sub", { next: "sorry", 通过: "done" }),
        built("done", "play", { says: ["核对通过，马上为您办理"] }),
        built("sorry", "play", { says: ["抱歉没有核对成功"], to: { next: "again" } }),
        jump("again", "short", { next: "done" }),
      ],
      {
        subs: {
          sub: [
            built("s2", "start", { to: { next: "name" } }),
            built("name", "speech", { says: ["请问您的姓名"], to: { 对: "ok", 不对: "no" } }),
            built("ok", "end", { config: { result: "通过" } }),
            built("no", "end"),
          ],
          // Ends with a step that leads nowhere, as its own canvas does in calls.
          short: [built("s3", "start", { to: { next: "wait" } }), built("wait", "play", { says: ["请您稍等片刻"] })],
        },
      },
    ),
  };
  const begun = beginProcess(led)!;
  expect(present(begun)).toMatchObject({
    nodeData: { nodeId: "name", content: "请问您的姓名" },
    flowData: { steps: [{ nodeId: "name" }, { nodeId: "done" }, { nodeId: "sorry" }, { nodeId: "wait" }] },
  });
  expect(follow(begun, "customer", "对的", () => "对").nodeId).toBe("done");
  const sorry = follow(begun, "customer", "不对的");
  expect(sorry.nodeId).toBe("sorry");
  const wait = follow(sorry, "agent", "抱歉没有核对成功");
  expect(wait.nodeId).toBe("wait");
  expect(follow(wait, "agent", "请您稍等片刻")).toMatchObject({ nodeId: "done", calls: [] });
  // One that calls itself without a word says nothing.
  const endless = body([built("s", "start", { to: { next: "j" } }), jump("j", "main", {})]);
  expect(beginProcess({ ...led, body: endless })).toBeUndefined();
});
