/** SQL of the numbers whose promised call a seat may be reminded of (D65). */
import { previewTask } from "@liantai/api/contract/admin";
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

const promised = (trx: Trx) =>
  trx
    .selectFrom("dial_phone")
    .where("dial_phone.state", "=", "retry")
    .where("agentId", "<>", "")
    .where("nextAt", "is not", null);

/** Of one telephone number, in whichever task. */
export const promisedOfNumber = async (trx: Trx, compId: string, phone: string): Promise<string[]> =>
  (await promised(trx).select("id").where("compId", "=", compId).where("phone", "=", phone).execute()).map(
    ({ id }) => id,
  );

/** Of an enterprise's preview tasks: seats promise calls of no others. */
export const promisedCalls = (trx: Trx, compId: string) =>
  promised(trx)
    .innerJoin("task as t", (j) =>
      j.onRef("t.compId", "=", "dial_phone.compId").onRef("t.id", "=", "dial_phone.taskId"),
    )
    .select(["dial_phone.id", "dial_phone.taskId", "dial_phone.phone"])
    .where("dial_phone.compId", "=", compId)
    .where("t.ftype", "=", previewTask)
    .execute();

export const enterprisesWithPromises = async (trx: Trx): Promise<string[]> =>
  (await promised(trx).select("compId").distinct().orderBy("compId").execute()).map(({ compId }) => compId);

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
