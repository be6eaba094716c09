/** A new flow: a start that leads to a hangup; a new shared sub-process comes back to who called it. */
import {
  flowTypes,
  type Branch,
  type FlowBody,
  type FlowNode,
  type FlowType,
  type GlobalNode,
  type Talking,
} from "@liantai/api/flows";

export const plainNode = (
  nodeId: string,
  nodeType: string,
  nodeName: string,
  more: Partial<FlowNode> & Pick<FlowNode, "x" | "y">,
): FlowNode => ({
  nodeId,
  nodeName,
  nodeType,
  nextNodeId: "",
  size: { width: 180, height: 64 },
  branch: [],
  talkings: [],
  flowId: "",
  sensitive: false,
  remark: "",
  config: {},
  ...more,
});

export const spoken = (talkKey: string, text: string, more: Partial<Talking> = {}): Talking => ({
  talkKey,
  playType: "tts",
  variable: [],
  text,
  audios: [],
  tts: "",
  skills: {},
  ...more,
});

export const wayOut = (id: string, nodeName: string, nodeId: string): Branch => ({
  id,
  nodeName,
  nodeId,
  dictionariesId: "",
});

const thrice = (key: string, texts: readonly [string, string, string]): GlobalNode => ({
  talkings: texts.map((text, at) => [spoken(`${key}-${at + 1}`, text)]),
  limit: 3,
});

export function bodyWith(nodes: readonly FlowNode[]): FlowBody {
  const edges = nodes.flatMap(({ nodeId, nextNodeId, branch }) =>
    [["next", nextNodeId] as const, ...branch.map((each) => [each.id, each.nodeId] as const)]
      .filter(([, target]) => target !== "")
      .map(([exit, target]) => ({ id: `${nodeId}-${exit}`, source: nodeId, exit, target })),
  );
  return {
    nodes: [
      {
        subProcess: {
          subProcessId: "main",
          subProcessName: "主流程",
          classification: 1,
          flow: { nodes, edges, groups: [] },
        },
      },
    ],
    qaNodes: [],
    globals: {
      unknown: thrice("unknown", [
        "抱歉，我没有听清，请再说一次。",
        "抱歉，还是没有听清，请您再说一次。",
        "抱歉，没能听懂您的意思。",
      ]),
      timeout: thrice("timeout", [
        "请您按键选择。",
        "没有收到您的按键，请再试一次。",
        "抱歉，长时间没有收到您的按键。",
      ]),
    },
    collectVariable: [],
    removeIds: { talkIds: [], wordIds: [], nodeIds: [] },
    variableFormConf: {},
    variableForm: "",
  };
}

export function blankBody(flowType?: FlowType): FlowBody {
  const [last, name] = flowType === flowTypes.shared ? (["end", "结束"] as const) : (["hangup", "挂机"] as const);
  return bodyWith([
    plainNode("start", "start", "开始", { x: 80, y: 160, nextNodeId: last }),
    plainNode(last, last, name, { x: 360, y: 160 }),
  ]);
}
