import type { FieldExt, FormField } from "@liantai/api/forms";
import { type Attribute, attributeGroups, type AttributeKey, type Own } from "./attributes.ts";
import { withExt } from "./design.ts";

/** What columns of detail rows have of it. */
const ofColumns: ReadonlySet<string> = new Set([
  "label",
  "name",
  "type",
  "placeholder",
  "ext.content",
  "maxLength",
  "ext.min",
  "ext.max",
  "ext.precision",
  "format",
  "ext.options",
  "items",
  "ext.lookup",
  "require",
  "ruleError",
  "ext.formula",
]);
export const columnAttributes: readonly Attribute[] = attributeGroups
  .flatMap(({ attributes }) => attributes)
  .filter(({ key }) => ofColumns.has(key));
export const columnTypes = ["input", "textarea", "radio", "select", "checkbox", "datepicker", "lookup"] as const;

export function valueOf(field: FormField, key: AttributeKey): unknown {
  return key.startsWith("ext.") ? field.ext?.[key.slice(4) as keyof FieldExt] : field[key as Own];
}

/** undefined: not given any more. */
export const withValue = (field: FormField, key: AttributeKey, value: unknown): FormField =>
  key.startsWith("ext.") ? withExt(field, { [key.slice(4)]: value }) : { ...field, [key]: value };

/** The key as faults name it: `ext.formula` is `formula`. */
export const faultKey = (key: AttributeKey): string => key.replace(/^ext\./, "");
