/** Records that customers write by a link, and what of an order's a customer may read. */
import { AppError, RoleType } from "@liantai/api/contract";
import { linkFieldTypes, type LinkField, type LinkFieldType } from "@liantai/api/contract/work-orders";
import type { RecordValues } from "@liantai/api/contract/workorder";
import {
  codeFieldOf,
  valueInWords,
  type CompiledField,
  type CompiledForm,
  type FieldValue,
  type FormOption,
  type FormValues,
} from "@liantai/api/forms";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller } from "../../../http/routes.ts";
import { findForm, publishedForms } from "../definitions/repository.ts";
import type { RecordDeps } from "../deps.ts";
import type { LinkRecords, PreparedValues } from "../ports.ts";
import { prepare } from "./preparing.ts";
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

const fieldOf = (field: CompiledField, options: readonly FormOption[] | undefined): LinkField => ({
  ...{ name: field.name, label: field.label, type: field.type as LinkFieldType, require: field.require },
  ...{ placeholder: field.placeholder, maxLength: field.maxLength, format: field.format },
  options: (options ?? field.options).map(({ label_name, label_value }) => ({ label: label_name, value: label_value })),
});

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
    const { options } = await prepare(deps, compId, customer(compId), published, {});
    return { name: row.name, fields: asked(form).map((field) => fieldOf(field, options?.(field.name))) };
  },

  async prepareLink(compId, formId, values: RecordValues) {
    const published = await fillable(deps, compId, formId);
    const names = new Set(asked(published.form).map(({ name }) => name));
    const strange = Object.keys(values).find((name) => !names.has(name));
    if (strange !== undefined) throw fieldRefusal(`values.${strange}`, strange, "该字段不能填写");
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

  async forCustomer(trx, { compId, recordId, formId }) {
    const row = await findRecord(trx, compId, recordId, { scope: everything });
    if (!row) return [];
    const { form } = await publishedForm(deps, trx, await findForm(trx, compId, formId));
    const detail = new Set(form.columns.detail);
    // A customer has no role.
    const values = openValues(row, false, new Set());
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
