/** Probable duplicates of what is typed: asked before saving, and looked for again in the transaction that saves (rule F73). */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { DuplicateRefusal, recordDuplicateApi, RecordValues } from "@liantai/api/contract/workorder";
import type { FormValues } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { countNumbers } from "../../../http/number-questions.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { DuplicateRule } from "../../../ports/schema/beside-records.ts";
import type { SlotMap } from "../../../ports/schema/forms.ts";
import { findForm, lockForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress, mayDoTo } from "../records/buttons.ts";
import { indexer } from "../records/indexing.ts";
import { unmasked } from "../records/masks.ts";
import { numbersOfRecords } from "../records/number-repository.ts";
import { titleFor } from "./titles.ts";
import { publishedForm } from "../records/published.ts";
import { findRecord, findRecords } from "../records/repository.ts";
import { everything, scopeOf } from "../records/scope.ts";
import type { Held } from "../records/storing.ts";
import { comparedNumbers } from "./compared-numbers.ts";
import { findSetting, lockKeys, phonesOf, putSetting, withNumbers, withText, type SettingRow } from "./repository.ts";
import { keysOf, reasonsOf, scoreOf, type Subject } from "./scoring.ts";

type Api = typeof recordDuplicateApi;
type Found = DuplicateRefusal["duplicates"][number];

/** Shown of them. */
const mostShown = 20;

/** Whether a rule can be asked: the field's texts stand in a column. */
export const hasColumn = (slots: SlotMap, field: string | undefined): boolean =>
  slots[field ?? ""]?.startsWith("t") === true;

async function candidates(
  trx: Trx,
  { compId, row, form }: Held,
  rules: readonly DuplicateRule[],
  subject: Subject,
): Promise<string[]> {
  const ids = new Set<string>();
  for (const rule of rules) {
    const keys = keysOf(rule, subject);
    if (rule.kind === "number") for (const id of await withNumbers(trx, compId, form.formId, keys)) ids.add(id);
    else if (hasColumn(row.slots, rule.field))
      for (const text of keys)
        for (const id of await withText(trx, compId, form.formId, row.slots[rule.field!]!, {
          ...{ text, name: rule.kind === "name" },
        }))
          ids.add(id);
  }
  return [...ids];
}

/** Records of the form, whoever's they are, highest score first; of those outside the asker's scope nothing but that they are there. */
async function duplicatesOf(
  deps: FormsDeps,
  trx: Trx,
  held: Held,
  { rules, threshold }: Pick<SettingRow, "rules" | "threshold">,
  { id, ...subject }: Subject & { readonly id?: string | undefined },
  caller: Caller | undefined,
): Promise<Found[]> {
  const { compId, form } = held;
  const ids = (await candidates(trx, held, rules, subject)).filter((one) => one !== id);
  if (ids.length === 0) return [];
  const phones = await phonesOf(trx, compId, ids);
  const scope = caller && (await scopeOf(deps.auth, trx, compId, caller));
  const seen = new Set(scope ? (await findRecords(trx, compId, ids, { scope })).map((record) => record.id) : []);
  const title = caller && scope ? titleFor(held, scope, caller) : () => "";
  return (await findRecords(trx, compId, ids, { scope: everything }))
    .map((record) => {
      const reasons = reasonsOf(rules, form, subject, { values: record.values, phones: phones.get(record.id) ?? [] });
      const mayOpen = seen.has(record.id);
      return {
        ...{ id: record.id, score: scoreOf(reasons), reasons, mayOpen, ownerName: record.ownerName },
        title: mayOpen ? title(record) : "",
        createTime: formatTime(record.createdAt),
      };
    })
    .filter(({ score }) => score >= threshold)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostShown);
}

/** As it is compared: with the numbers that stand beside its fields. */
async function subjectOf(
  trx: Trx,
  { compId, form, row }: Held,
  id: string | undefined,
  values: RecordValues,
): Promise<Subject> {
  const more = id === undefined ? [] : ((await numbersOfRecords(trx, compId, [id])).get(id) ?? []);
  return {
    values,
    phones: [...indexer(form, row.slots)(values as FormValues).phones, ...more.map(({ number }) => number)],
  };
}

interface Saving {
  /** The record that is changed, and its values before. */
  readonly before?: { readonly id: string; readonly values: RecordValues };
  readonly values: RecordValues;
  readonly accept: boolean;
}

