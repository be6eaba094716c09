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

/** Forms that what was gathered in a call was written into, or that refused it. */
export const formsDone = async (trx: Trx, compId: string, callId: string): Promise<ReadonlySet<string>> => {
  const of = trx.selectFrom("flow_form_record").select("formId").where("compId", "=", compId);
  return new Set((await of.where("callId", "=", callId).execute()).map(({ formId }) => formId));
};
