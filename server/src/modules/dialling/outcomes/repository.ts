/** SQL of what calls of tasks came to. */
import type { Trx } from "../../../ports/database.ts";

export const attemptOf = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("dial_attempt as a")
    .innerJoin("dial_task as t", (on) => on.onRef("t.compId", "=", "a.compId").onRef("t.id", "=", "a.taskId"))
    .select(["a.id", "a.phoneId", "a.ftype", "t.settings"])
    .where("a.compId", "=", compId)
    .where("a.id", "=", id)
    .executeTakeFirst();

export async function setResult(
  trx: Trx,
  compId: string,
  { id, phoneId }: { readonly id: string; readonly phoneId: string },
  result: string,
): Promise<void> {
  await trx.updateTable("dial_attempt").set({ result }).where("compId", "=", compId).where("id", "=", id).execute();
  await trx.updateTable("dial_phone").set({ result }).where("compId", "=", compId).where("id", "=", phoneId).execute();
}
