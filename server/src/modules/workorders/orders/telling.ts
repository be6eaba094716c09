/** Who is told of a step: whoever has the order now, could claim it, made it, or monitors it. */
import {
  compileFlow,
  reminderCodeOf,
  standInOf,
  type FlowDefinition,
  type Hearers,
  type Order,
  type OrderEvent,
  type OrderOutcome,
  type OrderValues,
} from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import { monitorsSeeing } from "../../seats/index.ts";
import { once } from "../../foreseen.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { peopleFor, type KnownPeople } from "../people.ts";
import { seats } from "../people-repository.ts";
import { holdersOf, poolMembers } from "./columns.ts";
import { findOrders, offeredTo, type OrderRow } from "./repository.ts";
import { ticketText } from "./words.ts";

/** Sub-orders of sub-orders: so many steps. */
const deepest = 5;

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

/** What is over is a matter of the group that ended it. */
const endedBy = ({ phase, trail }: Order): string | undefined =>
  phase.kind === "done" ? trail.findLast(({ by }) => by !== "")?.by : undefined;

export async function tell(
  trx: Trx,
  deps: Pick<WorkOrderDeps, "tickets">,
  { row, order, definition, people }: Written,
  pool: readonly string[],
  { effects, events }: Done,
): Promise<void> {
  const node = compileFlow(definition).nodes.get(order.nodeId);
  for (const effect of effects) {
    if (effect.do !== "tell" && effect.do !== "tellSubOrders") continue;
    const event = reminderCodeOf(effect.event);
    const entry = events.find(({ type }) => type === effect.event) ?? events.at(-1);
    if (event === undefined || !entry) continue;
    const about = { entry, event, key: `order/${row.id}/${entry.seq}` };
    if (effect.do === "tellSubOrders") {
      const subOrders = await openSubOrders(trx, row.compId, order, { definition, now: entry.at });
      for (const { row: sub, people: whose } of subOrders)
        await say(trx, deps, sub, whose, { ...about, key: `${about.key}/${sub.id}` });
      continue;
    }
    const members = poolMembers(order, node, people, pool);
    const hearers: Record<Hearers, () => Promise<readonly string[]>> = {
      holders: async () => holdersOf(order),
      candidates: async () => members,
      creator: async () => {
        if (order.creator !== "") return [order.creator];
        // What nobody made is a supervisor's to submit again.
        return order.phase.kind === "draft" ? monitorsOf(trx, row.compId, entry.by, people) : [];
      },
      monitors: () =>
        monitorsOf(trx, row.compId, holdersOf(order)[0] ?? members[0] ?? endedBy(order) ?? order.creator, people),
    };
    const heard = new Set(effect.people);
    for (const whom of effect.whom) for (const id of await hearers[whom]()) heard.add(id);
    await say(trx, deps, { ...row, workCode: order.workCode }, heard, about);
  }
}

async function say(
  trx: Trx,
  { tickets }: Pick<WorkOrderDeps, "tickets">,
  { compId, id, workCode, title }: Pick<OrderRow, "compId" | "id" | "workCode" | "title">,
  whom: ReadonlySet<string>,
  { entry, event, key }: { readonly entry: OrderEvent; readonly event: number; readonly key: string },
): Promise<void> {
  // Who did it knows.
  const people = [...whom].filter((one) => one !== entry.by);
  if (people.length === 0) return;
  const text = ticketText({ workCode, title }, entry);
  await tickets.tell(trx, { compId, people, key, at: entry.at, orderId: id, workCode, event, text });
}

/** Who may claim it, and who stands in for one of them (W76). */
async function withStandIns(
  trx: Trx,
  compId: string,
  ids: readonly string[],
  { definition, now }: { readonly definition: FlowDefinition; readonly now: number },
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  // Nobody but these: none whom a flow names.
  const of = { definition: { ...definition, nodes: [] }, values: {}, more: ids };
  const people = await peopleFor(trx, compId, now, of);
  return [...ids, ...ids.map((id) => standInOf(people, id))];
}

/** Those that it waits for and that go on, with who has each or may claim it; one that waits itself hands it on to its own. */
async function openSubOrders(
  trx: Trx,
  compId: string,
  { subOrders }: Order,
  about: { readonly definition: FlowDefinition; readonly now: number },
  depth = 1,
): Promise<readonly { readonly row: OrderRow; readonly people: ReadonlySet<string> }[]> {
  const ids = subOrders.filter(({ done, awaited }) => awaited && !done).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await findOrders(trx, compId, ids);
  const offered = await offeredTo(trx, compId, ids);
  const found = rows.map(async (row) => {
    const { phase, creator } = row.body;
    if (phase.kind === "waiting") return depth < deepest ? openSubOrders(trx, compId, row.body, about, depth + 1) : [];
    const { poolGroup, poolRole } = row;
    const [groupIds, roleIds] = [poolGroup, poolRole].map((id) => (id === "" ? [] : [id])) as [string[], string[]];
    const members =
      phase.kind === "pooled" ? await seats(trx, compId, { ids: [], groupIds, roleIds, weighed: false }) : [];
    const named = offered.filter(({ orderId }) => orderId === row.id).map(({ agentId }) => agentId);
    const back = phase.kind === "draft" ? [creator] : [];
    const candidates = await withStandIns(trx, compId, [...named, ...members.map(({ id }) => id)], about);
    return [{ row, people: new Set([...holdersOf(row.body), ...candidates, ...back]) }];
  });
  return (await Promise.all(found)).flat();
}
