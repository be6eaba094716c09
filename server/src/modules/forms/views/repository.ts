/** SQL of saved views. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { RecordViewTable } from "../../../ports/schema/beside-records.ts";

export type ViewRow = Selectable<RecordViewTable>;

const all = (trx: Trx, compId: string) => trx.selectFrom("record_view").where("compId", "=", compId);

/** Every one of the form: whose role sees which is for the rules to say. */
export const viewsOfForm = (trx: Trx, compId: string, formId: string): Promise<ViewRow[]> =>
  all(trx, compId).selectAll().where("formId", "=", formId).orderBy("createdAt").orderBy("id").execute();

export const findViews = (trx: Trx, compId: string, ids: readonly string[]): Promise<ViewRow[]> =>
  all(trx, compId)
    .selectAll()
    .where("id", "in", [...ids])
    .forUpdate()
    .execute();

export const insertView = (trx: Trx, row: Insertable<RecordViewTable>) =>
  trx.insertInto("record_view").values(row).execute();

export const updateView = (trx: Trx, compId: string, id: string, set: Updateable<RecordViewTable>) =>
  trx.updateTable("record_view").set(set).where("compId", "=", compId).where("id", "=", id).execute();

export const deleteViews = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .deleteFrom("record_view")
    .where("compId", "=", compId)
    .where("id", "in", [...ids])
    .execute();

/** With whom a view may be shared. */
export const rolesToShareWith = (trx: Trx, compId: string) =>
  trx
    .selectFrom("role")
    .select(["id", "name"])
    .where("compId", "=", compId)
    .where("kind", "=", "enterprise")
    .orderBy("roleType")
    .orderBy("name")
    .orderBy("id")
    .execute();
