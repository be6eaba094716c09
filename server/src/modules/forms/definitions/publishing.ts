/** A new version of a form, in one transaction with what its records are found by. */
import { isDeepStrictEqual } from "node:util";
import { AppError } from "@liantai/api/contract";
import { compileForm, type CompiledForm, type FormDefinition } from "@liantai/api/forms";
import type { Trx } from "../../../ports/database.ts";
import type { FormsDeps } from "../deps.ts";
import { hasRecords } from "../records/counting-repository.ts";
import { forgetUnique, gatherUnique } from "./distinct-repository.ts";
import { definitionRefusal } from "./reading.ts";
import { insertVersion, updateForm, type FormRow } from "./repository.ts";
import { newlyIndexed, planSlots } from "./slots.ts";

const uniqueFields = (form: CompiledForm | undefined): readonly string[] =>
  form?.slots.filter(({ unique }) => unique).map(({ field }) => field) ?? [];

/** Equal values of a field that becomes distinct are told before they are accepted (inventory B12). */
async function becomeDistinct(
  trx: Trx,
  row: FormRow,
  form: CompiledForm,
  before: CompiledForm,
  accepted: boolean,
): Promise<void> {
  const [old, now] = [uniqueFields(before), uniqueFields(form)];
  for (const field of old) if (!now.includes(field)) await forgetUnique(trx, row.compId, row.id, field);
  const fresh = now.filter(
    (field) => !old.includes(field) || before.byName.get(field)?.type !== form.byName.get(field)?.type,
  );
  const duplicates = [];
  for (const name of fresh) {
    const field = form.byName.get(name)!;
    const values = await gatherUnique(trx, row.compId, row.id, field);
    if (values.length > 0) duplicates.push({ field: name, label: field.label, values: [...values] });
  }
  if (duplicates.length === 0 || accepted) return;
  const [first] = duplicates;
  throw new AppError("refused", `“${first!.label}”已有重复的数据，请先处理，或选择保留重复值后再发布`, { duplicates });
}

export interface Publishing {
  readonly by: string;
  readonly at: Date;
  readonly acceptDuplicates: boolean;
}

/** `row` is locked. What it is afterwards; unchanged content makes no version. */
export async function publishVersion(
  { compiled }: Pick<FormsDeps, "compiled">,
  trx: Trx,
  row: FormRow,
  definition: FormDefinition,
  { by, at, acceptDuplicates }: Publishing,
): Promise<FormRow> {
  const { compId, id } = row;
  const before = row.version > 0 ? await compiled.get(trx, compId, id, row.version) : undefined;
  const same = before && isDeepStrictEqual({ ...before.definition, version: 0 }, { ...definition, version: 0 });
  const version = same ? row.version : row.version + 1;
  const form = compileForm({ ...definition, version });
  const { slots, faults } = planSlots(form, row.slots);
  if (faults.length > 0) throw definitionRefusal(faults);
  const there = before !== undefined && (await hasRecords(trx, compId, id));
  if (before && there) await becomeDistinct(trx, row, form, before, acceptDuplicates);
  const fresh = there ? newlyIndexed(form, slots, before, row.slots) : [];
  const open = row.indexing.filter((field) => form.byName.has(field) && !fresh.includes(field));
  const indexing = there ? [...open, ...fresh] : [];
  const indexedTo = indexing.length === 0 ? null : fresh.length > 0 ? "" : row.indexedTo;
  if (!same)
    await insertVersion(trx, {
      compId,
      formId: id,
      version,
      definition: JSON.stringify(form.definition),
      publishedAt: at,
      publishedBy: by,
    });
  const set = { name: definition.name, version, revision: row.revision + 1, indexedTo, updatedAt: at, updatedBy: by };
  await updateForm(trx, compId, id, {
    ...set,
    draft: null,
    slots: JSON.stringify(slots),
    indexing: JSON.stringify(indexing),
  });
  return { ...row, ...set, draft: null, slots, indexing };
}
