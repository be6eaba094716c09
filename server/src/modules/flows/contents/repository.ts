/** SQL of what supervisors change beside flows, and of its versions. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { FlowContentKind } from "@liantai/api/contract/flow-editor";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { FlowContentTable, FlowContentVersionTable } from "../../../ports/schema/flows.ts";

export type ContentRow = Selectable<FlowContentTable>;

const rowsOf = (trx: Trx, compId: string, kind: FlowContentKind) =>
  trx.selectFrom("flow_content").where("compId", "=", compId).where("kind", "=", kind);
const versionsOf = (trx: Trx, compId: string, contentId: string) =>
  trx.selectFrom("flow_content_version").where("compId", "=", compId).where("contentId", "=", contentId);

export function pageContents(
  trx: Trx,
  compId: string,
  kind: FlowContentKind,
  query: PageQuery & { readonly name?: string | undefined },
) {
  let base = rowsOf(trx, compId, kind);
  if (query.name) base = base.where("name", "like", containing(query.name));
  return pageOf(base, query, {
    rows: (q) => q.selectAll(),
    order: { name: "name", updateTime: "updatedAt" },
    tie: "id",
  });
}

export const contentsOf = (trx: Trx, compId: string, kind: FlowContentKind) =>
  rowsOf(trx, compId, kind).select(["id", "summary"]).execute();

export const countContents = async (trx: Trx, compId: string, kind: FlowContentKind): Promise<number> =>
  Number(
    (
      await rowsOf(trx, compId, kind)
        .select((e) => e.fn.countAll().as("all"))
        .executeTakeFirstOrThrow()
    ).all,
  );

export const findContent = (trx: Trx, compId: string, kind: FlowContentKind, id: string) =>
  rowsOf(trx, compId, kind).where("id", "=", id).selectAll().executeTakeFirst();
export const lockContent = (trx: Trx, compId: string, kind: FlowContentKind, id: string) =>
  rowsOf(trx, compId, kind).where("id", "=", id).selectAll().forUpdate().executeTakeFirst();

export const insertContent = (trx: Trx, row: Insertable<FlowContentTable>) =>
  trx.insertInto("flow_content").values(row).execute();
export const updateContent = (trx: Trx, compId: string, id: string, set: Updateable<FlowContentTable>) =>
  trx.updateTable("flow_content").set(set).where("compId", "=", compId).where("id", "=", id).execute();
export const deleteContent = (trx: Trx, compId: string, id: string) =>
  trx.deleteFrom("flow_content").where("compId", "=", compId).where("id", "=", id).execute();

export const insertContentVersion = (trx: Trx, row: Insertable<FlowContentVersionTable>) =>
  trx.insertInto("flow_content_version").values(row).execute();

/** The oldest, so that no more than these are left. */
export const dropOldVersions = (trx: Trx, compId: string, contentId: string, newest: number, most: number) =>
  trx
    .deleteFrom("flow_content_version")
    .where("compId", "=", compId)
    .where("contentId", "=", contentId)
    .where("version", "<=", newest - most)
    .execute();

/** Newest first, without the contents. */
export const listContentVersions = (trx: Trx, compId: string, contentId: string) =>
  versionsOf(trx, compId, contentId)
    .select(["id", "version", "note", "restores", "createdAt", "createdBy"])
    .orderBy("version", "desc")
    .execute();

export const findContentVersion = (trx: Trx, compId: string, contentId: string, id: string) =>
  versionsOf(trx, compId, contentId).where("id", "=", id).selectAll().executeTakeFirst();

export const newestVersion = (trx: Trx, compId: string, contentId: string) =>
  versionsOf(trx, compId, contentId).selectAll().orderBy("version", "desc").limit(1).executeTakeFirst();

const newest = sql`v.version desc`;
const newestAt = (at: Date) =>
  sql`(v.created_at <= ${at}) desc, case when v.created_at <= ${at} then v.version else -v.version end desc`;

/** Of each the one that was the newest at that moment; the oldest of those kept where none is so old. at: undefined: now. */
export const contentsAt = async (
  trx: Trx,
  compId: string,
  kind: FlowContentKind,
  ids: readonly string[],
  at: Date | undefined,
): Promise<readonly { readonly id: string; readonly content: string }[]> =>
  (
    await sql<{ id: string; content: string }>`
      select distinct on (c.id) c.id, v.content from flow_content c
      join flow_content_version v on v.comp_id = c.comp_id and v.content_id = c.id
      where c.comp_id = ${compId} and c.kind = ${kind} and c.id in (${sql.join([...ids])})
      order by c.id, ${at ? newestAt(at) : newest}`.execute(trx)
  ).rows;

/** Which was the newest at that moment; the oldest of those kept where none is so old. */
export const versionAt = async (trx: Trx, compId: string, contentId: string, at: Date): Promise<string | undefined> =>
  (
    (await versionsOf(trx, compId, contentId)
      .where("createdAt", "<=", at)
      .select("id")
      .orderBy("version", "desc")
      .limit(1)
      .executeTakeFirst()) ??
    (await versionsOf(trx, compId, contentId).select("id").orderBy("version").limit(1).executeTakeFirst())
  )?.id;
