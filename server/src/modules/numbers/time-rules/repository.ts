/** SQL of time rules. */
import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { TimeRuleTable } from "../../../ports/schema/numbers.ts";

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

/** Access numbers that follow one of the rules. */
export const listUses = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .selectFrom("access_number_rule as r")
    .innerJoin("time_rule as t", (on) => on.onRef("t.compId", "=", "r.compId").onRef("t.id", "=", "r.timeRuleId"))
    .select(["r.number", "t.name"])
    .distinct()
    .where("r.compId", "=", compId)
    .where("r.timeRuleId", "in", ids)
    .orderBy("t.name")
    .orderBy("r.number")
    .execute();

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
