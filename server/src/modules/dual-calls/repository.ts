/** SQL of dual calls: which question became which call. */
import type { Insertable, Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { DualCallTable } from "../../ports/schema.ts";

/** False: the key is taken. */
export const keepQuestion = async (trx: Trx, row: Insertable<DualCallTable>): Promise<boolean> =>
  (
    await trx
      .insertInto("dual_call")
      .values(row)
      .onConflict((on) => on.columns(["compId", "key"]).doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n;

/** The question that a key belongs to, and whether its call is on record. */
export async function findQuestion(
  trx: Trx,
  compId: string,
  key: string,
): Promise<(Pick<Selectable<DualCallTable>, "callId" | "digest"> & { readonly recorded: boolean }) | undefined> {
  const row = await trx
    .selectFrom("dual_call as d")
    .leftJoin("call_record as r", (j) => j.onRef("r.compId", "=", "d.compId").onRef("r.callId", "=", "d.callId"))
    .select(["d.callId", "d.digest", "r.callId as recorded"])
    .where("d.compId", "=", compId)
    .where("d.key", "=", key)
    .executeTakeFirst();
  return row && { ...row, recorded: row.recorded !== null };
}

export const forgetQuestions = (trx: Trx, compId: string, before: Date) =>
  trx.deleteFrom("dual_call").where("compId", "=", compId).where("askedAt", "<", before).execute();
