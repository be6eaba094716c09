/** SQL of what befell records beside their values: a line of their history each. */
import type { Insertable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { RecordEventTable } from "../../../ports/schema/beside-records.ts";

export async function insertEvents(trx: Trx, rows: readonly Insertable<RecordEventTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto("record_event").values(rows).execute();
}

/** Newest first: the ids are in the order of time. */
export const eventsOfRecord = (trx: Trx, compId: string, recordId: string, limit: number) =>
  trx
    .selectFrom("record_event")
    .selectAll()
    .where("compId", "=", compId)
    .where("recordId", "=", recordId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
