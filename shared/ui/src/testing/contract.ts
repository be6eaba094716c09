/** Whether requests and replies are what the contract of their endpoint says. */
import { parseEnciphered, type Endpoint } from "@liantai/api/contract";
import { ArraySchema, ObjectSchema, ValidationError, type Schema } from "yup";

type Part = "params" | "query" | "body";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Blob);

/** Paths of what the schema does not have. */
function strangers(schema: Schema, value: unknown, at: string): string[] {
  if (schema instanceof ArraySchema && Array.isArray(value)) {
    const item = schema.innerType as Schema | undefined;
    return item ? value.flatMap((each, i) => strangers(item, each, `${at}[${i}]`)) : [];
  }
  if (!(schema instanceof ObjectSchema) || !isObject(value)) return [];
  const fields = schema.fields as Readonly<Record<string, Schema>>;
  // An object without fields holds what it likes.
  if (Object.keys(fields).length === 0) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const path = at ? `${at}.${key}` : key;
    if (each === undefined) return [];
    return key in fields ? strangers(fields[key]!, each, path) : [path];
  });
}

function wrongs(schema: Schema, value: unknown, strict: boolean): string[] {
  try {
    schema.validateSync(value, { strict, abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return (error.inner.length > 0 ? error.inner : [error]).map(({ path, message }) => `${path ?? ""}: ${message}`);
  }
}

/** An enciphered number is one that the server opens before it looks. */
const opened = (value: unknown): unknown => {
  if (typeof value === "string") return parseEnciphered(value) ? "13800000000" : value;
  if (Array.isArray(value)) return value.map(opened);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, opened(each)])) : value;
};

export function faultsOfRequest(endpoint: Endpoint, asked: Readonly<Record<Part, unknown>>): string[] {
  const faults = (["params", "query", "body"] as const).flatMap((part) => {
    const given = opened(asked[part]);
    const schema = endpoint[part];
    if (!schema) return isObject(given) ? Object.keys(given).map((key) => `${part}.${key}: no such field`) : [];
    return [
      ...wrongs(schema, given, false).map((fault) => `${part}.${fault}`),
      ...strangers(schema, given, "").map((path) => `${part}.${path}: no such field`),
    ];
  });
  return faults.map((fault) => `${endpoint.name} is asked with ${fault}`);
}

/** Tried in this order, where a test says nothing of a field. */
const plainest = [null, "", 0, false, [], {}, 1, "1", "00:00", "2026-01-01", "2026-01-01 00:00:00", "0.0000"];

function plainOf(schema: Schema): unknown {
  if (schema.isValidSync(undefined, { strict: true })) return undefined;
  const value = [...plainest, ...schema.describe().oneOf].find((each) => schema.isValidSync(each, { strict: true }));
  return schema instanceof ObjectSchema && value !== null ? completed(schema, {}) : value;
}

/** What a test says of a reply, with the plainest values that the contract allows in the fields that it says nothing of. */
export function completed(schema: Schema, value: unknown): unknown {
  if (schema instanceof ArraySchema && Array.isArray(value)) {
    const item = schema.innerType as Schema | undefined;
    return item ? value.map((each) => completed(item, each)) : value;
  }
  if (!(schema instanceof ObjectSchema) || !isObject(value)) return value;
  const fields = Object.entries(schema.fields as Readonly<Record<string, Schema>>);
  return {
    ...value,
    ...Object.fromEntries(
      fields.map(([key, field]) => [key, key in value ? completed(field, value[key]) : plainOf(field)]),
    ),
  };
}

/** `given` is complete. */
export function faultsOfReply(endpoint: Endpoint, given: unknown): string[] {
  if (endpoint.produces === "binary") return [`${endpoint.name} replies with a file: answer with a Response`];
  const { reply } = endpoint;
  if (!reply) return given === null ? [] : [`${endpoint.name} replies with data that its contract does not have`];
  return [...wrongs(reply, given, true), ...strangers(reply, given, "").map((path) => `${path}: no such field`)].map(
    (fault) => `${endpoint.name} replies with ${fault}`,
  );
}
