/** SQL of macros. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { FormMacroTable } from "../../../ports/schema/automation.ts";

export type MacroRow = Selectable<FormMacroTable>;

const own = (trx: Trx, compId: string, ownerId: string) =>
  trx
    .selectFrom("form_macro")
    .selectAll()
    .where("compId", "=", compId)
    .where((e) => e.or([e("shared", "=", 1), e("ownerId", "=", ownerId)]));

/** Shared ones and the own, those that are used most first. */
export const listMacros = (trx: Trx, compId: string, ownerId: string, formId: string): Promise<MacroRow[]> =>
  own(trx, compId, ownerId)
    .where("formId", "=", formId)
    .orderBy("uses", "desc")
    .orderBy("name")
    .orderBy("id")
    .execute();

export const findMacro = (trx: Trx, compId: string, ownerId: string, id: string): Promise<MacroRow | undefined> =>
  own(trx, compId, ownerId).where("id", "=", id).executeTakeFirst();

export const insertMacro = (trx: Trx, row: Insertable<FormMacroTable>) =>
  trx.insertInto("form_macro").values(row).execute();

export const updateMacro = (trx: Trx, compId: string, id: string, set: Updateable<FormMacroTable>) =>
  trx.updateTable("form_macro").set(set).where("compId", "=", compId).where("id", "=", id).execute();

export const deleteMacros = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx.deleteFrom("form_macro").where("compId", "=", compId).where("id", "in", ids).execute();

export const countUse = (trx: Trx, compId: string, id: string) =>
  trx
    .updateTable("form_macro")
    .set((e) => ({ uses: e("uses", "+", 1) }))
    .where("compId", "=", compId)
    .where("id", "=", id)
    .execute();
