/**
 * Shared sub-processes are linked into the text of a flow that calls them: their canvases stand beside its own, under names of their own.
 * What comes out is a flow as any other, which is compiled and judged as one.
 */
import { configOf } from "../compile.ts";
import type { CollectedVariable, FlowBody, FlowNode, SubProcess } from "../flow.ts";
import { own } from "../values.ts";
import { isLinked, linkedName } from "./names.ts";

export interface SharedVersion {
  readonly versionId: string;
  readonly version: number;
  readonly body: FlowBody;
}

/** versions: by id, those that are called and the newest. newest: '' as long as none was published. */
export interface SharedFlow {
  readonly flowId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly newest: string;
  readonly versions: Readonly<Record<string, SharedVersion>>;
}

/** By id of the flow. */
export type SharedFlows = Readonly<Record<string, SharedFlow>>;

export interface SharedCall {
  readonly sub: SubProcess;
  readonly node: FlowNode;
  readonly flowId: string;
  /** '': the newest. */
  readonly versionId: string;
  readonly results: readonly string[];
}

const callOf = (node: FlowNode): Omit<SharedCall, "sub"> | undefined => {
  if (node.nodeType !== "jump" || node.config["to"] !== "shared") return undefined;
  const { targetId, version, results } = configOf(node) as {
    readonly targetId: string;
    readonly version: string;
    readonly results: readonly string[];
  };
  return { node, flowId: targetId, versionId: version, results };
};

/** Nodes of a text that call shared sub-processes. */
export const sharedCalls = ({ nodes }: Pick<FlowBody, "nodes">): readonly SharedCall[] =>
  nodes.flatMap(({ subProcess: sub }) =>
    sub.flow.nodes.flatMap((node) => {
      const call = callOf(node);
      return call ? [{ sub, ...call }] : [];
    }),
  );

type Called = Pick<SharedCall, "flowId" | "versionId">;

export const calledVersion = (shared: SharedFlows, { flowId, versionId }: Called): SharedVersion | undefined => {
  const flow = own(shared, flowId);
  return flow && own(flow.versions, versionId || flow.newest);
};

export const mainOf = ({ nodes }: Pick<FlowBody, "nodes">): SubProcess | undefined =>
  (nodes.find(({ subProcess }) => subProcess.classification === 1) ?? nodes[0])?.subProcess;

/** Variables that whoever calls it has to have set. */
export function inputsOf(body: Pick<FlowBody, "nodes">): readonly string[] {
  const start = mainOf(body)?.flow.nodes.find(({ nodeType }) => nodeType === "start");
  return start ? (configOf(start)["inputs"] as readonly string[]) : [];
}

/** Names that its ends give; a result that nobody takes goes on to whoever called, so ends of its own sub-processes count. */
export const resultsOf = ({ nodes }: Pick<FlowBody, "nodes">): readonly string[] => [
  ...new Set(
    nodes.flatMap(({ subProcess }) =>
      subProcess.flow.nodes.flatMap((node) => {
        const result = node.nodeType === "end" ? configOf(node)["result"] : undefined;
        return typeof result === "string" && result !== "" ? [result] : [];
      }),
    ),
  ),
];

type Name = (id: string) => string;

/** Of a canvas that is linked in: everything in it that is an id of a canvas or a node of its flow. */
function renamed(node: FlowNode, name: Name): FlowNode {
  const to = (id: string) => (id === "" ? "" : name(id));
  const { targetId, to: where } = node.config;
  const own = node.nodeType === "jump" && (where === "node" || where === "subProcess" || where === undefined);
  return {
    ...node,
    nodeId: name(node.nodeId),
    nextNodeId: to(node.nextNodeId),
    branch: node.branch.map((branch) => ({ ...branch, nodeId: to(branch.nodeId) })),
    config: own && typeof targetId === "string" ? { ...node.config, targetId: to(targetId) } : node.config,
  };
}

export interface LinkedBody {
  readonly body: FlowBody;
  /** Version by shared sub-process, of those that are called as their newest. */
  readonly links: Readonly<Record<string, string>>;
}

class Linker {
  readonly links: Record<string, string> = {};
  readonly canvases: FlowBody["nodes"][number][] = [];
  readonly variables: CollectedVariable[];
  readonly #shared: SharedFlows;
  readonly #made = new Set<string>();

  constructor({ collectVariable }: FlowBody, shared: SharedFlows) {
    this.#shared = shared;
    this.variables = [...collectVariable];
  }

  nodes(nodes: readonly FlowNode[]): readonly FlowNode[] {
    return nodes.map((node) => {
      const call = callOf(node);
      return call ? { ...node, config: { ...node.config, ...this.#target(call) } } : node;
    });
  }

  /** What is not there stays a name that no canvas has: the call then fails at this node. */
  #target(call: Called): { readonly targetId: string; readonly data: readonly string[] } {
    const { flowId, versionId } = call;
    const version = calledVersion(this.#shared, call);
    if (!version) return { targetId: `${flowId}/`, data: [] };
    if (versionId === "") this.links[flowId] = version.versionId;
    const name = (id: string) => linkedName(flowId, version.version, id);
    this.#add(flowId, version, name);
    return { targetId: name(mainOf(version.body)?.subProcessId ?? ""), data: inputsOf(version.body) };
  }

  /** Once a version, however often it is called. */
  #add(flowId: string, { versionId, body }: SharedVersion, name: Name): void {
    if (this.#made.has(versionId)) return;
    this.#made.add(versionId);
    const known = new Set(this.variables.map(({ vName }) => vName));
    this.variables.push(...body.collectVariable.filter(({ vName }) => !known.has(vName)));
    const main = mainOf(body);
    for (const { subProcess } of body.nodes) {
      const nodes = this.nodes(subProcess.flow.nodes.map((node) => renamed(node, name)));
      this.canvases.push({
        subProcess: {
          subProcessId: name(subProcess.subProcessId),
          subProcessName: subProcess === main ? (own(this.#shared, flowId)?.name ?? "") : subProcess.subProcessName,
          classification: 2,
          flow: { nodes, edges: [], groups: [] },
        },
      });
    }
  }
}

export function link(body: FlowBody, shared: SharedFlows): LinkedBody {
  if (sharedCalls(body).length === 0) return { body, links: {} };
  const linker = new Linker(body, shared);
  const nodes = body.nodes.map(({ subProcess }) => ({
    subProcess: { ...subProcess, flow: { ...subProcess.flow, nodes: linker.nodes(subProcess.flow.nodes) } },
  }));
  return {
    body: { ...body, nodes: [...nodes, ...linker.canvases], collectVariable: linker.variables },
    links: linker.links,
  };
}

/** Its own canvases alone. */
export const isOwn = ({ subProcessId }: Pick<SubProcess, "subProcessId">): boolean => !isLinked(subProcessId);
