/** SQL of regular expressions. */
import type { Selectable } from "kysely";
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { RegexRuleTable } from "../../../ports/schema/understanding.ts";
import type { Store } from "../../crud/index.ts";

export type RuleRow = Selectable<RegexRuleTable>;
export type RuleNew = Omit<RuleRow, "compId" | "id" | "createdAt">;
export type RuleListed = RuleRow & { readonly intents: readonly string[] };

type RuleQuery = PageQuery & {
  readonly name?: string | undefined;
  readonly kind?: string | undefined;
  readonly enabled?: string | undefined;
};

/** Names of the intents that use a rule. */
const users = sql<string[]>`coalesce((
  select jsonb_agg(i.name order by i.name) from intent_rule u join intent i on i.comp_id = u.comp_id and i.id = u.intent_id
  where u.comp_id = r.comp_id and u.rule_id = r.id), '[]')`;

export const ruleStore = (now: () => Date): Store<RuleRow, RuleNew, RuleQuery, RuleListed> => ({
  page(trx, compId, query) {
    let base = trx.selectFrom("regex_rule as r").where("r.compId", "=", compId);
    if (query.name) base = base.where("r.name", "like", containing(query.name));
    if (query.kind) base = base.where("r.kind", "=", query.kind as RuleRow["kind"]);
    if (query.enabled) base = base.where("r.enabled", "=", Number(query.enabled));
    return pageOf(base, query, {
      rows: (q) => q.selectAll("r").select(users.as("intents")),
      order: { createdAt: "r.createdAt", name: "r.name" },
      descending: true,
      filled: ["r.createdAt"],
      tie: "r.id",
    });
  },
  find: (trx, compId, id) =>
    trx.selectFrom("regex_rule").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("regex_rule")
      .values({ compId, id, createdAt: now(), ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("regex_rule").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) => trx.deleteFrom("regex_rule").where("compId", "=", compId).where("id", "=", id).execute(),
  async usedBy(trx, compId, id) {
    const user = await trx
      .selectFrom("intent_rule as u")
      .innerJoin("intent as i", (join) => join.onRef("i.compId", "=", "u.compId").onRef("i.id", "=", "u.intentId"))
      .select("i.name")
      .where("u.compId", "=", compId)
      .where("u.ruleId", "=", id)
      .orderBy("i.name")
      .limit(1)
      .executeTakeFirst();
    return user && `意图“${user.name}”`;
  },
});

/** Names of rules by id. */
export async function ruleNames(
  trx: Trx,
  compId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("regex_rule")
    .select(["id", "name"])
    .where("compId", "=", compId)
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Rules of these ids. */
export const rulesOf = async (trx: Trx, compId: string, ids: readonly string[]): Promise<RuleRow[]> =>
  ids.length === 0
    ? []
    : trx
        .selectFrom("regex_rule")
        .selectAll()
        .where("compId", "=", compId)
        .where("id", "in", [...new Set(ids)])
        .execute();

/** Those that are called so, or nearly so. */
export const rulesNamed = (trx: Trx, compId: string, name: string): Promise<RuleRow[]> =>
  trx
    .selectFrom("regex_rule")
    .selectAll()
    .where("compId", "=", compId)
    .where("name", "like", containing(name.slice(0, 26)))
    .orderBy("name")
    .execute();
