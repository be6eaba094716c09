/** Types before transforms: yup turns what it is given into what it wants before it looks, and fails on what cannot be turned. */
import type { FieldError } from "@liantai/api/contract";
import { ArraySchema, ObjectSchema, ValidationError, type Schema } from "yup";

const kinds: Readonly<Record<string, string>> = {
  string: "文字",
  number: "数字",
  boolean: "是或否",
  array: "列表",
  object: "对象",
};

export interface Place {
  /** As in the request: 'items[0].phone'; empty for the whole. */
  readonly path: string;
  /** As people read it. */
  readonly label: string;
}

/** The body as a whole, which has no label of its own. */
export const whole: Place = { path: "", label: "提交的内容" };

const labelOf = (schema: Schema, otherwise: string): string => schema.spec.label ?? otherwise;
const fieldsOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  schema instanceof ObjectSchema ? (schema.fields as Readonly<Record<string, Schema>>) : {};
const itemOf = (schema: Schema): Schema | undefined =>
  schema instanceof ArraySchema ? (schema.innerType as Schema | undefined) : undefined;

/** One step down. An item without a label of its own is named by its list's and its number. */
function below(schema: Schema | undefined, place: Place, key: string | number): Place {
  const path = typeof key === "number" ? `${place.path}[${key}]` : place.path === "" ? key : `${place.path}.${key}`;
  if (typeof key === "number") return { path, label: schema?.spec.label ?? `${place.label}第${key + 1}项` };
  return { path, label: schema ? labelOf(schema, key) : place.label };
}

/** Where a path of keys and indexes leads, in the words of the contract. */
export function placeAt(schema: Schema, keys: readonly (string | number)[]): Place {
  let at: Schema | undefined = schema;
  let place = whole;
  for (const key of keys) {
    const fields: Readonly<Record<string, Schema>> = at ? fieldsOf(at) : {};
    at = typeof key === "number" ? at && itemOf(at) : Object.hasOwn(fields, key) ? fields[key] : undefined;
    place = below(at, place, key);
  }
  return place;
}

/** A number in a form control or an address is its digits. */
const digits = /^[+-]?\d{1,20}(?:\.\d{1,20})?$/;

function fits(schema: Schema, value: unknown): boolean {
  switch (schema.type) {
    case "string":
      // A choice among digits may come as the number it is: {enable: 1} (console.md section 7, agentList).
      return (
        typeof value === "string" || (typeof value === "number" && schema.describe().oneOf.includes(String(value)))
      );
    case "number":
      return typeof value === "number" ? Number.isFinite(value) : typeof value === "string" && digits.test(value);
    case "boolean":
      return typeof value === "boolean" || value === "true" || value === "false";
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return true;
  }
}

/** The schema's own word for a missing value ('请选择角色'). */
function missing(schema: Schema, label: string): string {
  try {
    schema.validateSync(null, { strict: true });
  } catch (error) {
    if (error instanceof ValidationError) return error.message.replace(/^this/, label);
  }
  return `${label}不能为空`;
}

/**
 * The value with the parts that the contract knows and nothing else; `faults` gets every place of a wrong type. What has
 * none here has the shape that the schema's transforms and tests expect.
 */
export function typed(schema: Schema, value: unknown, place: Place, faults: FieldError[]): unknown {
  if (value === undefined) return undefined;
  const refuse = (message: string): undefined => {
    faults.push({ path: place.path, label: place.label, message });
    return undefined;
  };
  if (value === null)
    return schema.spec.nullable || schema.type === "mixed" ? null : refuse(missing(schema, place.label));
  if (!fits(schema, value)) return refuse(`${place.label}应为${kinds[schema.type] ?? "有效的值"}`);
  if (schema instanceof ObjectSchema) {
    const given = value as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(fieldsOf(schema)).flatMap(([key, field]) =>
        Object.hasOwn(given, key) ? [[key, typed(field, given[key], below(field, place, key), faults)]] : [],
      ),
    );
  }
  const item = itemOf(schema);
  return item && Array.isArray(value)
    ? value.map((each, n) => typed(item, each, below(item, place, n), faults))
    : value;
}
