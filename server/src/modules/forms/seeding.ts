/** What a demonstration begins with: published forms, and records of them. */
import { defaultLevels, everyRole, type TagColor } from "@liantai/api/contract/workorder";
import { compileForm, type FormField, type FormType, type FormValues } from "@liantai/api/forms";
import type { Ports } from "../../ports/index.ts";
import type { Trx } from "../../ports/database.ts";
import type { FormPopup } from "../../ports/schema/forms.ts";
import { createCompiledForms } from "./compiled.ts";
import { publishVersion } from "./definitions/publishing.ts";
import { definitionOf } from "./definitions/reading.ts";
import { insertForm } from "./definitions/repository.ts";
import { putSetting, type SettingRow } from "./duplicates/repository.ts";
import { indexer } from "./records/indexing.ts";
import { replaceLevels } from "./intentions/repository.ts";
import { insertFinders, insertRecords, slotSet, takeUnique } from "./records/repository.ts";
import { insertTag, markRecord } from "./records/tag-repository.ts";
import { insertView } from "./views/repository.ts";

interface SeededOwner {
  readonly ownerId: string;
  readonly ownerName: string;
  readonly groupId: string;
}

export interface SeededForm {
  /** Default: one of its own. */
  readonly id?: string;
  readonly compId: string;
  readonly formType: FormType;
  readonly name: string;
  readonly fields: readonly FormField[];
  readonly popup: FormPopup;
  readonly by: string;
  readonly records: readonly Readonly<Record<string, string>>[];
  /** Whose the records are, in turn. */
  readonly owners: readonly SeededOwner[];
  readonly tags?: readonly SeededTag[];
  readonly views?: readonly SeededView[];
  readonly duplicates?: Pick<SettingRow, "mode" | "threshold" | "rules">;
}

interface SeededTag {
  readonly name: string;
  readonly color: TagColor;
  /** Of these records, by their code. */
  readonly codes: readonly string[];
}

/** Of every role: the question names a tag of the form. */
interface SeededView {
  readonly name: string;
  readonly question: Readonly<Record<string, unknown>>;
  readonly tag?: string;
}

/**
 * Of an enterprise that has no such form and no call yet: a few statements however many records there are, and nobody is told of them.
 * Resolves to the form's id.
 */
export async function seedForm(
  ports: Pick<Ports, "random" | "clock">,
  trx: Trx,
  { id, compId, formType, name, fields, popup, by, records, owners, tags = [], views = [], duplicates }: SeededForm,
): Promise<string> {
  const [formId, now] = [id ?? ports.random.id(), new Date(ports.clock.now())];
  const definition = definitionOf({ name, fields }, { formId, version: 0, formType });
  const times = { createdAt: now, updatedAt: now, updatedBy: by };
  const fresh = { compId, id: formId, formType, name, version: 0, revision: 1, ...times } as const;
  await insertForm(trx, { ...fresh, draft: null, popup: JSON.stringify(popup) });
  const added = { ...fresh, draft: null, slots: {}, indexing: [], indexedTo: null, popup, roleFields: {} };
  const publishing = { by, at: now, acceptDuplicates: false };
  const row = await publishVersion({ compiled: createCompiledForms() }, trx, added, definition, publishing);
  if (records.length === 0) return formId;
  const index = indexer(compileForm({ ...definition, version: row.version }), row.slots);
  const made = records.map((values) => ({ id: ports.random.id(), values, indexed: index(values as FormValues) }));
  await takeUnique(
    trx,
    compId,
    formId,
    made.flatMap(({ indexed }) => indexed.uniques),
  );
  await insertRecords(
    trx,
    made.map(({ id, values, indexed }, at) => ({
      ...{ compId, formId, id, formVersion: row.version, version: 1, values: JSON.stringify(values) },
      ...{ source: "import" as const, callId: null, parentId: null, orderId: null, updatedBy: by },
      ...{ ...owners[at % owners.length]!, createdAt: now, updatedAt: now },
      ...slotSet(indexed.slots),
    })),
  );
  await insertFinders(
    trx,
    compId,
    made.map(({ id, indexed }) => ({ id, formId, createdAt: now, indexed })),
  );
  if (duplicates) {
    const { mode, threshold, rules } = duplicates;
    await putSetting(trx, { compId, formId, mode, threshold, rules: JSON.stringify(rules) });
  }
  const idOf = new Map(made.map(({ id, values }) => [values["customerCode"], id]));
  const tagIds = new Map<string, string>();
  for (const { codes, ...tag } of tags) {
    const id = ports.random.id();
    tagIds.set(tag.name, id);
    await insertTag(trx, { compId, formId, id, createdAt: now, ...tag });
    for (const code of codes) await markRecord(trx, compId, { id: idOf.get(code)!, createdAt: now }, [id]);
  }
  for (const { name: viewName, question, tag } of views) {
    const asked = { ...question, ...(tag && { tags: [tagIds.get(tag)!] }) };
    await insertView(trx, {
      ...{ compId, formId, id: ports.random.id(), name: viewName, ownerId: "", ownerName: by, createdAt: now },
      ...{ question: JSON.stringify(asked), columns: "[]", roleIds: JSON.stringify([everyRole]) },
    });
  }
  return formId;
}

/** Levels of intention, so that the form of a call offers some. */
export const seedLevels = (ports: Pick<Ports, "random">, trx: Trx, compId: string): Promise<void> =>
  replaceLevels(
    trx,
    compId,
    defaultLevels.map((level, sort) => ({ ...level, compId, id: ports.random.id(), sort })),
  );
