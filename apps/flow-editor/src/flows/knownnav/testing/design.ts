/** Flows of a few nodes for the tests of the editor. */
import type { FlowBody, FlowNode } from "@liantai/api/flows";
import type { Design } from "../model/body.ts";

export const node = (nodeId: string, nodeType: string, more: Partial<FlowNode> = {}): FlowNode => ({
  ...{ nodeId, nodeName: nodeId, nodeType, nextNodeId: "", x: 0, y: 0, size: { width: 180, height: 64 } },
  ...{ branch: [], talkings: [], flowId: "f1", sensitive: false, remark: "", config: {} },
  ...more,
});

export const branch = (id: string, nodeId: string, dictionariesId = "") => ({
  ...{ id, nodeName: id, nodeId, dictionariesId },
});

export const says = (talkKey: string, text: string) => ({
  ...{ talkKey, playType: "tts" as const, variable: [], text, audios: [], tts: "", skills: {} },
});

type Canvases = Readonly<Record<string, readonly FlowNode[]>>;

/** The first is the main one. */
export function bodyWith(canvases: Canvases, more: Partial<FlowBody> = {}): FlowBody {
  const global = (key: string) => ({ talkings: [[says(key, "请再说一次")]], limit: 3 });
  return {
    nodes: Object.entries(canvases).map(([id, nodes], at) => ({
      subProcess: {
        ...{ subProcessId: id, subProcessName: id, classification: at === 0 ? 1 : 2 },
        flow: { nodes, edges: [], groups: [] },
      },
    })),
    globals: { unknown: global("unknown-1"), timeout: global("timeout-1") },
    ...{ qaNodes: [], collectVariable: [], variableFormConf: {}, variableForm: "" },
    removeIds: { talkIds: [], wordIds: [], nodeIds: [] },
    ...more,
  };
}

export const designWith = (canvases: Canvases, more: Partial<FlowBody> = {}): Design => ({
  body: bodyWith(canvases, more),
  tts: "",
});

/** start → menu (1 → service, 2 → bye) */
export const small: readonly FlowNode[] = [
  node("start", "start", { nodeName: "开始", nextNodeId: "menu" }),
  node("menu", "keyNav", {
    ...{ nodeName: "主菜单", x: 260, talkings: [says("t1", "人工服务请按1")] },
    branch: [branch("key-1", "service"), branch("key-2", "bye")],
  }),
  node("service", "skillGroup", { nodeName: "转客服", x: 540, config: { targetId: "g1" } }),
  node("bye", "hangup", { nodeName: "再见", x: 540, y: 240, talkings: [says("t2", "再见")] }),
];
