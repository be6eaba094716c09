/** SQL of access numbers and where they lead. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AccessNumberTable } from "../../../ports/schema.ts";
import type { AccessNumberRuleTable } from "../../../ports/schema/numbers.ts";
import { targetName, targetOff } from "./targets-repository.ts";

export type NumberRow = Selectable<AccessNumberTable>;

export const findNumber = (trx: Trx, number: string) =>
  trx.selectFrom("access_number").selectAll().where("number", "=", number).executeTakeFirst();

/** Locked until the transaction ends, in the order of the numbers. */
export const lockNumbers = (trx: Trx, numbers: readonly string[]): Promise<NumberRow[]> =>
  trx.selectFrom("access_number").selectAll().where("number", "in", numbers).orderBy("number").forUpdate().execute();

export const findEnterprise = (trx: Trx, compId: string) =>
  trx.selectFrom("enterprise").select(["compId", "name"]).where("compId", "=", compId).executeTakeFirst();

export async function insertNumber(trx: Trx, row: Insertable<AccessNumberTable>): Promise<void> {
  await trx.insertInto("access_number").values(row).execute();
}

export async function updateNumber(trx: Trx, number: string, changes: Updateable<AccessNumberTable>): Promise<void> {
  await trx.updateTable("access_number").set(changes).where("number", "=", number).execute();
}

export async function deleteNumbers(trx: Trx, numbers: readonly string[]): Promise<void> {
  await trx.deleteFrom("access_number").where("number", "in", numbers).execute();
}

export interface NumberFilters extends PageQuery {
  readonly number?: string | undefined;
  readonly title?: string | undefined;
  readonly enabled?: string | undefined;
  readonly allocated?: string | undefined;
}

const owners = (kind: string) =>
  sql<number>`(
    select count(*)::integer from access_number_owner o
    where o.comp_id = n.comp_id and o.number = n.number and o.owner_kind = ${kind}
  )`;

/** companies undefined: all there are, the unallocated ones too. */
export function listNumbers(trx: Trx, filters: NumberFilters, companies: readonly string[] | undefined, today: Date) {
  let base = trx
    .selectFrom("access_number as n")
    .leftJoin("enterprise as c", "c.compId", "n.owner")
    .leftJoin("display_number as p", (j) => j.onRef("p.compId", "=", "n.compId").onRef("p.number", "=", "n.number"));
  if (companies) base = base.where("n.compId", "in", companies.length > 0 ? companies : [""]);
  if (filters.number) base = base.where("n.number", "like", containing(filters.number));
  if (filters.title) base = base.where("n.title", "ilike", containing(filters.title));
  if (filters.enabled) base = base.where("n.enabled", "=", Number(filters.enabled));
  if (filters.allocated) base = base.where("n.owner", filters.allocated === "1" ? "is not" : "is", null);
  return pageOf(base, filters, {
    rows: (query) =>
      query.selectAll("n").select([
        "c.name as compName",
        targetName.as("targetName"),
        targetOff.as("targetOff"),
        owners("group").as("groups"),
        owners("seat").as("seats"),
        sql<number>`(
            select count(*)::integer from access_number_rule r where r.comp_id = n.comp_id and r.number = n.number
          )`.as("rules"),
        "p.pausedAt",
        "p.pausedReason",
        "p.pausedBy",
        "p.restUntil",
        sql<number | null>`(
            select d.calls from display_number d
            where d.comp_id = n.comp_id and d.number = n.number and d.day = ${today}
          )`.as("displayCalls"),
        sql<number>`(
            select count(*)::integer from call_record r
            where r.comp_id = n.comp_id and r.access_number = n.number and r.end_at is null
          )`.as("active"),
      ]),
    order: {
      number: "n.number",
      title: "n.title",
      compName: "c.name",
      concurrency: "n.concurrency",
      price: "n.priceMilli",
      enabled: "n.enabled",
    },
    tie: "n.number",
  });
}
export type ListedNumber = Awaited<ReturnType<typeof listNumbers>>["rows"][number];

/** What an enterprise set up for a number goes with the number: time rules, seat groups, seats. */
export async function clearSetup(trx: Trx, numbers: readonly string[]): Promise<void> {
  await trx.deleteFrom("access_number_rule").where("number", "in", numbers).execute();
  await trx.deleteFrom("access_number_owner").where("number", "in", numbers).execute();
  await trx.deleteFrom("display_number").where("number", "in", numbers).execute();
}

/** In the order they are tried, each with its time rule. */
export const listRules = (trx: Trx, compId: string, number: string) =>
  trx
    .selectFrom("access_number_rule as r")
    .innerJoin("time_rule as t", (on) => on.onRef("t.compId", "=", "r.compId").onRef("t.id", "=", "r.timeRuleId"))
    .select([
      "r.position",
      "r.timeRuleId",
      "r.targetKind",
      "r.targetId",
      "r.greeting",
      "r.greetingVoice",
      "t.name",
      "t.weekly",
      "t.holidays",
      "t.specials",
    ])
    .where("r.compId", "=", compId)
    .where("r.number", "=", number)
    .orderBy("r.position")
    .execute();

export async function replaceRules(
  trx: Trx,
  compId: string,
  number: string,
  rules: readonly Omit<Insertable<AccessNumberRuleTable>, "compId" | "number" | "position">[],
): Promise<void> {
  await trx.deleteFrom("access_number_rule").where("compId", "=", compId).where("number", "=", number).execute();
  if (rules.length > 0)
    await trx
      .insertInto("access_number_rule")
      .values(rules.map((rule, i) => ({ ...rule, compId, number, position: i + 1 })))
      .execute();
}
