/** SQL of the numbers whose promised call a seat may be reminded of (D65). */
import type { Trx } from "../../ports/database.ts";

/** Those of these tasks that a seat is to call again, or that these seats are. */
export const promisedNumbers = async (
  trx: Trx,
  compId: string,
  taskIds: readonly string[],
  agentIds?: readonly string[],
): Promise<string[]> =>
  (
    await trx
      .selectFrom("dial_phone")
      .select("id")
      .where("compId", "=", compId)
      .where("taskId", "in", taskIds)
      .where("state", "=", "retry")
      .where("agentId", "<>", "")
      .where("nextAt", "is not", null)
      .$if(agentIds !== undefined, (q) => q.where("agentId", "in", agentIds ?? []))
      .execute()
  ).map(({ id }) => id);

/** Whoever comes next calls these again. */
export const freePromised = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .updateTable("dial_phone")
    .set({ agentId: "" })
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .where("state", "=", "retry")
    .where("takenAt", "is", null)
    .execute();

/** Whether the seat is in the task, joined or not. */
export const isSeatOf = async (trx: Trx, compId: string, taskId: string, agentId: string): Promise<boolean> =>
  (await trx
    .selectFrom("task_seat")
    .select("agentId")
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("agentId", "=", agentId)
    .executeTakeFirst()) !== undefined;
