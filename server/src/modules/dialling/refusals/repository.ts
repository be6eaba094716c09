/** SQL of numbers that are not dialled any more. */
import type { Trx } from "../../../ports/database.ts";

/** As the row has it; undefined: there is none. */
export const phoneOf = async (trx: Trx, compId: string, id: string): Promise<string | undefined> =>
  (
    await trx
      .selectFrom("dial_phone")
      .select("phone")
      .where("compId", "=", compId)
      .where("id", "=", id)
      .executeTakeFirst()
  )?.phone;

/** Held to the end of the transaction, so that nobody claims them meanwhile. */
export const undialled = (trx: Trx, compId: string, phones: readonly string[]) =>
  trx
    .selectFrom("dial_phone")
    .select(["id", "taskId", "state"])
    .where("compId", "=", compId)
    .where("phone", "in", phones)
    .where("state", "in", ["waiting", "retry"])
    .orderBy("id")
    .forUpdate()
    .execute();

export const skipPhones = (trx: Trx, compId: string, ids: readonly string[], reason: string) =>
  trx
    .updateTable("dial_phone")
    .set({ state: "skipped", reason, nextAt: null })
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .execute();

/** Of a call that a task placed; others have no attempt. */
export const markRefused = (trx: Trx, compId: string, callId: string) =>
  trx
    .updateTable("dial_attempt")
    .set({ refused: 1 })
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .execute();
