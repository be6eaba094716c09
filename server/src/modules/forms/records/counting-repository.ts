/** How many records a form has. */
import { countedRecords } from "@liantai/api/contract/workorder";
import type { Trx } from "../../../ports/database.ts";

const records = (trx: Trx, compId: string, formId: string) =>
  trx.selectFrom("form_record").where("compId", "=", compId).where("formId", "=", formId);

/** Those in the recycle bin, too. */
export const hasRecords = async (trx: Trx, compId: string, formId: string): Promise<boolean> =>
  (await records(trx, compId, formId).select("id").limit(1).executeTakeFirst()) !== undefined;

/** Without the recycle bin, to countedRecords. */
export async function countRecords(
  trx: Trx,
  compId: string,
  formId: string,
): Promise<{ readonly total: number; readonly more: boolean }> {
  const { count } = await trx
    .selectFrom(
      records(trx, compId, formId)
        .where("deletedAt", "is", null)
        .select("id")
        .limit(countedRecords + 1)
        .as("some"),
    )
    .select((e) => e.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  const counted = Number(count);
  return { total: Math.min(counted, countedRecords), more: counted > countedRecords };
}
