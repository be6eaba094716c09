/** The values of a form's records as JSON Schema (2020-12), for those who write them by the interface. Pure. */
import { compileForm, type CompiledField, type FormDefinition } from "@liantai/api/forms";

type Schema = Readonly<Record<string, unknown>>;

const text = (more: Schema = {}): Schema => ({ type: "string", ...more });
const list = (items: Schema, more: Schema = {}): Schema => ({ type: "array", items, ...more });
const parts = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

const options = ({ options: known }: CompiledField): Schema =>
  known.length > 0 ? { enum: known.map(({ label_value }) => label_value) } : {};

const patterns: Readonly<Record<string, string>> = {
  "yyyy-MM-dd": "^\\d{4}-\\d\\d-\\d\\d$",
  "yyyy-MM-dd HH:mm": "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$",
  "yyyy-MM-dd HH:mm:ss": "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$",
  "yyyy-MM": "^\\d{4}-\\d\\d$",
  "HH:mm": "^\\d\\d:\\d\\d$",
};

function valueSchema(field: CompiledField): Schema {
  switch (field.type) {
    case "input":
    case "textarea":
      return text({ maxLength: field.maxLength });
    case "radio":
    case "select":
      return text(options(field));
    case "checkbox":
      return list(text(options(field)), { uniqueItems: true });
    case "datepicker":
      return text({ pattern: patterns[field.format] });
    case "uploads":
      return list(parts({ name: text(), fileName: text() }), { maxItems: field.amount });
    case "cascading select":
      return parts({ ids: list(text(), { maxItems: field.levels }), labels: list(text(), { maxItems: field.levels }) });
    case "lookup":
      return parts({ id: text(), label: text() });
    case "rows":
      return list({
        type: "object",
        properties: Object.fromEntries(field.columns.map((column) => [column.name, schemaOf(column)])),
      });
  }
}

const schemaOf = (field: CompiledField): Schema => ({ title: field.label, ...valueSchema(field) });

export function jsonSchemaOf(definition: FormDefinition): Schema {
  const { fields, formId, version } = compileForm(definition);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `${formId}/${version}`,
    title: definition.name,
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    required: fields.filter(({ require, computed, hidden }) => require && !computed && !hidden).map(({ name }) => name),
    additionalProperties: false,
  };
}
