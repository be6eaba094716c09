/** SQL of VIPs, as the call engine reads them (the module queues keeps them). */
import type { Trx } from "../../ports/database.ts";
import { writings } from "./writings.ts";

/** Minutes that a caller counts as having waited; 0: no VIP. */
export async function vipMinutesOf(trx: Trx, compId: string, caller: string): Promise<number> {
  const row = await trx
    .selectFrom("vip")
    .select("priorityMin")
    .where("compId", "=", compId)
    .where("phone", "in", writings(caller))
    .orderBy("priorityMin", "desc")
    .executeTakeFirst();
  return row?.priorityMin ?? 0;
}