/** In the transaction that saves. caller: absent where nobody writes. Throws AppError 'conflict' with what it is probably the same as. */
export async function checkDuplicates(
  deps: FormsDeps,
  trx: Trx,
  held: Held,
  { before, values, accept }: Saving,
  caller?: Caller,
): Promise<void> {
  const setting = await findSetting(trx, held.compId, held.form.formId);
  if (!setting || setting.mode === "off" || (accept && setting.mode === "warn")) return;
  const subject = await subjectOf(trx, held, before?.id, values);
  const keys = ({ rules }: SettingRow, of: Subject) =>
    rules.flatMap((rule, at) => keysOf(rule, of).map((key) => `${at} ${key}`));
  const now = keys(setting, subject);
  const known = before ? keys(setting, await subjectOf(trx, held, before.id, before.values)) : [];
  // What it was already the same in is no news to whoever changes something else.
  if (now.every((key) => known.includes(key))) return;
  await lockKeys(trx, held.compId, held.form.formId, now);
  const duplicates = await duplicatesOf(deps, trx, held, setting, { ...subject, id: before?.id }, caller);
  if (duplicates.length === 0) return;
  const data: DuplicateRefusal = { mode: setting.mode, duplicates };
  const count = duplicates.length;
  throw new AppError(
    "conflict",
    setting.mode === "refuse" ? `已有 ${count} 条重复的数据，不能保存` : `可能与 ${count} 条数据重复，请核对后再保存`,
    data,
  );
}

const none = { mode: "off", threshold: 60, rules: [], scanStartedAt: null, scannedAt: null } as const;

export async function setting(
  deps: FormsDeps,
  { formId, compId: named }: BodyOf<Api["setting"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["setting"]>> {
  const compId = compOf(caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { row, form } = await publishedForm(deps, trx, await findForm(trx, compId, formId));
    const { mode, threshold, rules } = (await findSetting(trx, compId, formId)) ?? none;
    return {
      ...{ mode, threshold, rules: rules.map(({ field, ...rule }) => ({ ...rule, ...(field && { field }) })) },
      fields: form.fields
        .filter(({ name, type }) => type === "input" && hasColumn(row.slots, name))
        .map(({ name, label }) => ({ name, label })),
      mayChange: await mayDoTo(deps.auth, caller, form.formType, "duplicates", trx),
      mayMerge: await mayDoTo(deps.auth, caller, form.formType, "merge", trx),
    };
  });
}

export async function saveSetting(
  deps: FormsDeps,
  { formId, compId: named, mode, threshold, rules }: BodyOf<Api["saveSetting"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  await deps.ports.database.tenant(compId, async (trx) => {
    const { row, form } = await publishedForm(deps, trx, await lockForm(trx, compId, formId));
    await checkPress(deps.auth, context.caller, form.formType, "duplicates", trx);
    const wrong = rules.findIndex(({ kind, field }) => kind !== "number" && !hasColumn(row.slots, field));
    if (wrong >= 0) throw fieldRefusal(`rules[${wrong}].field`, "字段", "请选择可查询的文本字段");
    if (mode !== "off" && rules.length === 0) throw fieldRefusal("rules", "规则", "请至少添加一条规则");
    const before = (await findSetting(trx, compId, formId)) ?? none;
    await putSetting(trx, { compId, formId, mode, threshold, rules: JSON.stringify(rules) });
    const line = (of: { mode: string; threshold: number; rules: readonly object[] }) => ({
      ...{ mode: of.mode, threshold: of.threshold, rules: JSON.stringify(of.rules) },
    });
    await deps.audit.write(trx, context, {
      ...{ compId, object: "recordDuplicate", action: "update", id: formId, name: row.name },
      ...{ before: line(before), after: line({ mode, threshold, rules }) },
    });
  });
  return null;
}

export async function check(
  deps: FormsDeps,
  { formId, id, values, compId: named }: BodyOf<Api["check"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["check"]>> {
  const compId = compOf(caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { row, form } = await publishedForm(deps, trx, await findForm(trx, compId, formId));
    const rules = await findSetting(trx, compId, formId);
    if (!rules || rules.mode === "off") return { mode: "off", list: [] };
    const held = { compId, row, form };
    const scope = await scopeOf(deps.auth, trx, compId, caller);
    const record = id === undefined ? undefined : await findRecord(trx, compId, id, { scope });
    if (id !== undefined && !record) throw new AppError("notFound");
    // What comes back as it was shown is what is kept.
    const given = record && hidesNumbers(caller) ? unmasked(values, record.values, form) : values;
    const subject = await subjectOf(trx, held, id, { ...record?.values, ...given });
    const news = comparedNumbers(form, rules.rules, subject);
    const known = record ? comparedNumbers(form, rules.rules, await subjectOf(trx, held, id, record.values)) : [];
    await countNumbers(
      deps.ports.broker,
      caller,
      news.filter((number) => !known.includes(number)),
    );
    const list = await duplicatesOf(deps, trx, held, rules, { ...subject, id }, caller);
    return { mode: rules.mode, list: list.map((one) => ({ ...one, reasons: [...one.reasons] })) };
  });
}
