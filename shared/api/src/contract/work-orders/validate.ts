/** What is wrong with a flow, each with the node or edge it is about; a flow with a fault is not published. */
import {
  flowLimits,
  type FlowDefinition,
  type FlowEdge,
  type FlowNode,
  type HandlerRule,
  type NamedStatus,
} from "./flow.ts";

export interface FlowFault {
  readonly nodeId?: string;
  readonly edgeId?: string;
  readonly text: string;
}

/** What else a flow must fit: the form's fields, and what its conditions may ask. */
export interface FlowSurroundings {
  readonly fields?: readonly string[];
  readonly conditionFaults?: (when: NonNullable<FlowEdge["when"]>) => readonly string[];
}

const named = (node: FlowNode): string => `「${node.name.trim() || "未命名节点"}」`;
const isWork = (node: FlowNode) => node.kind === "task" || node.kind === "countersign";

/** Everything that can be reached along the arrows. */
function reach(from: readonly string[], next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set(from);
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const to of next.get(id) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      open.push(to);
    }
  return seen;
}

function links(edges: readonly FlowEdge[], key: "from" | "to", value: "from" | "to") {
  const map = new Map<string, string[]>();
  for (const edge of edges) map.set(edge[key], [...(map.get(edge[key]) ?? []), edge[value]]);
  return map;
}

/** Nodes that lie on a cycle of these alone, one cycle after the other. */
function cycles(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): readonly (readonly FlowNode[])[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const next = links(
    edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    "from",
    "to",
  );
  const told = new Set<string>();
  return nodes.flatMap((node) => {
    if (told.has(node.id) || !reach(next.get(node.id) ?? [], next).has(node.id)) return [];
    const cycle = nodes.filter((other) => reach([node.id], next).has(other.id) && reach([other.id], next).has(node.id));
    cycle.forEach(({ id }) => told.add(id));
    return [cycle];
  });
}

const chain = (nodes: readonly FlowNode[]): string => nodes.map(named).join("→");

function hasHandler(rule: HandlerRule | undefined): boolean {
  if (!rule) return false;
  if (rule.by === "creator") return true;
  if (rule.by === "seat") return rule.agentIds.length > 0;
  return (rule.by === "role" ? rule.roleId : rule.by === "field" ? rule.field : rule.groupId) !== "";
}

function nodeFaults(node: FlowNode, around: FlowSurroundings): string[] {
  const faults: string[] = [];
  if (node.name.trim() === "") faults.push("有节点未填写名称");
  if (node.kind === "subOrder" && (!node.formId || !node.flowId)) faults.push(`${named(node)}未选择子工单的表单和流程`);
  if (node.kind !== "task" && node.kind !== "countersign") return faults;
  if (!hasHandler(node.handler)) faults.push(`${named(node)}没有设置处理人`);
  else if (node.handler?.by === "field" && around.fields && !around.fields.includes(node.handler.field))
    faults.push(`${named(node)}的处理人字段“${node.handler.field}”不在表单中`);
  if (!node.actions.some((action) => action === "approve" || action === "complete"))
    faults.push(`${named(node)}既不能通过也不能办结，工单会停在这里`);
  if (
    node.kind === "countersign" &&
    node.mode === "percentage" &&
    !((node.percentage ?? 0) >= 1 && (node.percentage ?? 0) <= 100)
  )
    faults.push(`${named(node)}的通过比例应为1到100`);
  if (node.limit && (node.limit.warnMinutes ?? 0) >= node.limit.minutes)
    faults.push(`${named(node)}的提前提醒应短于处理时限`);
  for (const field of Object.keys(node.fields ?? {}))
    if (around.fields && !around.fields.includes(field)) faults.push(`${named(node)}设置了表单中没有的字段“${field}”`);
  return faults;
}

function edgeFaults({ nodes, edges }: FlowDefinition, around: FlowSurroundings): FlowFault[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges.flatMap((edge) => {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)];
    const say = (text: string): FlowFault => ({ edgeId: edge.id, text });
    const what = edge.name ? `连线“${edge.name}”` : "连线";
    if (!from) return [say(`${what}没有起点`)];
    if (!to) return [say(`从${named(from)}出发的${what}没有指向任何节点`)];
    return [
      ...(to.kind === "start" ? [say(`从${named(from)}出发的${what}不能指向开始节点`)] : []),
      ...(from.kind === "end" ? [say(`结束节点${named(from)}之后不能再有${what}`)] : []),
      ...(edge.when ? (around.conditionFaults?.(edge.when) ?? []) : []).map((text) =>
        say(`${named(from)}到${named(to)}的条件：${text}`),
      ),
    ];
  });
}

