/** Records that customers write by a link, and what of an order's a customer may read. */
import { AppError, RoleType } from "@liantai/api/contract";
import {
  linkFieldTypes,
  type LinkField,
  type LinkFieldType,
  type LinkFormState,
} from "@liantai/api/contract/work-orders";
import type { RecordValues } from "@liantai/api/contract/workorder";
import {
  codeFieldOf,
  formState,
  valueInWords,
  type CompiledField,
  type CompiledForm,
  type FieldValue,
  type FormOption,
  type FormValues,
  type GivenValues,
} from "@liantai/api/forms";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller } from "../../../http/routes.ts";
import { withDictionaries } from "../definitions/other-options.ts";
import { findForm, publishedForms } from "../definitions/repository.ts";
import type { RecordDeps } from "../deps.ts";
import type { LinkRecords, PreparedValues } from "../ports.ts";
import { prepare, type Prepared } from "./preparing.ts";
import { openValues, shownValue } from "./present.ts";
import { hold, publishedForm, readForm, type Published } from "./published.ts";
import { findRecord } from "./repository.ts";
import { checkedValues, withCode } from "./saving.ts";
import { everything } from "./scope.ts";
import { storeChange, storeNew } from "./storing.ts";

/** Nobody who signs in: what the checks of a form ask of whoever writes. */
const customer = (compId: string): Caller => ({
  ...{ sessionId: "", userId: "", userName: "", nickName: "客户", roleType: RoleType.agent, roleId: "", compId },
  ...{ agentId: null, groupId: null, isHiddenNum: true, hiddenGlobalPhone: true, empower: {}, operator: false },
});

const isLinkType = (type: string): type is LinkFieldType => (linkFieldTypes as readonly string[]).includes(type);

/** What a customer types: neither what is hidden or locked, nor what the server writes. */
function asked(form: CompiledForm): readonly CompiledField[] {
  const code = codeFieldOf(form)?.name;
  return form.fields.filter(
    ({ name, type, hidden, locked, computed }) => isLinkType(type) && !hidden && !locked && !computed && name !== code,
  );
}

function mustBeFillable(form: CompiledForm): void {
  const code = codeFieldOf(form)?.name;
  const names = new Set(asked(form).map(({ name }) => name));
  const left = form.fields.filter(
    ({ name, require, hidden }) => require && !hidden && !names.has(name) && name !== code,
  );
  if (left.length > 0)
    throw fieldRefusal("formId", "表单", `表单有客户不能填写的必填字段：${left.map(({ label }) => label).join("、")}`);
  if (names.size === 0) throw fieldRefusal("formId", "表单", "表单没有客户能填写的字段");
}

const fieldOf = (field: CompiledField, live: boolean, options: readonly FormOption[] | undefined): LinkField => ({
  live,
  ...{ name: field.name, label: field.label, type: field.type as LinkFieldType, require: field.require },
  ...{ placeholder: field.placeholder, maxLength: field.maxLength, format: field.format },
  options: (options ?? field.options).map(({ label_name, label_value }) => ({ label: label_name, value: label_value })),
});

/** A text or several: what a control of the page holds. */
const heldOf = (value: FieldValue | undefined): string | readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === "string" ? value : "";

function stateOf(form: CompiledForm, values: RecordValues, prepared: Prepared): LinkFormState {
  const { fields, stops } = formState(form, values as GivenValues, prepared);
  return {
    fields: asked(form).map(({ at, name, options: all }) => {
      const { visible, required, locked, value, from, options, stop } = fields[at]!;
      return {
        ...{ name, visible, required, locked: visible && locked },
        value: visible && from === "rule" ? heldOf(value) : null,
        options: options
          ? (prepared.options?.(name) ?? all).flatMap((one) => (options.has(one.label_value) ? [one.label_value] : []))
          : null,
        // What only warns is said to who serves the customer.
        warnings: visible && stop !== undefined ? [stop] : [],
      };
    }),
    warnings: [...stops],
  };
}

