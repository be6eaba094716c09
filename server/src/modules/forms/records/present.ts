/** Records as they leave: numbers masked by the class of their fields for whom they are hidden (inventory C17). Pure. */
import { formatTime, maskPhone, type ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi, RecordValues } from "@liantai/api/contract/workorder";
import {
  isRecord,
  maskClassOf,
  valueInWords,
  type CompiledField,
  type CompiledForm,
  type FieldValue,
  type MaskClass,
} from "@liantai/api/forms";
import { maskNumbers } from "../../../http/privacy.ts";
import type { CallFacts } from "./popup-repository.ts";
import type { RecordRow } from "./repository.ts";

type Shown = ReplyOf<typeof customerFormDataApi.findById>;

const ends = (text: string, before: number, behind: number): string =>
  text.length <= before + behind
    ? "*".repeat(text.length)
    : text.slice(0, before) + "*".repeat(text.length - before - behind) + text.slice(-behind);

const byClass: Readonly<Record<MaskClass, (text: string) => string>> = {
  none: maskNumbers,
  phone: maskPhone,
  idcard: (text) => ends(text, 3, 4),
  bankcard: (text) => ends(text, 0, 4),
};
export const masked = (field: Pick<CompiledField, "mask" | "content">, text: string): string =>
  byClass[maskClassOf(field)](text);

const mayHoldNumber = ({ type, isNumber }: CompiledField): boolean =>
  (type === "input" && !isNumber) || type === "textarea" || type === "lookup";

/** One value; options, dates and amounts are no numbers to call. */
export function shownValue(field: CompiledField, value: FieldValue | undefined): FieldValue | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string")
    return mayHoldNumber(field) || maskClassOf(field) !== "none" ? masked(field, value) : value;
  if (field.type === "lookup" && isRecord(value) && typeof value.label === "string" && typeof value.id === "string")
    return { id: value.id, label: maskNumbers(value.label) };
  if (field.type !== "rows" || !Array.isArray(value)) return value;
  return (value as readonly unknown[]).map((row) =>
    Object.fromEntries(
      Object.entries(isRecord(row) ? row : {}).map(([name, cell]) => {
        const column = field.columns.find((one) => one.name === name);
        return [name, column ? shownValue(column, cell as FieldValue) : cell];
      }),
    ),
  ) as FieldValue;
}

/** `was`: the version it was written with, for values that the newest has no field for. */
export function shownValues(
  values: RecordValues,
  hide: boolean,
  form: CompiledForm,
  was: CompiledForm = form,
): RecordValues {
  if (!hide) return values;
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = form.byName.get(name) ?? was.byName.get(name);
      // Without a field nobody knows what it is: it is not shown to whom something is hidden.
      return field ? [[name, shownValue(field, value as FieldValue)]] : [];
    }),
  );
}

/** Without what the order's node hides, and without what the role does not see (`veil`), whatever its scope. */
export const openValues = (
  { values, hiddenFields }: Pick<RecordRow, "values" | "hiddenFields">,
  all: boolean,
  veil: ReadonlySet<string>,
): RecordValues =>
  (all || hiddenFields.length === 0) && veil.size === 0
    ? values
    : Object.fromEntries(
        Object.entries(values).filter(([name]) => !veil.has(name) && (all || !hiddenFields.includes(name))),
      );

/** For the operation log: cards are masked for everybody. */
export function inWords(form: CompiledForm, values: RecordValues): Record<string, string> {
  return Object.fromEntries(
    form.fields
      .filter(({ name }) => Object.hasOwn(values, name))
      .map((field) => {
        const text = valueInWords(field, values[field.name] as FieldValue);
        const card = maskClassOf(field) === "idcard" || maskClassOf(field) === "bankcard";
        return [field.label, card ? masked(field, text) : text];
      }),
  );
}

const titleNames = ["customerName", "workName", "name", "taskMark", "customerCode", "workCode"];

/** Whether a title that was kept as it was may be made of what somebody does not see. */
export const titleIsVeiled = (form: CompiledForm, veil: ReadonlySet<string>): boolean =>
  veil.size > 0 &&
  (titleNames.some((name) => form.byName.has(name) && veil.has(name)) ||
    !titleNames.some((name) => form.byName.has(name)));

/** How people call a record. */
export function titleOf(form: CompiledForm, values: RecordValues): string {
  const named = titleNames.find((name) => form.byName.has(name) && typeof values[name] === "string");
  if (named !== undefined) return String(values[named]);
  const first = form.fields.find(({ name }) => typeof values[name] === "string");
  return first ? masked(first, valueInWords(first, values[first.name] as FieldValue)).slice(0, 60) : "";
}

export const presentRecord = (row: RecordRow, values: RecordValues): Shown => ({
  id: row.id,
  formId: row.formId,
  formVersion: row.formVersion,
  version: row.version,
  values,
  source: row.source,
  ownerId: row.ownerId,
  ownerName: row.ownerName,
  groupId: row.groupId ?? "",
  callId: row.callId ?? "",
  parentId: row.parentId ?? "",
  createTime: formatTime(row.createdAt),
  updateTime: formatTime(row.updatedAt),
  deleteTime: row.deletedAt ? formatTime(row.deletedAt) : "",
});

/** What a page is told of a call, masked as the numbers of records are. */
export const shownFacts = ({ callNumber, variables }: CallFacts, hide: boolean): CallFacts =>
  hide
    ? {
        callNumber: maskPhone(callNumber),
        variables: Object.fromEntries(Object.entries(variables).map(([key, text]) => [key, maskNumbers(text)])),
      }
    : { callNumber, variables };
