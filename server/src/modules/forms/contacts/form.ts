/** The form whose records are the contacts of an enterprise: there from the first time that it is asked for. */
import { AppError } from "@liantai/api/contract";
import { contactFormId, contactFormName } from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import type { Trx } from "../../../ports/database.ts";
import { publishVersion } from "../definitions/publishing.ts";
import { definitionOf } from "../definitions/reading.ts";
import { findForm, findFormByName, insertFormOnce, lockForm, type FormRow } from "../definitions/repository.ts";
import type { RecordDeps } from "../deps.ts";
import { noPopup } from "../popup.ts";
import { publishedForm, type Published } from "../records/published.ts";

const formType = "contact";

async function freeName(trx: Trx, compId: string): Promise<string> {
  let name = contactFormName;
  for (let n = 2; await findFormByName(trx, compId, name); n += 1) name = `${contactFormName}${n}`;
  return name;
}

async function make({ ports, compiled }: Pick<RecordDeps, "ports" | "compiled">, trx: Trx, compId: string) {
  const at = new Date(ports.clock.now());
  const name = await freeName(trx, compId);
  const times = { createdAt: at, updatedAt: at, updatedBy: "" };
  const row: FormRow = {
    ...{ compId, id: contactFormId, formType, name, version: 0, revision: 1, draft: null },
    ...{ slots: {}, indexing: [], indexedTo: null, popup: noPopup, roleFields: {}, ...times },
  };
  // Somebody else may make it at the same moment: then it is there.
  const stored = { slots: "{}", indexing: "[]", popup: JSON.stringify(noPopup), roleFields: "{}" };
  if (!(await insertFormOnce(trx, { ...row, ...stored, draft: null }))) return;
  const definition = definitionOf({ name }, { formId: contactFormId, version: 0, formType });
  await publishVersion({ compiled }, trx, row, definition, { by: "", at, acceptDuplicates: false });
}

export async function contactForm(
  deps: Pick<RecordDeps, "ports" | "compiled">,
  trx: Trx,
  compId: string,
): Promise<Published> {
  const found = await findForm(trx, compId, contactFormId);
  if (found) return publishedForm(deps, trx, found);
  await make(deps, trx, compId);
  return publishedForm(deps, trx, await findForm(trx, compId, contactFormId));
}

/** Held to the end of the transaction: nobody changes a field or saves a contact meanwhile. */
export async function lockedContactForm(deps: RecordDeps, trx: Trx, compId: string): Promise<Published> {
  await contactForm(deps, trx, compId);
  return publishedForm(deps, trx, await lockForm(trx, compId, contactFormId));
}

/** The form, locked, with these fields from now on. Equal values of a field that becomes distinct stay; a third is refused. */
export async function publishFields(
  deps: RecordDeps,
  trx: Trx,
  { row, form }: Published,
  fields: readonly FormField[],
  by: string,
): Promise<void> {
  if (row.draft) throw new AppError("refused", `“${row.name}”有未发布的修改，请先在表单管理中发布`);
  const { definition } = form;
  const { ext } = definition;
  const next = definitionOf(
    { name: row.name, fields, ...(ext && { ext }) },
    { formId: row.id, version: row.version, formType: row.formType },
    { published: definition },
  );
  const at = new Date(deps.ports.clock.now());
  await publishVersion(deps, trx, row, next, { by, at, acceptDuplicates: true });
}
