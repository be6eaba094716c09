/** SQL of the calls that seats, and others, have now: whether there is a place for one more. */
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

/** Two seats that dial at once do not get the last place both: asked under it, until the transaction is over. */
export const lockLines = (trx: Trx, compId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`preview lines ${compId}`}::text, 0))`.execute(trx);

/** Calls that live by the access number they show, those that seats are about to make among them. */
export async function callsOn(trx: Trx, compId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ number: string; calls: number }>`
    select number, count(*)::integer as calls from (
      select access_number as number from call_record where comp_id = ${compId} and end_at is null and access_number is not null
      union all
      select a.displayed from dial_attempt a where a.comp_id = ${compId} and a.ended_at is null and a.ftype = 2 and a.displayed <> ''
        and not exists (select from call_record c where c.comp_id = a.comp_id and c.call_id = a.call_id)
    ) live group by number`.execute(trx);
  return new Map(rows.map(({ number, calls }) => [number, calls]));
}
