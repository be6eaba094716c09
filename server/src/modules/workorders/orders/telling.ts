/** Who is told of a step: whoever has the order now, could claim it, made it, or monitors it. */
import {
  codeOf,
  compileFlow,
  type FlowDefinition,
  type Hearers,
  type Order,
  type OrderOutcome,
  type OrderValues,
} from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import { monitorsSeeing } from "../../seats/index.ts";
import { once } from "../../foreseen.ts";
import type { WorkOrderDeps } from "../deps.ts";
import type { KnownPeople } from "../people.ts";
import { holdersOf, poolMembers } from "./columns.ts";
import type { OrderRow } from "./repository.ts";
import { ticketText } from "./words.ts";

type Done = Extract<OrderOutcome, { ok: true }>;

export interface Written {
  readonly row: OrderRow;
  readonly order: Order;
  readonly definition: FlowDefinition;
  readonly people: KnownPeople;
  readonly values: OrderValues;
}

/** Those of a seat are those of its group: asked once for all of it. */
function monitorsOf(trx: Trx, compId: string, agentId: string, people: KnownPeople): Promise<readonly string[]> {
  const group = people.groupOf(agentId);
  const ask = (): Promise<readonly string[]> => monitorsSeeing(trx, compId, agentId);
  if (group === "") return ask();
  return once(trx, `monitors/${compId}/${group}`, ask);
}

export async function tell(
  trx: Trx,
  deps: Pick<WorkOrderDeps, "tickets">,
  { row, order, definition, people }: Written,
  pool: readonly string[],
  { effects, events }: Done,
): Promise<void> {
  const node = compileFlow(definition).nodes.get(order.nodeId);
  for (const effect of effects) {
    if (effect.do !== "tell") continue;
    const event = codeOf(effect.event);
    const entry = events.find(({ type }) => type === effect.event) ?? events.at(-1);
    if (event === undefined || !entry) continue;
    const members = poolMembers(order, node, people, pool);
    const hearers: Record<Hearers, () => Promise<readonly string[]>> = {
      holders: async () => holdersOf(order),
      candidates: async () => members,
      creator: async () => {
        if (order.creator !== "") return [order.creator];
        // What nobody made is a supervisor's to submit again.
        return order.phase.kind === "draft" ? monitorsOf(trx, row.compId, entry.by, people) : [];
      },
      monitors: () => monitorsOf(trx, row.compId, holdersOf(order)[0] ?? members[0] ?? order.creator, people),
    };
    const heard = new Set(effect.people);
    for (const whom of effect.whom) for (const id of await hearers[whom]()) heard.add(id);
    // Who did it knows.
    heard.delete(entry.by);
    if (heard.size === 0) continue;
    await deps.tickets.tell(trx, {
      compId: row.compId,
      people: [...heard],
      key: `order/${row.id}/${entry.seq}`,
      at: entry.at,
      orderId: row.id,
      workCode: order.workCode,
      event,
      text: ticketText({ workCode: order.workCode, title: row.title }, entry),
    });
  }
}
