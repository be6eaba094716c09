/** SQL of the task that numbers belong to. */
import type { TaskType } from "@liantai/api/contract/admin";
import type { Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialTaskTable } from "../../../ports/schema/dialling.ts";
import type { TaskTable } from "../../../ports/schema/tasks.ts";

export interface TaskOfNumbers
  extends
    Pick<Selectable<TaskTable>, "compId" | "id" | "taskIdentity" | "state" | "fromAt" | "untilAt">,
    Pick<Selectable<DialTaskTable>, "settings"> {
  readonly ftype: TaskType;
}

export async function findTaskOfNumbers(trx: Trx, compId: string, id: string): Promise<TaskOfNumbers | undefined> {
  const row = await trx
    .selectFrom("task as t")
    .innerJoin("dial_task as d", (j) => j.onRef("d.compId", "=", "t.compId").onRef("d.id", "=", "t.id"))
    .select(["t.compId", "t.id", "t.taskIdentity", "t.ftype", "t.state", "t.fromAt", "t.untilAt", "d.settings"])
    .where("t.compId", "=", compId)
    .where("t.id", "=", id)
    .executeTakeFirst();
  return row && { ...row, ftype: row.ftype as TaskType };
}

/** Whoever adds numbers is alone in it until the transaction ends: two never wait for each other's numbers. Where the next one stands. */
export async function lockPositions(trx: Trx, compId: string, id: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom("dial_task")
    .select("nextPosition")
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row && Number(row.nextPosition);
}

export const takePositions = (trx: Trx, compId: string, id: string, next: number) =>
  trx.updateTable("dial_task").set({ nextPosition: next }).where("compId", "=", compId).where("id", "=", id).execute();
