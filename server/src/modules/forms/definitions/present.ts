/** Forms as they leave. */
import { formatTime, type ReplyOf } from "@liantai/api/contract";
import type { customerFormConfApi } from "@liantai/api/contract/workorder";
import type { FormDefinition, OtherRender } from "@liantai/api/forms";
import type { FormDraft, FormPopup } from "../../../ports/schema/forms.ts";
import type { FormRow } from "./repository.ts";

type Api = typeof customerFormConfApi;
type Definition = ReplyOf<Api["findById"]>;

const presentPopup = ({ accessNumbers, skillGroupIds, layouts = [], ...popup }: FormPopup) => ({
  ...popup,
  layouts: layouts.map((one) => ({
    ...{ accessNumbers: [...one.accessNumbers], skillGroupIds: [...one.skillGroupIds], fields: [...one.fields] },
    ...{ tagIds: [...(one.tagIds ?? [])], steps: [...(one.steps ?? [])] },
  })),
  accessNumbers: [...accessNumbers],
  skillGroupIds: [...skillGroupIds],
});

export const labelled = (
  names: readonly string[],
  definition: Pick<FormDefinition, "fields"> | undefined,
): { name: string; label: string }[] =>
  names.map((name) => ({ name, label: definition?.fields.find((field) => field.name === name)?.label ?? name }));

/** Without a version: what is being designed. */
export function presentForm(
  row: FormRow,
  definition: FormDefinition | undefined,
  otherRender: OtherRender,
): Definition {
  const shown: FormDraft = definition ?? row.draft ?? { name: row.name, fields: [] };
  return {
    id: row.id,
    name: shown.name,
    formType: row.formType,
    version: definition?.version ?? 0,
    fields: shown.fields,
    ext: shown.ext ?? null,
    draft:
      definition && row.draft && definition.version === row.version
        ? { name: row.draft.name, fields: row.draft.fields, ext: row.draft.ext ?? null }
        : null,
    revision: row.revision,
    popup: presentPopup(row.popup),
    indexing: labelled(row.indexing, definition),
    otherRender,
    createTime: formatTime(row.createdAt),
    updateTime: formatTime(row.updatedAt),
  };
}

export const presentListed = (
  row: FormRow & { readonly fieldCount: number | null },
): ReplyOf<Api["list"]>["list"][number] => ({
  id: row.id,
  name: row.name,
  formType: row.formType,
  version: row.version,
  fieldCount: Number(row.fieldCount ?? row.draft?.fields.length ?? 0),
  hasDraft: row.draft !== null,
  revision: row.revision,
  popup: presentPopup(row.popup),
  indexing: row.indexing.length > 0,
  createTime: formatTime(row.createdAt),
  updateTime: formatTime(row.updatedAt),
  updatedBy: row.updatedBy,
});
