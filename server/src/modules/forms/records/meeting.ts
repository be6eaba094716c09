/** Where two saves of one record meet: what is left of the second, and what it is told of the first (rule F88). */
import type { ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi, RecordValues } from "@liantai/api/contract/workorder";
import { hiddenIn, type CompiledForm } from "@liantai/api/forms";
import { changedSince, ownChanges } from "./meanwhile.ts";
import type { Prepared } from "./preparing.ts";
import { conflictOf } from "./refusals.ts";
import type { RecordRow } from "./repository.ts";

type Saved = ReplyOf<typeof customerFormDataApi.update>;

/**
 * What is left to write where the record has gone on since the writer saw it: what he alone changed. Where both changed a field, or nobody
 * knows what he saw, AppError 'conflict'.
 */
export function mineAlone(
  form: CompiledForm,
  row: RecordRow,
  given: RecordValues,
  seen: RecordValues | undefined,
  hide: boolean,
) {
  const mine = seen ? ownChanges(given, seen) : given;
  const conflict = conflictOf(form, row, mine, hide, seen && changedSince(row, seen));
  if (conflict) throw conflict;
  return seen ? ownChanges(mine, row.values) : {};
}

/** Of a save that two changes met in: what the other changed and was kept, by whom; without what the writer does not see. */
export function keptOf(
  form: CompiledForm,
  row: RecordRow,
  seen: RecordValues,
  { otherRender }: Prepared,
): Pick<Saved, "kept"> {
  const unseen = hiddenIn(otherRender);
  const since = changedSince(row, seen);
  const fields = form.fields.filter(({ name }) => since.has(name) && !unseen.has(name));
  return fields.length === 0
    ? {}
    : { kept: { by: row.updatedBy, fields: fields.map(({ name, label }) => ({ name, label })) } };
}
