/** Where an order goes from a node: along the first edge that fits, through gateways. Compiled once a version. */
import type { FlowDefinition, FlowEdge, FlowNode, Judge, NamedStatus, OrderValues } from "./flow.ts";

export interface CompiledFlow {
  readonly definition: FlowDefinition;
  readonly start: FlowNode;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly statuses: ReadonlyMap<string, NamedStatus>;
  /** By the node they leave, in their order, 其他情况 last. */
  readonly ways: ReadonlyMap<string, readonly FlowEdge[]>;
}

const compiled = new WeakMap<FlowDefinition, CompiledFlow>();

/** Throws RangeError without a start: validateFlow says so before a version is made. */
export function compileFlow(definition: FlowDefinition): CompiledFlow {
  const known = compiled.get(definition);
  if (known) return known;
  const start = definition.nodes.find(({ kind }) => kind === "start");
  if (!start) throw new RangeError("the flow has no start");
  const ways = new Map<string, FlowEdge[]>(definition.nodes.map(({ id }) => [id, []]));
  for (const edge of [...definition.edges.filter((e) => !e.otherwise), ...definition.edges.filter((e) => e.otherwise)])
    ways.get(edge.from)?.push(edge);
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]));
  const statuses = new Map(definition.statuses?.map((status) => [status.id, status]));
  const flow = { definition, start, nodes, statuses, ways };
  compiled.set(definition, flow);
  return flow;
}

export type Way =
  | { readonly ok: true; readonly node: FlowNode; readonly edges: readonly FlowEdge[] }
  | { readonly ok: false; readonly text: string };

/** Gateways one after the other, at most. */
const most = 100;

/** The next node where the order stays: what lies between is gone through. */
export function wayFrom(flow: CompiledFlow, nodeId: string, values: OrderValues, judge: Judge): Way {
  const edges: FlowEdge[] = [];
  let at = nodeId;
  for (let i = 0; i < most; i += 1) {
    const edge = flow.ways
      .get(at)
      ?.find(({ when, otherwise }) => otherwise || when === undefined || judge(when, values));
    const node = edge && flow.nodes.get(edge.to);
    if (!edge || !node)
      return { ok: false, text: `「${flow.nodes.get(at)?.name ?? at}」之后没有符合条件的下一步，请联系管理员检查流程` };
    edges.push(edge);
    if (node.kind !== "gateway") return { ok: true, node, edges };
    at = node.id;
  }
  return { ok: false, text: `流程在「${flow.nodes.get(at)?.name ?? at}」处循环，请联系管理员检查流程` };
}
