/** What a skill group's estimated wait goes by, out of the log's projections. */
import { estimateRules } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { WaitHistory } from "../routing/index.ts";

export async function waitHistory(trx: Trx, compId: string, groupId: string): Promise<WaitHistory> {
  const handled = await sql<{ ms: number }>`
    select (extract(epoch from coalesce(wrap_to_at, to_at) - from_at) * 1000)::integer as ms
    from fact_handling
    where comp_id = ${compId} and skill_group_id = ${groupId} and role = 'first' and direction = 'inbound' and to_at is not null
    order by from_at desc limit ${sql.lit(estimateRules.calls)}`.execute(trx);
  const waits = await trx
    .selectFrom("call_visit")
    .select(["estimateMs", "waitMs"])
    .where("compId", "=", compId)
    .where("skillGroupId", "=", groupId)
    .where("outcome", "=", "answered")
    .where("estimateMs", "is not", null)
    .orderBy("leftAt", "desc")
    .limit(estimateRules.callers)
    .execute();
  return {
    handled: handled.rows.map(({ ms }) => ms).reverse(),
    waits: waits.map(({ estimateMs, waitMs }) => ({ estimateMs: estimateMs ?? 0, waitMs })).reverse(),
  };
}