/** Where an order could not go on: no way out, or only ways with a condition. */
function wayFaults({ nodes, edges }: FlowDefinition): FlowFault[] {
  return nodes.flatMap((node) => {
    if (node.kind === "end") return [];
    const ways = edges.filter(({ from }) => from === node.id);
    const mayEnd = isWork(node) && "actions" in node && !node.actions.includes("approve");
    if (ways.length === 0) return mayEnd ? [] : [{ nodeId: node.id, text: `${named(node)}没有下一步` }];
    if (ways.every((edge) => edge.when !== undefined && !edge.otherwise))
      return [{ nodeId: node.id, text: `${named(node)}的连线都有条件，请增加一条“其他情况”` }];
    if (ways.filter((edge) => edge.when === undefined).length > 1)
      return [{ nodeId: node.id, text: `${named(node)}有多条不带条件的连线，只会走第一条` }];
    return [];
  });
}

/** Lists ask for them by name. */
function statusFaults(statuses: readonly NamedStatus[]): FlowFault[] {
  const names = statuses.map(({ name }) => name.trim());
  const ids = statuses.map(({ id }) => id);
  return [
    ...(names.includes("") ? [{ text: "有工单状态没有名称" }] : []),
    ...[...new Set(names.filter((name, at) => name !== "" && names.indexOf(name) !== at))].map((name) => ({
      text: `有两个工单状态都叫“${name}”`,
    })),
    ...(new Set(ids).size < ids.length ? [{ text: "有两个工单状态的编号相同" }] : []),
  ];
}

function shapeFaults(flow: FlowDefinition): FlowFault[] {
  const { nodes, edges } = flow;
  const starts = nodes.filter(({ kind }) => kind === "start");
  const faults: FlowFault[] = [];
  if (starts.length === 0) faults.push({ text: "缺少开始节点" });
  if (starts.length > 1) faults.push({ text: "只能有一个开始节点" });
  if (!nodes.some(({ kind }) => kind === "end")) faults.push({ text: "缺少结束节点" });
  if (nodes.length > flowLimits.nodes) faults.push({ text: `节点最多${flowLimits.nodes}个` });
  if (edges.length > flowLimits.edges) faults.push({ text: `连线最多${flowLimits.edges}条` });
  for (const [what, ids] of [
    ["节点", nodes.map(({ id }) => id)],
    ["连线", edges.map(({ id }) => id)],
  ] as const) {
    const twice = ids.find((id, i) => ids.indexOf(id) !== i);
    if (twice !== undefined) faults.push({ text: `有两个${what}的编号相同：${twice}` });
  }
  if (flow.limit && (flow.limit.warnMinutes ?? 0) >= flow.limit.minutes)
    faults.push({ text: "整单的提前提醒应短于整单时限" });
  return [...faults, ...statusFaults(flow.statuses ?? [])];
}

/** Unreachable, without an end, round and round. */
function pathFaults({ nodes, edges }: FlowDefinition): FlowFault[] {
  const starts = nodes.filter(({ kind }) => kind === "start").map(({ id }) => id);
  const reached = reach(starts, links(edges, "from", "to"));
  const ends = nodes.filter((node) => node.kind === "end" || ("actions" in node && node.actions.includes("complete")));
  const leads = reach(
    ends.map(({ id }) => id),
    links(edges, "to", "from"),
  );
  const automatic = nodes.filter(
    (node) => node.kind === "gateway" || (node.kind === "subOrder" && node.wait === "none"),
  );
  const endless = cycles(automatic, edges);
  const lost = cycles(
    nodes.filter((node) => reached.has(node.id) && !leads.has(node.id)),
    edges,
  ).filter((cycle) => !endless.some((one) => one.every((node) => cycle.includes(node))));
  return [
    ...(starts.length === 0 ? [] : nodes.filter(({ id }) => !reached.has(id))).map((node) => ({
      nodeId: node.id,
      text: `从开始节点走不到${named(node)}`,
    })),
    ...endless.map((cycle) => ({ nodeId: cycle[0]?.id ?? "", text: `${chain(cycle)}是没有人处理的死循环` })),
    ...lost.map((cycle) => ({ nodeId: cycle[0]?.id ?? "", text: `${chain(cycle)}循环往复，走不到结束` })),
  ];
}

/** Empty: the flow may be published. */
export function validateFlow(flow: FlowDefinition, around: FlowSurroundings = {}): readonly FlowFault[] {
  return [
    ...shapeFaults(flow),
    ...flow.nodes.flatMap((node) => nodeFaults(node, around).map((text) => ({ nodeId: node.id, text }))),
    ...edgeFaults(flow, around),
    ...wayFaults(flow),
    ...pathFaults(flow),
  ];
}
