/** SQL of the follow-ups that wait for a seat: they stand among what is to be done today. */
import type { Trx } from "../../ports/database.ts";

/** Open ones up to then, the earliest first, and how many there are. */
export async function listFollowUps(trx: Trx, compId: string, agentId: string, until: Date, most: number) {
  const base = trx
    .selectFrom("follow_up_task")
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("state", "=", "open")
    .where("dueAt", "<", until);
  const [rows, { total }] = await Promise.all([
    base.select(["id", "title", "customerName", "phone", "dueAt"]).orderBy("dueAt").orderBy("id").limit(most).execute(),
    base.select((e) => e.fn.countAll().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
