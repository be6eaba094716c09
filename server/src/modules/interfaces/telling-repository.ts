/** SQL of what interfaces are told of records and orders, in the transaction of what happens. */
import type { InterfaceEvent } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { DeliveredRecord } from "../../ports/schema/interfaces.ts";

/** Whether an interface in service is told of one of them. */
export const anyListens = async (trx: Trx, compId: string, events: readonly InterfaceEvent[]): Promise<boolean> =>
  (await trx
    .selectFrom("outward_interface")
    .select("id")
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .where(sql<boolean>`events && ${[...events]}::text[]`)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** What happened to a record or an order, to every interface in service that is told of it; how many. `key`: of this happening alone. */
export async function insertRecordDeliveries(
  trx: Trx,
  compId: string,
  event: InterfaceEvent,
  {
    key,
    at,
    callId,
    payload,
  }: {
    readonly key: string;
    readonly at: Date;
    readonly callId: string;
    readonly payload: DeliveredRecord;
  },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into interface_delivery (comp_id, id, interface_id, event, call_id, event_at, state, next_try_at, payload)
    select i.comp_id, i.id || '.' || ${key}::text, i.id, ${event}::text, ${callId}::text, ${at}, 'waiting', ${at},
      ${JSON.stringify(payload)}::jsonb
    from outward_interface i
    where i.comp_id = ${compId} and i.enabled = 1 and ${event}::text = any (i.events)
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
