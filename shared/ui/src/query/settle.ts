/** What inputs hold, as a contract's schema reads it. */
import type { AnyObjectSchema, SchemaDescription, SchemaFieldDescription } from "yup";

const described = new WeakMap<AnyObjectSchema, Readonly<Record<string, SchemaFieldDescription>>>();

function fieldsOf(schema: AnyObjectSchema): Readonly<Record<string, SchemaFieldDescription>> {
  const known = described.get(schema);
  if (known) return known;
  const { fields } = schema.describe();
  described.set(schema, fields);
  return fields;
}

const isPlain = (field: SchemaFieldDescription | undefined): field is SchemaDescription =>
  field !== undefined && "optional" in field;

/** Whether the schema asks for the field whatever the others hold. A text or a list that must be there may still be empty. */
export function isRequired(schema: AnyObjectSchema, name: string): boolean {
  const field = fieldsOf(schema)[name];
  if (!isPlain(field) || field.optional || field.nullable) return false;
  if (field.type === "string") return field.tests.some((test) => test.name === "required");
  if (field.type === "array") return field.tests.some((test) => test.name === "min");
  return true;
}

/** The field at a path of names and places ("specials.0.name"). */
function fieldAt(schema: AnyObjectSchema, path: string): SchemaFieldDescription | undefined {
  const [first = "", ...rest] = path.split(".");
  return rest.reduce<SchemaFieldDescription | undefined>((field, step) => {
    if (field && "innerType" in field && field.innerType)
      return Array.isArray(field.innerType) ? field.innerType[Number(step)] : field.innerType;
    return field && "fields" in field ? field.fields[step] : undefined;
  }, fieldsOf(schema)[first]);
}

/** How many characters the field's rule lets in; undefined: its rule has no bound. */
export function longestOf(schema: AnyObjectSchema, path: string): number | undefined {
  const field = fieldAt(schema, path);
  if (!isPlain(field) || field.type !== "string") return undefined;
  const max = field.tests.find((test) => test.name === "max")?.params?.max;
  return typeof max === "number" ? max : undefined;
}

function nothing(value: unknown, field: SchemaDescription): boolean {
  if (value === null) return !field.nullable;
  if (value !== "") return false;
  if (field.nullable) return !field.oneOf.includes("");
  // An empty input is no number and none of the choices: it says that nothing was given.
  return (
    field.type === "number" ||
    field.type === "date" ||
    field.type === "boolean" ||
    (field.oneOf.length > 0 && !field.oneOf.includes(""))
  );
}

/** An emptied input means nothing given: null where the schema has it, else left out. Texts that cannot be null stay ''. */
export function settle<V extends object>(schema: AnyObjectSchema, values: V): V {
  const fields = fieldsOf(schema);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name];
      if (!isPlain(field) || !nothing(value, field)) return [name, value];
      return [name, field.nullable ? null : undefined];
    }),
  ) as V;
}
