/** SQL of priorities by customers' forms, as the call engine reads them (the module queues keeps them). */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import { numbersMeant } from "./writings.ts";

/** Minutes that a caller counts as having waited, the most that one of his records says; 0: none says anything. */
export async function customerMinutesOf(trx: Trx, compId: string, caller: string): Promise<number> {
  const meant = numbersMeant(caller);
  if (meant.length === 0) return 0;
  const row = await trx
    .selectFrom("record_phone as n")
    .innerJoin("form_record as r", (on) => on.onRef("r.compId", "=", "n.compId").onRef("r.id", "=", "n.recordId"))
    .innerJoin("customer_priority as p", (on) =>
      on.onRef("p.compId", "=", "r.compId").onRef("p.formId", "=", "r.formId"),
    )
    .where("n.compId", "=", compId)
    .where("n.number", "in", meant)
    .where("r.deletedAt", "is", null)
    // A choice is a text, several are a list of texts.
    .where(sql<boolean>`jsonb_exists(r."values" -> p.field, p.value)`)
    .select("p.priorityMin")
    .orderBy("p.priorityMin", "desc")
    .executeTakeFirst();
  return row?.priorityMin ?? 0;
}
