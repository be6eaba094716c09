/** Flows of a few nodes for tests. */
import type { Branch, FlowBody, FlowNode, Talking } from "../flow.ts";

export const say = (text: string, more: Partial<Talking> = {}): Talking => ({
  talkKey: `t-${text}`,
  playType: "tts",
  variable: [],
  text,
  audios: [],
  tts: "",
  skills: {},
  ...more,
});

interface Made {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly says?: readonly (string | Talking)[];
  /** By exit; 'next' is the next node. intents: by exit. */
  readonly to?: Readonly<Record<string, string>>;
  readonly intents?: Readonly<Record<string, string>>;
  readonly sensitive?: boolean;
}

export function node(
  nodeId: string,
  nodeType: string,
  { config = {}, says = [], to = {}, intents = {}, sensitive = false }: Made = {},
): FlowNode {
  const { next: nextNodeId = "", ...exits } = to;
  const branch: readonly Branch[] = Object.entries(exits).map(([id, target]) => ({
    id,
    nodeName: id,
    nodeId: target,
    dictionariesId: intents[id] ?? "",
  }));
  const talkings = says.map((said) => (typeof said === "string" ? say(said) : said));
  return {
    nodeId,
    nodeName: nodeId,
    nodeType,
    nextNodeId,
    branch,
    talkings,
    sensitive,
    config,
    x: 0,
    y: 0,
    size: { width: 180, height: 64 },
    flowId: "f",
    remark: "",
  };
}

const line = (text: string) => [say(text)];

export function body(
  nodes: readonly FlowNode[],
  more: Partial<FlowBody> & { readonly subs?: Readonly<Record<string, readonly FlowNode[]>> } = {},
): FlowBody {
  const { subs = {}, ...rest } = more;
  const canvas = (id: string, classification: 1 | 2, own: readonly FlowNode[]) => ({
    subProcess: { subProcessId: id, subProcessName: id, classification, flow: { nodes: own, edges: [], groups: [] } },
  });
  return {
    nodes: [canvas("main", 1, nodes), ...Object.entries(subs).map(([id, own]) => canvas(id, 2, own))],
    qaNodes: [],
    globals: {
      unknown: { talkings: [line("没听懂一"), line("没听懂二"), line("没听懂三")], limit: 3 },
      timeout: { talkings: [line("请按键一"), line("请按键二"), line("请按键三")], limit: 3 },
    },
    collectVariable: [],
    removeIds: { talkIds: [], wordIds: [], nodeIds: [] },
    variableFormConf: {},
    variableForm: "",
    ...rest,
  };
}
