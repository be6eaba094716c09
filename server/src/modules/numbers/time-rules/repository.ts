/** SQL of time rules. */
import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { TimeRuleTable } from "../../../ports/schema/numbers.ts";
import { flowsNaming } from "../../flow-uses-repository.ts";
import { sitesNaming } from "../../site-uses-repository.ts";
import { tasksNaming } from "../../task-uses-repository.ts";

export type TimeRuleRow = Selectable<TimeRuleTable>;

export function listTimeRules(trx: Trx, compId: string, filters: PageQuery & { readonly name?: string | undefined }) {
  let base = trx.selectFrom("time_rule as t").where("t.compId", "=", compId);
  if (filters.name) base = base.where("t.name", "ilike", containing(filters.name));
  return pageOf(base, filters, {
    rows: (query) =>
      query.selectAll("t").select(
        sql<string[]>`array(
            select distinct r.number from access_number_rule r
            where r.comp_id = t.comp_id and r.time_rule_id = t.id order by r.number
          )`.as("usedBy"),
      ),
    order: { name: "t.name" },
    tie: "t.id",
  });
}

export const lockTimeRules = (trx: Trx, compId: string, ids: readonly string[]): Promise<TimeRuleRow[]> =>
  trx
    .selectFrom("time_rule")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();

/** Another rule of that name. */
export const findByName = (trx: Trx, compId: string, name: string, exceptId = "") =>
  trx
    .selectFrom("time_rule")
    .select("id")
    .where("compId", "=", compId)
    .where("name", "=", name)
    .where("id", "<>", exceptId)
    .executeTakeFirst();

export interface TimeRuleUse {
  /** Of the rule. */
  readonly name: string;
  readonly by: "接入号码" | "流程" | "外呼任务" | "聊天网站";
  /** The number, the name of the flow or the site, or the task's identity. */
  readonly user: string;
}

/** Access numbers and chat sites that follow one of the rules, flows that calls are led through now, and tasks that may still dial. */
export const listUses = async (trx: Trx, compId: string, ids: readonly string[]): Promise<readonly TimeRuleUse[]> =>
  ids.length === 0
    ? []
    : (
        await sql<TimeRuleUse>`
          select t.name, u.by, u.used as "user" from time_rule t join (
            select distinct time_rule_id as id, '接入号码' as by, number as used from access_number_rule where comp_id = ${compId}
            union select f.id, '流程', f.name from (${flowsNaming(compId, "timeRule")}) as f
            union select k.id, '外呼任务', k.name from (${tasksNaming(compId, "timeRule")}) as k
            union select w.id, '聊天网站', w.name from (${sitesNaming(compId, "timeRule")}) as w
          ) as u on u.id = t.id
          where t.comp_id = ${compId} and t.id in (${sql.join([...ids])})
          order by t.name, u.by desc, u.used`.execute(trx)
      ).rows;

export async function insertTimeRule(trx: Trx, row: Insertable<TimeRuleTable>): Promise<void> {
  await trx.insertInto("time_rule").values(row).execute();
}

export async function updateTimeRule(
  trx: Trx,
  compId: string,
  id: string,
  changes: Updateable<TimeRuleTable>,
): Promise<void> {
  await trx.updateTable("time_rule").set(changes).where("compId", "=", compId).where("id", "=", id).execute();
}

export async function deleteTimeRules(trx: Trx, compId: string, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom("time_rule").where("compId", "=", compId).where("id", "in", ids).execute();
}
