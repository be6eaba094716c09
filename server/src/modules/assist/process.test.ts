import type { FlowNode } from "@liantai/api/flows";
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
