/** SQL of records of intelligent tasks (D59). */
import { robotTask } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";

/** A number of an intelligent task has one of these records, or the call was for such a task. */
export async function isOfRobot(
  trx: Trx,
  compId: string,
  recordIds: readonly string[],
  callId: string | null,
): Promise<boolean> {
  const number = await trx
    .selectFrom("dial_phone as p")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "p.compId").onRef("t.id", "=", "p.taskId"))
    .select("p.id")
    .where("p.compId", "=", compId)
    .where("p.formDataId", "in", [...recordIds])
    .where("p.formDataId", "<>", "")
    .where("t.ftype", "=", robotTask)
    .limit(1)
    .executeTakeFirst();
  if (number) return true;
  if (callId === null) return false;
  const attempt = await trx
    .selectFrom("dial_attempt")
    .select("ftype")
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .executeTakeFirst();
  return attempt?.ftype === robotTask;
}
