/** SQL of what the checks are asked about a number (../checks/question.ts). */
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import { liveAttempts } from "../attempts/facts-repository.ts";
import { otherWaits, toldBefore } from "../recipes/repository.ts";

export const findPhone = (trx: Trx, compId: string, taskId: string, id: string) =>
  trx
    .selectFrom("dial_phone")
    .selectAll()
    // A date as text: what a driver makes of one depends on the process's zone.
    .select(sql<string | null>`today::text`.as("day"))
    .select((e) => [
      e
        .selectFrom("dial_batch as b")
        .select("b.batchNumber")
        .whereRef("b.compId", "=", "dial_phone.compId")
        .whereRef("b.id", "=", "dial_phone.batchId")
        .as("batchNumber"),
      otherWaits.as("hasOther"),
      toldBefore.as("told"),
    ])
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Attempts that are not over, of a task, and calls of the enterprise that are not. */
export async function liveCalls(trx: Trx, compId: string, taskId: string) {
  const ofEnterprise = await trx
    .selectFrom("call_record")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("compId", "=", compId)
    .where("endAt", "is", null)
    .executeTakeFirstOrThrow();
  return { task: await liveAttempts(trx, compId, taskId), enterprise: Number(ofEnterprise.n) };
}
