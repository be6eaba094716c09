/**
 * A flow from its JSON text (flows.md E2): the properties of realtime.md section 3, ours or not, and no other, within
 * their bounds.
 */
import { misses, type FlowBody, type FlowNode } from "../flow.ts";
import { filled, type WrittenBody } from "./filled.ts";
import { configFaults } from "./node-config.ts";
import { free, id, list, map, number, oneOf, record, text, truth, type Fault, type Shape } from "./shape.ts";

export type { Fault } from "./shape.ts";

/** Of a flow: so many nodes in all, so many wordings a node, so much text. */
export const flowLimits = {
  nodes: 1_000,
  subProcesses: 100,
  talkings: 200,
  branches: 100,
  textBytes: 5_000_000,
} as const;

const talking = record(
  {
    talkKey: text(64, 1),
    playType: oneOf("audio", "tts", "prompt"),
    variable: list(text(60), 50),
    text: text(1_000),
    audios: list(id(), 20),
    tts: text(1_000),
    skills: record(
      {},
      { nth: number(1, 99), condition: text(1_000), weight: number(0, 1_000), when: oneOf(...misses) },
    ),
  },
  { promptId: id(true) },
);

const node = record(
  {
    nodeId: id(),
    nodeName: text(30, 1),
    nodeType: text(30, 1),
    nextNodeId: id(true),
    x: number(-100_000, 100_000),
    y: number(-100_000, 100_000),
    size: record({ width: number(0, 10_000), height: number(0, 10_000) }),
    branch: list(
      record({ id: text(64, 1), nodeName: text(60), nodeId: id(true), dictionariesId: id(true) }),
      flowLimits.branches,
    ),
    talkings: list(talking, flowLimits.talkings),
    flowId: id(true),
  },
  { sensitive: truth, remark: text(500), config: free },
);

const subProcess = record({
  subProcessId: id(),
  subProcessName: text(30, 1),
  classification: oneOf(1, 2, 3),
  flow: record({
    nodes: list(node, flowLimits.nodes),
    edges: list(record({ id: text(200, 1), source: id(), exit: text(64, 1), target: id() }), flowLimits.nodes * 10),
    groups: list(record({ id: id(), name: text(60), nodeIds: list(id(), flowLimits.nodes) }), 200),
  }),
});

const globalNode = record({ talkings: list(list(talking, 20), 9), limit: number(1, 9) }, { exit: id(true) });
const ids = list(id(), 10_000);

const flow: Shape = record({
  nodes: list(record({ subProcess }), flowLimits.subProcesses),
  qaNodes: list(record({ subProcessId: id(), dictionariesId: id() }), 500),
  globals: record({ unknown: globalNode, timeout: globalNode }),
  collectVariable: list(
    record(
      { vName: text(30, 1), vAlias: text(30) },
      { type: oneOf("text", "number", "boolean", "list"), value: text(290) },
    ),
    200,
  ),
  removeIds: record({ talkIds: ids, wordIds: ids, nodeIds: ids }),
  variableFormConf: map(text(64, 1), 200),
  variableForm: id(true),
});

const mostFaults = 50;

export type ReadFlow = { readonly body: FlowBody } | { readonly faults: readonly Fault[] };

/** At most 50 faults. Properties of nodes are checked, too; what only publishing asks for is the validator's. */
export function readFlow(json: string): ReadFlow {
  if (json.length > flowLimits.textBytes) return { faults: [{ path: "", text: "流程内容过大" }] };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { faults: [{ path: "", text: "不是JSON" }] };
  }
  return checkFlow(value);
}

export function checkFlow(value: unknown): ReadFlow {
  const faults: Fault[] = [];
  const tell = (fault: Fault) => void (faults.length < mostFaults && faults.push(fault));
  flow(value, "", tell);
  if (faults.length > 0) return { faults };
  const body = filled(value as WrittenBody);
  const count = body.nodes.reduce((sum, { subProcess: sub }) => sum + sub.flow.nodes.length, 0);
  if (count > flowLimits.nodes) tell({ path: "nodes", text: `节点不能超过${flowLimits.nodes}个` });
  body.nodes.forEach(({ subProcess: { flow: own } }, at) =>
    own.nodes.forEach((each, n) => tellNode(each, `nodes[${at}].subProcess.flow.nodes[${n}]`, tell)),
  );
  return faults.length > 0 ? { faults } : { body };
}

function tellNode({ nodeName, nodeType, config }: FlowNode, path: string, tell: (fault: Fault) => void): void {
  for (const { path: own, text: words } of configFaults(nodeType, config))
    tell({ path: `${path}.config.${own}`, text: `节点“${nodeName}”：${words}` });
}
