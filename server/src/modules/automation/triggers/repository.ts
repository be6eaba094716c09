/** SQL of triggers. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { FormTriggerTable } from "../../../ports/schema/automation.ts";
import { asked } from "../../asked.ts";

export type TriggerRow = Selectable<FormTriggerTable>;

const own = (trx: Trx, compId: string) => trx.selectFrom("form_trigger").selectAll().where("compId", "=", compId);

/** In their order. */
export const listTriggers = (trx: Trx, compId: string, formId: string): Promise<TriggerRow[]> =>
  own(trx, compId).where("formId", "=", formId).orderBy("position").orderBy("id").execute();

/** What is to be known of one to queue it. */
export type EnabledTrigger = Pick<TriggerRow, "id" | "name" | "moment">;

export const enabledTriggers = (trx: Trx, compId: string, formId: string): Promise<readonly EnabledTrigger[]> =>
  asked(
    trx,
    sql<EnabledTrigger>`
      select id, name, moment from form_trigger where comp_id = ${compId} and form_id = ${formId} and enabled = 1
      order by position, id`,
  );

export const findTrigger = (trx: Trx, compId: string, id: string): Promise<TriggerRow | undefined> =>
  own(trx, compId).where("id", "=", id).executeTakeFirst();

export const insertTrigger = (trx: Trx, row: Insertable<FormTriggerTable>) =>
  trx.insertInto("form_trigger").values(row).execute();

/** Whether it still was of that revision. */
export async function updateTrigger(
  trx: Trx,
  compId: string,
  id: string,
  revision: number,
  set: Updateable<FormTriggerTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("form_trigger")
    .set({ ...set, revision: revision + 1 })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("revision", "=", revision)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export const setPosition = (trx: Trx, compId: string, id: string, position: number) =>
  trx.updateTable("form_trigger").set({ position }).where("compId", "=", compId).where("id", "=", id).execute();

export const deleteTriggers = (trx: Trx, compId: string, ids: readonly string[]): Promise<TriggerRow[]> =>
  trx.deleteFrom("form_trigger").where("compId", "=", compId).where("id", "in", ids).returningAll().execute();
