/** SQL of classes. */
import type { Selectable } from "kysely";
import { sql } from "kysely";
import { pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { KnowledgeClassTable } from "../../../ports/schema/understanding.ts";
import type { Store } from "../../crud/index.ts";

export type ClassRow = Selectable<KnowledgeClassTable>;
export type ClassNew = Omit<ClassRow, "compId" | "id">;
export type ClassListed = ClassRow & { readonly items: string | number };

const items = sql<string>`case k.kind
  when 1 then (select count(*) from inner_knowledge q where q.comp_id = k.comp_id and q.class_id = k.id)
  else (select count(*) from intent i where i.comp_id = k.comp_id and i.class_id = k.id) end`;

type ClassQuery = PageQuery & { readonly kind?: number | undefined };

export const classStore: Store<ClassRow, ClassNew, ClassQuery, ClassListed> = {
  page(trx, compId, query) {
    let base = trx.selectFrom("knowledge_class as k").where("k.compId", "=", compId);
    if (query.kind) base = base.where("k.kind", "=", query.kind as ClassRow["kind"]);
    return pageOf(base, query, {
      rows: (q) => q.selectAll("k").select(items.as("items")),
      order: { sort: "k.sort" },
      tie: "k.id",
    });
  },
  find: (trx, compId, id) => findClass(trx, compId, id),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("knowledge_class")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("knowledge_class").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) =>
    trx.deleteFrom("knowledge_class").where("compId", "=", compId).where("id", "=", id).execute(),
  async usedBy(trx, compId, id) {
    const [below, questions, intents] = await Promise.all([
      trx
        .selectFrom("knowledge_class")
        .select("id")
        .where("compId", "=", compId)
        .where("parentId", "=", id)
        .limit(1)
        .execute(),
      trx
        .selectFrom("inner_knowledge")
        .select("id")
        .where("compId", "=", compId)
        .where("classId", "=", id)
        .limit(1)
        .execute(),
      trx.selectFrom("intent").select("id").where("compId", "=", compId).where("classId", "=", id).limit(1).execute(),
    ]);
    if (below.length > 0) return "下级分类";
    if (questions.length > 0) return "内部知识";
    return intents.length > 0 ? "意图" : undefined;
  },
};

export const findClass = (trx: Trx, compId: string, id: string): Promise<ClassRow | undefined> =>
  trx.selectFrom("knowledge_class").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

export const countClasses = async (trx: Trx, compId: string): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom("knowledge_class")
        .select((e) => e.fn.countAll().as("total"))
        .where("compId", "=", compId)
        .executeTakeFirstOrThrow()
    ).total,
  );

/** Two moves at once could make a circle. Held to the end of the transaction. */
export async function lockClasses(trx: Trx, compId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`knowledge-class/${compId}`}))`.execute(trx);
}

/** Ids of a class and of all below it. */
export async function classesBelow(trx: Trx, compId: string, id: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("knowledge_class")
    .select(["id", "parentId"])
    .where("compId", "=", compId)
    .execute();
  const found = [id];
  for (const at of found) found.push(...rows.filter(({ parentId }) => parentId === at).map((row) => row.id));
  return found;
}

export const allClasses = (trx: Trx, compId: string): Promise<ClassRow[]> =>
  trx.selectFrom("knowledge_class").selectAll().where("compId", "=", compId).orderBy("id").execute();
