/** SQL of what was written of flows into forms. */
import type { Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { FlowFormRecordTable } from "../../ports/schema/flows.ts";

type Row = Selectable<FlowFormRecordTable>;

/** false: this call was seen to before. Another process that sees to it at the same moment waits here. */
export async function takeCall(trx: Trx, row: Row): Promise<boolean> {
  const taken = await trx
    .insertInto("flow_form_record")
    .values(row)
    .onConflict((c) => c.columns(["compId", "callId", "formId"]).doNothing())
    .returning("callId")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Of a call, by form. */
export const writtenOf = (trx: Trx, compId: string, callId: string): Promise<Row[]> =>
  trx
    .selectFrom("flow_form_record")
    .selectAll()
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .orderBy("at")
    .orderBy("formId")
    .execute();
