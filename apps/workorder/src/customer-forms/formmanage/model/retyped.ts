import { type ControlType, type FormField, isChoice, newField } from "@liantai/api/forms";

/** What every kind has. */
const common = [
  ...[
    "label",
    "placeholder",
    "require",
    "ruleError",
    "query",
    "listDisplay",
    "detailDisplay",
    "export",
    "importRequire",
  ],
  ...["permission", "hidden", "inlineBlock", "controlNotes"],
] as const;

/** A field of another kind: what both have stays, the rest is as in a new one. Choices stay between kinds of choices. */
export function retyped(field: FormField, type: ControlType): FormField {
  if (field.type === type) return field;
  const fresh = newField(type, field.name);
  const kept = Object.fromEntries(common.filter((key) => key in field).map((key) => [key, field[key as "label"]]));
  const section = field.ext?.section === undefined ? {} : { section: field.ext.section };
  const popup = field.ext?.popup === undefined ? {} : { popup: field.ext.popup };
  const choices =
    isChoice(field.type) && isChoice(type)
      ? { ...(field.items && { items: field.items }), source: field.ext?.options && { options: field.ext.options } }
      : { source: undefined };
  const { source, ...items } = choices;
  const ext = { ...fresh.ext, ...source, ...section, ...popup };
  const made = { ...fresh, ...kept, ...items };
  return Object.keys(ext).length > 0 ? { ...made, ext } : made;
}
