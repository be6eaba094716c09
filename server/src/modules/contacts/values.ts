/** Own values of contacts: checked by the enterprise's fields, shown and logged by them. Pure. */
import { AppError, type FieldError } from "@liantai/api/contract";
import { contactValuesSchema, contactValueText, isChoice, type ContactValues } from "@liantai/api/contract/admin";
import { ValidationError } from "yup";
import { typed, whole } from "../../http/gate/typed.ts";
import { maskNumbers, unmasked } from "../../http/privacy.ts";
import { toField } from "./fields.ts";
import type { FieldRow } from "./repository.ts";

export const enabledOf = (fields: readonly FieldRow[]): FieldRow[] => fields.filter((field) => field.enabled === 1);
/** Texts people type may hold a number; options and dates do not. */
const mayHoldNumber = ({ type }: Pick<FieldRow, "type">): boolean => type === "input" || type === "textarea";

const none = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/**
 * The values a contact has after a change: of enabled fields those given, the others as they were; '' and [] empty one.
 * Throws AppError 'invalid' naming fields.KEY.
 */
export function mergeValues(
  fields: readonly FieldRow[],
  given: ContactValues | undefined | null,
  before: ContactValues,
  hide: boolean,
): ContactValues {
  const enabled = enabledOf(fields);
  const asked = Object.fromEntries(
    enabled.map((field) => {
      const stored = before[field.name];
      const value = given && Object.hasOwn(given, field.name) ? given[field.name] : stored;
      return [
        field.name,
        hide && mayHoldNumber(field) && typeof value === "string" && typeof stored === "string"
          ? unmasked(value, stored, hide)
          : value,
      ];
    }),
  );
  const schema = contactValuesSchema(enabled.map(toField));
  try {
    const wrong: FieldError[] = [];
    typed(schema, asked, whole, wrong);
    if (wrong.length > 0)
      throw new ValidationError(wrong.map(({ path, message }) => new ValidationError(message, undefined, path)));
    const checked = schema.validateSync(asked, {
      abortEarly: false,
      stripUnknown: true,
    });
    const kept = Object.entries(before).filter(([key]) => !enabled.some((field) => field.name === key));
    return Object.fromEntries([
      ...kept,
      ...Object.entries(checked).filter(([, value]) => !none(value)),
    ]) as ContactValues;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const labels = new Map(enabled.map((field) => [field.name, field.label]));
    const faults = error.inner.map((fault) => {
      const label = labels.get((fault.path ?? "").split(/[.[]/)[0]!) ?? "自定义字段";
      return { path: `fields.${fault.path}`, label, message: fault.errors[0] ?? fault.message };
    });
    throw new AppError(
      "invalid",
      faults
        .slice(0, 3)
        .map(({ label, message }) => (message.includes(label) ? message : `${label}：${message}`))
        .join("；"),
      { fields: faults },
    );
  }
}

/** As they leave: of enabled fields, numbers in texts masked. */
export const shownValues = (fields: readonly FieldRow[], values: ContactValues, hide: boolean): ContactValues =>
  Object.fromEntries(
    enabledOf(fields).flatMap((field) => {
      const value = values[field.name];
      return value === undefined
        ? []
        : [[field.name, hide && mayHoldNumber(field) && typeof value === "string" ? maskNumbers(value) : value]];
    }),
  );

/** One value in words, for exports and the log. */
export const valueText = (field: FieldRow, values: ContactValues): string =>
  contactValueText(toField(field), values[field.name]);

/** Values that no other contact may have, by the field; of disabled fields too, which are kept. */
export const distinctValues = (
  fields: readonly FieldRow[],
  values: ContactValues,
): { readonly field: FieldRow; readonly value: string }[] =>
  fields.flatMap((field) => {
    const value = values[field.name];
    return field.distinct === 1 && typeof value === "string" ? [{ field, value }] : [];
  });

/** Those values as rows of their table. */
export const indexed = (compId: string, contactId: string, fields: readonly FieldRow[], values: ContactValues) =>
  distinctValues(fields, values).map(({ field, value }) => ({
    compId,
    contactId,
    name: field.name,
    value,
  }));

/** Where a keyword is looked for: fields marked `query`; of choices the options whose names hold it. */
export const keywordFields = (fields: readonly FieldRow[], keyword: string | undefined) =>
  keyword
    ? enabledOf(fields)
        .filter((field) => field.query === 1)
        .map((field) => ({
          key: field.name,
          ...(isChoice(field.type)
            ? {
                options: field.items
                  .filter((item) => item.label_name.includes(keyword))
                  .map((item) => item.label_value),
              }
            : {}),
        }))
    : [];
