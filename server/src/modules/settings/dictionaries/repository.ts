/** SQL of dictionaries and their items. */
import type { Insertable, Selectable, Updateable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import { installation } from "../../../http/company.ts";
import type { Trx } from "../../../ports/database.ts";
import type { DictionaryItemTable, DictionaryTable } from "../../../ports/schema/settings.ts";

export type DictionaryRow = Selectable<DictionaryTable>;
export type ItemRow = Selectable<DictionaryItemTable>;

export function listDictionaries(
  trx: Trx,
  owners: readonly string[],
  filter: { readonly keyword?: string | undefined; readonly scope?: string | undefined },
  page: PageQuery,
) {
  let base = trx.selectFrom("dictionary as d").where("d.compId", "in", owners);
  if (filter.keyword)
    base = base.where((e) =>
      e.or([e("d.code", "ilike", containing(filter.keyword!)), e("d.name", "ilike", containing(filter.keyword!))]),
    );
  if (filter.scope) base = base.where("d.compId", filter.scope === "installation" ? "=" : "<>", installation);
  return pageOf(base, page, {
    rows: (q) =>
      q.selectAll("d").select((e) =>
        e
          .selectFrom("dictionary_item as i")
          .select((x) => x.fn.countAll<string>().as("n"))
          .whereRef("i.compId", "=", "d.compId")
          .whereRef("i.dictionaryId", "=", "d.id")
          .as("items"),
      ),
    order: { code: "d.code", name: "d.name" },
    tie: "d.id",
  });
}

export const findDictionary = (trx: Trx, owners: readonly string[], id: string) =>
  trx.selectFrom("dictionary").selectAll().where("compId", "in", owners).where("id", "=", id).executeTakeFirst();
export const findDictionaryByCode = (trx: Trx, owner: string, code: string) =>
  trx.selectFrom("dictionary").selectAll().where("compId", "=", owner).where("code", "=", code).executeTakeFirst();

export async function insertDictionary(trx: Trx, row: Insertable<DictionaryTable>): Promise<void> {
  await trx.insertInto("dictionary").values(row).execute();
}
export async function updateDictionary(
  trx: Trx,
  owner: string,
  id: string,
  set: Updateable<DictionaryTable>,
): Promise<void> {
  await trx.updateTable("dictionary").set(set).where("compId", "=", owner).where("id", "=", id).execute();
}
/** With their items; what was deleted. */
export const deleteDictionaries = (trx: Trx, owner: string, ids: readonly string[]) =>
  trx.deleteFrom("dictionary").where("compId", "=", owner).where("id", "in", ids).returningAll().execute();

export const listItems = (trx: Trx, owner: string, dictionaryId: string) =>
  trx
    .selectFrom("dictionary_item")
    .selectAll()
    .where("compId", "=", owner)
    .where("dictionaryId", "=", dictionaryId)
    .orderBy("sort")
    .orderBy("id")
    .execute();
export const findItem = (trx: Trx, owner: string, id: string) =>
  trx.selectFrom("dictionary_item").selectAll().where("compId", "=", owner).where("id", "=", id).executeTakeFirst();
export const findItemByValue = (trx: Trx, owner: string, dictionaryId: string, value: string) =>
  trx
    .selectFrom("dictionary_item")
    .selectAll()
    .where("compId", "=", owner)
    .where("dictionaryId", "=", dictionaryId)
    .where("value", "=", value)
    .executeTakeFirst();

export async function insertItem(trx: Trx, row: Insertable<DictionaryItemTable>): Promise<void> {
  await trx.insertInto("dictionary_item").values(row).execute();
}
export async function updateItem(
  trx: Trx,
  owner: string,
  id: string,
  set: Updateable<DictionaryItemTable>,
): Promise<void> {
  await trx.updateTable("dictionary_item").set(set).where("compId", "=", owner).where("id", "=", id).execute();
}
export const deleteItems = (trx: Trx, owner: string, ids: readonly string[]) =>
  trx.deleteFrom("dictionary_item").where("compId", "=", owner).where("id", "in", ids).returningAll().execute();
