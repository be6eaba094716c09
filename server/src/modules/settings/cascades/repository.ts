/** SQL of cascading options. */
import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { CascadeOptionTable } from "../../../ports/schema/settings.ts";

export type CascadeRow = Selectable<CascadeOptionTable>;

/** A level, or with a keyword whatever holds it. Only the rows of the page are asked for their children. */
export function listOptions(
  trx: Trx,
  compId: string,
  filter: { readonly parentId?: string | undefined; readonly keyword?: string | undefined; readonly anywhere: boolean },
  page: PageQuery,
) {
  let base = trx.selectFrom("cascade_option as o").where("o.compId", "=", compId);
  if (filter.keyword) base = base.where("o.name", "ilike", containing(filter.keyword));
  if (!filter.keyword || !filter.anywhere)
    base = filter.parentId ? base.where("o.parentId", "=", filter.parentId) : base.where("o.parentId", "is", null);
  return pageOf(base, page, {
    rows: (q) =>
      q.selectAll("o").select((e) =>
        e
          .selectFrom("cascade_option as c")
          .select((x) => x.fn.countAll<string>().as("n"))
          .whereRef("c.compId", "=", "o.compId")
          .whereRef("c.parentId", "=", "o.id")
          .as("children"),
      ),
    order: { sort: "o.sort" },
    tie: "o.id",
  });
}

export const findOption = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("cascade_option").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

const under = (trx: Trx, compId: string, parentId: string | null) =>
  trx
    .selectFrom("cascade_option")
    .where("compId", "=", compId)
    .where("parentId", parentId === null ? "is" : "=", parentId);

export const findSibling = (trx: Trx, compId: string, parentId: string | null, name: string) =>
  under(trx, compId, parentId).selectAll().where("name", "=", name).executeTakeFirst();

export async function lastSort(trx: Trx, compId: string, parentId: string | null): Promise<number> {
  return (
    (
      await under(trx, compId, parentId)
        .select((e) => e.fn.max("sort").as("sort"))
        .executeTakeFirst()
    )?.sort ?? 0
  );
}

/** The next one up (-1) or down (1) in the order of the list. */
export function neighbour(trx: Trx, row: CascadeRow, step: -1 | 1) {
  const after = sql<boolean>`(sort, id) ${sql.raw(step === 1 ? ">" : "<")} (${row.sort}, ${row.id})`;
  const direction = step === 1 ? "asc" : "desc";
  return under(trx, row.compId, row.parentId)
    .selectAll()
    .where(after)
    .orderBy("sort", direction)
    .orderBy("id", direction)
    .executeTakeFirst();
}

/** Numbers the siblings 1, 2, 3 … as they stand, so that two of them can change places. */
export async function renumber(trx: Trx, compId: string, parentId: string | null): Promise<void> {
  await sql`
    update cascade_option o set sort = n.place from (
      select id, row_number() over (order by sort, id) as place from cascade_option
        where comp_id = ${compId} and parent_id is not distinct from ${parentId}
    ) n where o.comp_id = ${compId} and o.id = n.id and o.sort <> n.place`.execute(trx);
}

export async function insertOptions(trx: Trx, rows: readonly Insertable<CascadeOptionTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto("cascade_option").values(rows).execute();
}

export async function updateOption(
  trx: Trx,
  compId: string,
  id: string,
  set: { readonly name?: string; readonly sort?: number },
): Promise<void> {
  await trx.updateTable("cascade_option").set(set).where("compId", "=", compId).where("id", "=", id).execute();
}

/** How many rows go with these ids: they and all below them. */
export async function countBelow(trx: Trx, compId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    with recursive below as (
      select id from cascade_option where comp_id = ${compId} and id in (${sql.join(ids)})
      union select c.id from cascade_option c join below b on c.parent_id = b.id where c.comp_id = ${compId}
    ) select count(*) as n from below`.execute(trx);
  return Number(rows[0]?.n ?? 0);
}

/** The rest of the tree goes by its foreign key. */
export const deleteOptions = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .deleteFrom("cascade_option")
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .returning(["id", "name"])
    .execute();

/** Children of several parents by their names: what an import compares with. */
export const childrenOf = (trx: Trx, compId: string, parentIds: readonly string[]) =>
  trx
    .selectFrom("cascade_option")
    .select(["id", "parentId", "name", "sort"])
    .where("compId", "=", compId)
    .where("parentId", "in", parentIds)
    .execute();
export const topsOf = (trx: Trx, compId: string) =>
  trx
    .selectFrom("cascade_option")
    .select(["id", "parentId", "name", "sort"])
    .where("compId", "=", compId)
    .where("parentId", "is", null)
    .execute();

/** Two imports at once would make the same option twice. Held to the end of the transaction. */
export async function lockCascade(trx: Trx, compId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`cascade/${compId}`}))`.execute(trx);
}

/** Where an option stands: '' is above the tops. */
export interface CascadeNode {
  readonly parentId: string;
  readonly name: string;
  readonly leaf: boolean;
}

export async function placesOf(
  trx: Trx,
  compId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CascadeNode>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("cascade_option as o")
    .select(["o.id", "o.parentId", "o.name"])
    .select((e) =>
      e
        .exists(
          e
            .selectFrom("cascade_option as c")
            .select("c.id")
            .whereRef("c.compId", "=", "o.compId")
            .whereRef("c.parentId", "=", "o.id"),
        )
        .as("branch"),
    )
    .where("o.compId", "=", compId)
    .where("o.id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, parentId, name, branch }) => [id, { parentId: parentId ?? "", name, leaf: !branch }]));
}

export const everyOption = (trx: Trx, compId: string) =>
  trx.selectFrom("cascade_option").select(["id", "parentId", "name"]).where("compId", "=", compId).execute();
