/** SQL of the help. */
import { pictureLink } from "@liantai/api/contract/admin";
import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import { containing } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { HelpNodeTable } from "../../../ports/schema/settings.ts";

export type HelpRow = Selectable<HelpNodeTable>;
export type HelpNode = Omit<HelpRow, "body" | "updatedAt" | "updatedBy">;

export const listNodes = (trx: Trx): Promise<HelpNode[]> =>
  trx
    .selectFrom("help_node")
    .select(["id", "parentId", "kind", "title", "sort", "fileId"])
    .orderBy("sort")
    .orderBy("id")
    .execute();

/** Documents whose title or text holds the words. */
export async function searchNodes(trx: Trx, keyword: string): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("help_node")
    .select("id")
    .where("kind", "=", "document")
    .where((e) => e.or([e("title", "ilike", containing(keyword)), e("body", "ilike", containing(keyword))]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export const findNode = (trx: Trx, id: string): Promise<HelpRow | undefined> =>
  trx.selectFrom("help_node").selectAll().where("id", "=", id).executeTakeFirst();

export const findNodes = (trx: Trx, ids: readonly string[]): Promise<HelpRow[]> =>
  trx.selectFrom("help_node").selectAll().where("id", "in", ids).execute();

/** A document names this file, as it is saved now. */
export const isNamed = async (trx: Trx, fileId: string): Promise<boolean> =>
  (await trx
    .selectFrom("help_node")
    .select("id")
    .where((e) => e.or([e("fileId", "=", fileId), e("body", "like", containing(pictureLink(fileId)))]))
    .executeTakeFirst()) !== undefined;

export async function insertNode(trx: Trx, row: Insertable<HelpNodeTable>): Promise<void> {
  await trx.insertInto("help_node").values(row).execute();
}
export async function updateNode(trx: Trx, id: string, set: Updateable<HelpNodeTable>): Promise<void> {
  await trx.updateTable("help_node").set(set).where("id", "=", id).execute();
}
export async function deleteNode(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("help_node").where("id", "=", id).execute();
}

/** Two changes of the tree at once would draw rings or give two nodes one place. Held to the end of the transaction. */
export async function lockTree(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(0x68656c70)})`.execute(trx);
}
