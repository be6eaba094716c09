/** What a node says of the form's fields, to who asks. Pure. */
import type { OtherRender } from "@liantai/api/forms";
import {
  commandsFor,
  type Actor,
  type Around,
  type FlowDefinition,
  type Order,
} from "@liantai/api/contract/work-orders";
import { orderRender } from "../../forms/index.ts";

export function nodeFields({ nodes }: FlowDefinition, nodeId: string): OtherRender {
  const node = nodes.find(({ id }) => id === nodeId);
  return node && "fields" in node ? (node.fields ?? {}) : {};
}

export const hiddenAt = (definition: FlowDefinition, nodeId: string): readonly string[] =>
  Object.entries(nodeFields(definition, nodeId)).flatMap(([name, { hidden }]) => (hidden === true ? [name] : []));

export const maySave = (order: Order, actor: Actor, around: Around): boolean =>
  commandsFor(order, actor, around).includes("save");

/** Who has the order types what the node lets him; everybody else nothing. */
export function renderFor(
  definition: FlowDefinition,
  order: Order,
  { fields, saves }: { readonly fields: readonly string[]; readonly saves: boolean },
): OtherRender {
  const said = nodeFields(definition, order.nodeId);
  if (saves) return { ...said, ...orderRender };
  return Object.fromEntries(fields.map((name) => [name, { ...said[name], enable: false }]));
}
