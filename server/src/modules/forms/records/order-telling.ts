/** Values of an order as others are given them: outward interfaces, workbooks. */
import { valueInWords, type FieldValue } from "@liantai/api/forms";
import { withDictionaries } from "../definitions/other-options.ts";
import { findForm } from "../definitions/repository.ts";
import type { RecordDeps } from "../deps.ts";
import type { OrderRecords } from "../ports.ts";
import { shownValues } from "./present.ts";
import { publishedForm, readForm } from "./published.ts";
import { findRecord } from "./repository.ts";
import { everything } from "./scope.ts";
import { veilOf } from "../role-fields.ts";

export const createOrderTelling = (deps: RecordDeps): Pick<OrderRecords, "told" | "sheetColumns"> => ({
  async told(trx, { compId, formId, recordId }) {
    const row = await findRecord(trx, compId, recordId, { scope: everything });
    if (!row) return undefined;
    const { form } = await publishedForm(deps, trx, await findForm(trx, compId, formId));
    const was = await deps.compiled.withEarlier(trx, compId, formId, row.formVersion);
    const { values } = row;
    return { formName: form.definition.name, full: values, masked: shownValues(values, true, form, was) };
  },

  async sheetColumns(compId, formId, caller) {
    const { row, form: own } = await readForm(deps, compId, formId);
    const form = await withDictionaries(deps.ports.database, compId, own);
    const veil = veilOf(row, caller);
    return form.columns.export
      .filter(({ name }) => name !== "workCode" && !veil.has(name))
      .map((field) => ({
        label: field.label,
        text: (values) => valueInWords(field, values[field.name] as FieldValue | undefined),
      }));
  },
});
