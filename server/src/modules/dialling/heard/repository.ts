/** SQL of what people say of who answered (误判), and what the detection is worth by it. */
import type { Heard } from "@liantai/api/contract/admin";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialAttemptTable } from "../../../ports/schema/dialling.ts";

const columns = [
  "id",
  "taskId",
  "phoneId",
  "attempt",
  "answerer",
  "heard",
  "connectedAt",
  "endedAt",
  "abandoned",
] as const;
export type HeardAttempt = Pick<Selectable<DialAttemptTable>, (typeof columns)[number]>;

const locked = (trx: Trx, compId: string) =>
  trx.selectFrom("dial_attempt").select(columns).where("compId", "=", compId).forUpdate();

export const lockAttempt = (trx: Trx, compId: string, taskId: string, id: string): Promise<HeardAttempt | undefined> =>
  locked(trx, compId).where("taskId", "=", taskId).where("id", "=", id).executeTakeFirst();

export const lockCall = (trx: Trx, compId: string, callId: string): Promise<HeardAttempt | undefined> =>
  locked(trx, compId).where("callId", "=", callId).executeTakeFirst();

/** Of the attempt, and of its number where it was the last call. */
export async function setHeard(
  trx: Trx,
  compId: string,
  { id, phoneId, attempt, answerer, endedAt }: HeardAttempt,
  to: { readonly heard: "" | Heard; readonly heardBy: string; readonly abandoned: number },
): Promise<void> {
  await trx.updateTable("dial_attempt").set(to).where("compId", "=", compId).where("id", "=", id).execute();
  if (endedAt === null) return;
  await trx
    .updateTable("dial_phone")
    .set({ lastAnswerer: to.heard || answerer, lastAbandoned: to.abandoned })
    .where("compId", "=", compId)
    .where("id", "=", phoneId)
    .where("attempts", "=", attempt)
    .execute();
}

export async function heardOf(trx: Trx, compId: string, callId: string): Promise<"" | Heard> {
  const row = await trx
    .selectFrom("dial_attempt")
    .select("heard")
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .executeTakeFirst();
  return row?.heard ?? "";
}

/** People who were taken for machines and had nobody: their calls were abandoned (B8, C6). Of d, a dial_task. */
export const misjudgedAbandoned = sql<number>`(
  select count(*)::integer from dial_attempt a
  where a.comp_id = d.comp_id and a.task_id = d.id and a.heard = 'person' and a.abandoned = 1)`;
