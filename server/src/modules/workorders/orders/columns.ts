/** What of an order stands in columns: what lists ask for, and who has it. */
import {
  compileFlow,
  standInOf,
  stateOf,
  type FlowDefinition,
  type FlowNode,
  type Order,
  type OrderEvent,
  type OrderValues,
} from "@liantai/api/contract/work-orders";
import { idIn, type KnownPeople } from "../people.ts";
import type { OrderRow } from "./repository.ts";

export function holdersOf({ phase }: Order): readonly string[] {
  if (phase.kind === "handling" || phase.kind === "transferred") return [phase.holder];
  if (phase.kind === "suspended") return [phase.before.holder];
  return phase.kind === "signing" ? phase.parties.filter((id) => !(id in phase.votes)) : [];
}

/** Whose members may claim it while it is pooled. */
function poolOf(order: Order, node: FlowNode | undefined, values: OrderValues) {
  const none = { poolGroup: "", poolRole: "", seats: [] as readonly string[] };
  if (order.phase.kind !== "pooled" || !node || !("handler" in node) || !node.handler) return none;
  const rule = node.handler;
  if (rule.by === "role") return { ...none, poolRole: rule.roleId };
  if ("groupId" in rule) return { ...none, poolGroup: rule.groupId };
  if (rule.by === "seat") return { ...none, seats: rule.agentIds };
  return rule.by === "creator"
    ? { ...none, seats: order.creator === "" ? [] : [order.creator] }
    : { ...none, seats: fieldSeat(values[rule.field]) };
}
const fieldSeat = idIn;

/** Since when it has overrun a limit of its flow: that of a node until it leaves the node, that of the whole order to its end. */
export function overdueOf(
  row: Pick<OrderRow, "overdueAt" | "overdueBy" | "nodeId">,
  order: Order,
  events: readonly OrderEvent[],
): Pick<OrderRow, "overdueAt" | "overdueBy"> {
  const none = { overdueAt: null, overdueBy: "" } as const;
  if (order.phase.kind === "done" || order.phase.kind === "deleted") return none;
  const left = row.overdueBy === "node" && order.nodeId !== row.nodeId;
  const kept = left ? none : { overdueAt: row.overdueAt, overdueBy: row.overdueBy };
  return events
    .filter(({ type, data }) => type === "timedOut" && data["limit"] !== "target")
    .reduce<Pick<OrderRow, "overdueAt" | "overdueBy">>((now, { at, data }) => {
      if (now.overdueBy === "order") return now;
      return { overdueAt: now.overdueAt ?? new Date(at), overdueBy: data["limit"] === "order" ? "order" : "node" };
    }, kept);
}

/** Columns of a row that follow from what the machine has. */
export function columnsOf(
  order: Order,
  definition: FlowDefinition,
  people: KnownPeople,
  values: OrderValues,
  before: string,
) {
  const { nodes, statuses } = compileFlow(definition);
  const node = nodes.get(order.nodeId);
  const { poolGroup, poolRole, seats } = poolOf(order, node, values);
  const { phase } = order;
  const [holder = ""] = phase.kind === "signing" ? [] : holdersOf(order);
  return {
    pool: seats,
    columns: {
      workCode: order.workCode,
      state: stateOf(phase.kind),
      statusName: statuses.get(order.status ?? "")?.name ?? "",
      nodeId: order.nodeId,
      nodeName: node?.name ?? "",
      holder,
      groupId: people.groupOf(holder) || poolGroup || before || people.groupOf(order.creator),
      poolGroup,
      poolRole,
      priority: order.priority,
      seq: order.seq,
      stateAt: new Date(order.stateAt),
      body: JSON.stringify(order),
    },
  };
}

/** Who may claim it: those whom its node names, and who stands in for one of them. */
export function poolMembers(
  order: Order,
  node: FlowNode | undefined,
  people: KnownPeople,
  pool: readonly string[],
): readonly string[] {
  if (order.phase.kind !== "pooled" || !node || !("handler" in node) || !node.handler) return [];
  const rule = node.handler;
  const ids = rule.by === "creator" || rule.by === "field" ? pool : people.members(rule).map(({ id }) => id);
  return [...new Set([...ids, ...ids.map((id) => standInOf(people, id))])];
}
