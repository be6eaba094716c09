/** Who is who for one step: read beforehand, so that the machine asks nobody. */
import {
  type FlowDefinition,
  type HandlerRule,
  type Order,
  type OrderValues,
  type People,
} from "@liantai/api/contract/work-orders";
import type { Trx } from "../../ports/database.ts";
import { foresee, foreseen } from "../foreseen.ts";
import { deepestStandIn } from "./delegates-repository.ts";
import { accounts, delegates, seats, type Asked, type Seat } from "./people-repository.ts";

export interface KnownPeople extends People {
  /** Seat group of a seat; '' of who is no seat. */
  groupOf(id: string): string;
}

function rulesOf(definition: FlowDefinition): readonly HandlerRule[] {
  return definition.nodes.flatMap((node) => ("handler" in node && node.handler ? [node.handler] : []));
}

export const hasFieldRule = (definition: FlowDefinition): boolean =>
  rulesOf(definition).some(({ by }) => by === "field");

/** The seat in a field: its number, or a look-up of it. */
export const idIn = (value: unknown): readonly string[] => {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : value;
  return typeof id === "string" && id !== "" ? [id] : [];
};

/** Everybody who can come up in a step of this order. */
function named(
  order: Order | undefined,
  rules: readonly HandlerRule[],
  values: OrderValues,
  more: readonly string[],
): readonly string[] {
  const phase = order?.phase;
  return [
    ...more,
    ...(order ? [order.creator, ...order.trail.map(({ by }) => by)] : []),
    ...(phase && "holder" in phase ? [phase.holder] : []),
    ...(phase?.kind === "transferred" ? [phase.from] : []),
    ...(phase?.kind === "signing" ? phase.parties : []),
    ...(phase?.kind === "suspended" ? [phase.before.holder, "from" in phase.before ? phase.before.from : ""] : []),
    ...rules.flatMap((rule) =>
      rule.by === "seat" ? rule.agentIds : rule.by === "field" ? idIn(values[rule.field]) : [],
    ),
  ];
}

/** Seats that were asked for together, and who stands in for them. */
interface Known {
  readonly asked: ReadonlySet<string>;
  readonly seats: readonly Seat[];
  readonly delegates: Awaited<ReturnType<typeof delegates>>;
  /** Of those that are no seats. */
  readonly accounts: Awaited<ReturnType<typeof accounts>>;
}
const key = (compId: string): string => `people/${compId}`;

async function knownOf(trx: Trx, compId: string, now: number, ids: readonly string[]): Promise<Known> {
  const [found, stands] = await Promise.all([
    seats(trx, compId, { ids, groupIds: [], roleIds: [], weighed: false }),
    delegates(trx, compId, new Date(now), ids),
  ]);
  const seatIds = new Set(found.map(({ id }) => id));
  const others = await accounts(
    trx,
    compId,
    ids.filter((id) => !seatIds.has(id)),
  );
  return { asked: new Set(ids), seats: found, delegates: stands, accounts: others };
}

/** For steps of several orders in one transaction: who can come up in them is asked once, where flows name people and no groups. */
export function foreseePeople(
  trx: Trx,
  compId: string,
  now: number,
  orders: readonly { readonly order: Order; readonly definition: FlowDefinition }[],
): void {
  const ids = orders.flatMap(({ order, definition }) => named(order, rulesOf(definition), {}, []));
  const all = [...new Set(ids)].filter((id) => id !== "");
  if (all.length > 0) foresee(trx, key(compId), () => knownOf(trx, compId, now, all));
}

export async function peopleFor(
  trx: Trx,
  compId: string,
  now: number,
  of: {
    readonly definition: FlowDefinition;
    readonly order?: Order;
    readonly values: OrderValues;
    readonly more: readonly string[];
  },
): Promise<KnownPeople> {
  const rules = rulesOf(of.definition);
  const ids = [...new Set(named(of.order, rules, of.values, of.more))].filter((id) => id !== "");
  const asked: Asked = {
    ids,
    groupIds: rules.flatMap((rule) => ("groupId" in rule && rule.groupId ? [rule.groupId] : [])),
    roleIds: rules.flatMap((rule) => (rule.by === "role" && rule.roleId ? [rule.roleId] : [])),
    weighed: rules.some(({ by }) => by === "leastLoaded" || by === "online"),
  };
  const before = await foreseen<Known | undefined>(trx, key(compId), () => Promise.resolve(undefined));
  const byName = asked.groupIds.length + asked.roleIds.length === 0;
  const isKnown = before && byName && ids.every((id) => before.asked.has(id));
  // Who is named is asked for his stand-in at once; a group's people are known only then.
  const [there, stands] = isKnown
    ? [before.seats.filter(({ id }) => ids.includes(id)), before.delegates]
    : await Promise.all([
        byName && ids.length === 0 ? [] : seats(trx, compId, asked),
        byName ? delegates(trx, compId, new Date(now), ids) : undefined,
      ]);
  const known = new Map(there.map((seat) => [seat.id, seat]));
  const away = new Map<string, string>();
  let open: readonly string[] = [...known.keys()];
  for (let i = 0; i < deepestStandIn && open.length > 0; i += 1) {
    const found =
      stands && i === 0
        ? stands.filter(({ agentId }) => known.has(agentId))
        : await delegates(trx, compId, new Date(now), open);
    for (const { agentId, delegateId } of found) away.set(agentId, delegateId);
    const fresh = found.map((one) => one.delegateId).filter((id) => !known.has(id));
    for (const seat of fresh.length > 0
      ? await seats(trx, compId, { ...asked, ids: fresh, groupIds: [], roleIds: [] })
      : [])
      known.set(seat.id, seat);
    open = fresh.filter((id) => known.has(id));
  }
  const strangers = ids.filter((id) => !known.has(id));
  const found = isKnown ? before.accounts : await accounts(trx, compId, strangers);
  const others = new Set(found.map(({ id }) => id));
  const all = [...known.values()];
  return {
    members: (rule) =>
      all.filter((seat) =>
        rule.by === "seat"
          ? rule.agentIds.includes(seat.id)
          : rule.by === "role"
            ? seat.roleId === rule.roleId
            : seat.groupId === rule.groupId,
      ),
    exists: (id) => known.has(id) || others.has(id),
    delegateOf: (id) => away.get(id),
    groupOf: (id) => known.get(id)?.groupId ?? "",
  };
}
