/** What of an order stands in columns: what lists ask for, and who has it. */
import {
  compileFlow,
  stateOf,
  type FlowDefinition,
  type FlowNode,
  type Order,
  type OrderValues,
} from "@liantai/api/contract/work-orders";
import { idIn, type KnownPeople } from "../people.ts";

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
    ? { ...none, seats: [order.creator] }
    : { ...none, seats: fieldSeat(values[rule.field]) };
}
const fieldSeat = idIn;

/** Columns of a row that follow from what the machine has. */
export function columnsOf(
  order: Order,
  definition: FlowDefinition,
  people: KnownPeople,
  values: OrderValues,
  before: string,
) {
  const node = compileFlow(definition).nodes.get(order.nodeId);
  const { poolGroup, poolRole, seats } = poolOf(order, node, values);
  const { phase } = order;
  const [holder = ""] = phase.kind === "signing" ? [] : holdersOf(order);
  return {
    pool: seats,
    columns: {
      workCode: order.workCode,
      state: stateOf(phase.kind),
      nodeId: order.nodeId,
      nodeName: node?.name ?? "",
      holder,
      groupId: people.groupOf(holder) || poolGroup || before || people.groupOf(order.creator),
      poolGroup,
      poolRole,
      seq: order.seq,
      stateAt: new Date(order.stateAt),
      body: JSON.stringify(order),
    },
  };
}

export const poolMembers = (
  order: Order,
  node: FlowNode | undefined,
  people: KnownPeople,
  pool: readonly string[],
): readonly string[] => {
  if (order.phase.kind !== "pooled" || !node || !("handler" in node) || !node.handler) return [];
  const rule = node.handler;
  return rule.by === "creator" || rule.by === "field" ? pool : people.members(rule).map(({ id }) => id);
};
