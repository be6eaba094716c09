/** SQL of intention rules and of what gives points. */
import type { Insertable, Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { IntentionRuleTable, ScoreAddendTable } from "../../../ports/schema/understanding.ts";
import type { Store } from "../../crud/index.ts";
import { taskThatNames } from "../../task-uses-repository.ts";

export type LevelRow = Selectable<IntentionRuleTable>;
export type LevelNew = Omit<LevelRow, "compId" | "id">;
type LevelQuery = PageQuery & { readonly name?: string | undefined };

const stored = ({ levels, wins, ...row }: Partial<LevelNew>) => ({
  ...row,
  ...(wins ? { wins: JSON.stringify(wins) } : {}),
  ...(levels ? { levels: JSON.stringify(levels) } : {}),
});

export const levelStore: Store<LevelRow, LevelNew, LevelQuery> = {
  page(trx, compId, query) {
    let base = trx.selectFrom("intention_rule").where("compId", "=", compId);
    if (query.name) base = base.where("name", "like", containing(query.name));
    return pageOf(base, query, { rows: (q) => q.selectAll(), order: { name: "name" }, tie: "id" });
  },
  find: (trx, compId, id) =>
    trx.selectFrom("intention_rule").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, { levels, wins, ...row }) =>
    trx
      .insertInto("intention_rule")
      .values({ compId, id, ...row, levels: JSON.stringify(levels), wins: JSON.stringify(wins) })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("intention_rule").set(stored(row)).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) =>
    trx.deleteFrom("intention_rule").where("compId", "=", compId).where("id", "=", id).execute(),
  async usedBy(trx, compId, id) {
    const robot = await trx
      .selectFrom("robot_agent")
      .select("name")
      .where("compId", "=", compId)
      .where("intentionRuleId", "=", id)
      .orderBy("name")
      .limit(1)
      .executeTakeFirst();
    return robot ? `机器人“${robot.name}”` : taskThatNames(trx, compId, "intentionRule", id);
  },
};

export const addendsOf = (trx: Trx, compId: string) =>
  trx
    .selectFrom("score_addend as a")
    .leftJoin("intent as i", (join) => join.onRef("i.compId", "=", "a.compId").onRef("i.id", "=", "a.intentId"))
    .select(["a.id", "a.kind", "a.intentId", "a.least", "a.text", "a.points", "i.name as intentName"])
    .where("a.compId", "=", compId)
    .orderBy("a.sort")
    .execute();

/** undefined: it is gone. */
export const ruleById = (trx: Trx, compId: string, id: string): Promise<LevelRow | undefined> =>
  levelStore.find(trx, compId, id);

export async function replaceAddends(
  trx: Trx,
  compId: string,
  addends: readonly Insertable<ScoreAddendTable>[],
): Promise<void> {
  await trx.deleteFrom("score_addend").where("compId", "=", compId).execute();
  if (addends.length > 0) await trx.insertInto("score_addend").values(addends).execute();
}