/** Throws AppError 'invalid' naming what the form does not ask for. */
function onlyAsked(form: CompiledForm, values: RecordValues): void {
  const names = new Set(asked(form).map(({ name }) => name));
  const strange = Object.keys(values).find((name) => !names.has(name));
  if (strange !== undefined) throw fieldRefusal(`values.${strange}`, strange, "该字段不能填写");
}

class PreparedLink implements PreparedValues {
  readonly published: Published;
  readonly values: FormValues;

  constructor(published: Published, values: FormValues) {
    this.published = published;
    this.values = values;
  }

  get formId(): string {
    return this.published.row.id;
  }
  get version(): number {
    return this.published.form.version;
  }
}

async function fillable(deps: RecordDeps, compId: string, formId: string): Promise<Published> {
  const published = await readForm(deps, compId, formId);
  if (published.form.formType === "workOrder") throw fieldRefusal("formId", "表单", "工单表单不能由客户填写");
  mustBeFillable(published.form);
  return published;
}

export const createLinkRecords = (deps: RecordDeps): LinkRecords => ({
  linkForms: async (trx, compId) =>
    (await publishedForms(trx, compId))
      .filter(({ formType }) => formType !== "workOrder")
      .map(({ id, name }) => ({ id, name })),

  async linkForm(compId, formId) {
    const published = await fillable(deps, compId, formId);
    const { row, form } = published;
    const prepared = await prepare(deps, compId, customer(compId), published, {});
    return {
      name: row.name,
      fields: asked(form).map((field) =>
        fieldOf(field, form.program.isRead[field.at] === true, prepared.options?.(field.name)),
      ),
      state: stateOf(form, {}, prepared),
    };
  },

  async linkState(compId, formId, values: RecordValues) {
    const published = await fillable(deps, compId, formId);
    onlyAsked(published.form, values);
    return stateOf(published.form, values, await prepare(deps, compId, customer(compId), published, values));
  },

  async prepareLink(compId, formId, values: RecordValues) {
    const published = await fillable(deps, compId, formId);
    onlyAsked(published.form, values);
    const prepared = await prepare(deps, compId, customer(compId), published, values);
    const given = await withCode(deps, published, prepared.given, prepared);
    return new PreparedLink(published, checkedValues(published.form, given, prepared));
  },

  async storeLink(trx, prepared, { recordId, parentId, owner }) {
    if (!(prepared instanceof PreparedLink)) throw new TypeError("values that were not prepared here");
    const { published, values } = prepared;
    const { form } = published;
    const row = await hold(trx, published);
    const stored = { id: recordId, values, source: "link" as const, owner, callId: null, parentId, orderId: null };
    await storeNew(deps, trx, { compId: row.compId, row, form }, stored, { name: "客户" });
  },

  async forCustomer({ compId, recordId, formId }) {
    const { database } = deps.ports;
    const seen = await database.tenant(compId, async (trx) => {
      const record = await findRecord(trx, compId, recordId, { scope: everything });
      return record && { record, ...(await publishedForm(deps, trx, await findForm(trx, compId, formId))) };
    });
    if (!seen) return [];
    const form = await withDictionaries(database, compId, seen.form);
    const detail = new Set(form.columns.detail);
    // A customer has no role.
    const values = openValues(seen.record, false, new Set());
    return form.columns.list
      .filter((field) => detail.has(field) && !field.computed && Object.hasOwn(values, field.name))
      .map((field) => {
        const shown = shownValue(field, values[field.name] as FieldValue);
        return { label: field.label, text: shown === undefined ? "" : valueInWords(field, shown) };
      });
  },

  async putChoice(trx, { compId, recordId, formId }, name, value, orderSeq) {
    const held = await publishedForm(deps, trx, await findForm(trx, compId, formId));
    const field = held.form.byName.get(name);
    if (!field?.isChoice || !field.optionNames.has(value)) return false;
    const row = await findRecord(trx, compId, recordId, { scope: everything, lock: true });
    if (!row) throw new AppError("notFound", "工单数据不存在或已被删除");
    const values = { ...row.values, [name]: value } as FormValues;
    await storeChange(deps, trx, { compId, ...held }, row, { values, orderSeq }, { name: "客户" });
    return true;
  },
});
