/** SQL of what interfaces are told of records and orders, in the transaction of what happens. */
import type { InterfaceEvent } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import { asked } from "../asked.ts";
import type { DeliveredRecord } from "../../ports/schema/interfaces.ts";

/** Whether an interface in service is told of one of them. */
export const anyListens = async (trx: Trx, compId: string, events: readonly InterfaceEvent[]): Promise<boolean> =>
  (
    await asked(
      trx,
      sql`
        select id from outward_interface where comp_id = ${compId} and enabled = 1 and events && ${[...events]}::text[]
        limit 1`,
    )
  ).length > 0;

/** `key`: of this happening alone. */
interface Happening {
  readonly key: string;
  readonly at: Date;
  readonly callId: string;
  readonly payload: DeliveredRecord;
}

/** What happened, to every interface in service that is told of it; how many deliveries. */
export async function insertDeliveries(
  trx: Trx,
  compId: string,
  event: InterfaceEvent,
  happened: readonly Happening[],
): Promise<number> {
  if (happened.length === 0) return 0;
  const { numAffectedRows } = await sql`
    insert into interface_delivery (comp_id, id, interface_id, event, call_id, event_at, state, next_try_at, payload)
    select i.comp_id, i.id || '.' || h.key, i.id, ${event}::text, h."callId", h.at, 'waiting', h.at, h.payload
    from outward_interface i
    cross join jsonb_to_recordset(${JSON.stringify(happened)}::jsonb)
      as h (key text, at timestamptz, "callId" text, payload jsonb)
    where i.comp_id = ${compId} and i.enabled = 1 and ${event}::text = any (i.events)
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** What happened to a record or an order. */
export const insertRecordDeliveries = (
  trx: Trx,
  compId: string,
  event: InterfaceEvent,
  happening: Happening,
): Promise<number> => insertDeliveries(trx, compId, event, [happening]);

/** Interfaces that send messages, in service or not. */
export const messageInterfaces = (trx: Trx, compId: string): Promise<{ id: string; name: string; enabled: number }[]> =>
  trx
    .selectFrom("outward_interface")
    .select(["id", "name", "enabled"])
    .where("compId", "=", compId)
    .where("sendFullNumbers", "=", 1)
    .where(sql<boolean>`'sms' = any (events)`)
    .execute();

/** A message to one interface; false: it is not in service, or sends none. One that stands there already is not doubled. */
export async function insertMessage(
  trx: Trx,
  compId: string,
  interfaceId: string,
  {
    key,
    at,
    callId,
    message,
  }: { readonly key: string; readonly at: Date; readonly callId: string; readonly message: object },
): Promise<boolean> {
  const there = (await messageInterfaces(trx, compId)).some(({ id, enabled }) => id === interfaceId && enabled === 1);
  if (!there) return false;
  const payload: DeliveredRecord = { full: { ...message }, masked: { ...message } };
  await trx
    .insertInto("interface_delivery")
    .values({
      ...{ compId, id: `${interfaceId}.${key}`, interfaceId, event: "sms", callId, eventAt: at },
      ...{ state: "waiting", attempts: 0, nextTryAt: at, payload: JSON.stringify(payload) },
    })
    .onConflict((c) => c.doNothing())
    .execute();
  return true;
}
