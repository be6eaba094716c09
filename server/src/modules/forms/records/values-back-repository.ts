/** SQL of what records were: those of a form that were made or changed since a time, and what was written over in them. */
import type { Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { RecordChangeTable } from "../../../ports/schema/forms.ts";
import { recordColumns, type RecordRow } from "./repository.ts";

export type ChangeRow = Selectable<RecordChangeTable>;

/** Newest first. */
export const recordsSince = (
  trx: Trx,
  compId: string,
  formId: string,
  since: Date,
  limit: number,
): Promise<RecordRow[]> =>
  trx
    .selectFrom("form_record as r")
    .where("r.compId", "=", compId)
    .where("r.formId", "=", formId)
    .where("r.deletedAt", "is", null)
    .where("r.createdAt", ">=", since)
    .select(recordColumns)
    .orderBy("r.createdAt", "desc")
    .limit(limit)
    .execute();

/** Newest first. */
export const changesSince = (
  trx: Trx,
  compId: string,
  formId: string,
  since: Date,
  limit: number,
): Promise<ChangeRow[]> =>
  trx
    .selectFrom("record_change as c")
    .innerJoin("form_record as r", (on) => on.onRef("r.compId", "=", "c.compId").onRef("r.id", "=", "c.recordId"))
    .where("c.compId", "=", compId)
    .where("r.formId", "=", formId)
    .where("r.deletedAt", "is", null)
    .where("c.at", ">=", since)
    .selectAll("c")
    .orderBy("c.at", "desc")
    .limit(limit)
    .execute();

/** Of each the newest first. */
export const changesBack = (
  trx: Trx,
  compId: string,
  recordIds: readonly string[],
  since: Date,
): Promise<ChangeRow[]> =>
  trx
    .selectFrom("record_change")
    .selectAll()
    .where("compId", "=", compId)
    .where("recordId", "in", recordIds)
    .where("at", ">=", since)
    .orderBy("recordId")
    .orderBy("version", "desc")
    .execute();
