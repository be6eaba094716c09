/**
 * yup to JSON Schema 2020-12 (what OpenAPI 3.1 speaks). What yup checks by code (`test`, `when`) has no counterpart
 * there and is left to the server.
 */
import type { Schema, SchemaDescription, SchemaFieldDescription } from "yup";

export type JsonSchema = Record<string, unknown>;

type Described = SchemaFieldDescription &
  Partial<Pick<SchemaDescription, "label" | "meta" | "tests" | "oneOf" | "nullable" | "optional" | "default">> & {
    readonly fields?: Record<string, SchemaFieldDescription>;
    readonly innerType?: SchemaFieldDescription | SchemaFieldDescription[];
  };

const types: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  object: "object",
  array: "array",
  date: "string",
};

function rules(described: Described): JsonSchema {
  const out: JsonSchema = {};
  const [least, most] =
    described.type === "string"
      ? ["minLength", "maxLength"]
      : described.type === "array"
        ? ["minItems", "maxItems"]
        : ["minimum", "maximum"];
  for (const { name, params } of described.tests ?? []) {
    const values = (params ?? {}) as Record<string, unknown>;
    if (name === "min" && typeof values["min"] === "number") out[least] = values["min"];
    if (name === "max" && typeof values["max"] === "number") out[most] = values["max"];
    if (name === "length") Object.assign(out, { [least]: values["length"], [most]: values["length"] });
    if (name === "matches" && values["regex"] instanceof RegExp) out["pattern"] = values["regex"].source;
    if (name === "integer") out["type"] = "integer";
  }
  return out;
}

function structure(described: Described): JsonSchema {
  if (described.type === "object" && described.fields) {
    const entries = Object.entries(described.fields) as [string, Described][];
    const required = entries
      .filter(([, field]) => field.optional === false && field.default === undefined)
      .map(([name]) => name);
    return {
      properties: Object.fromEntries(entries.map(([name, field]) => [name, fromDescription(field)])),
      ...(required.length > 0 ? { required } : {}),
    };
  }
  if (described.type === "array" && described.innerType && !Array.isArray(described.innerType))
    return { items: fromDescription(described.innerType) };
  return {};
}

function fromDescription(described: Described): JsonSchema {
  const type = types[described.type];
  const schema: JsonSchema = { ...(type ? { type } : {}), ...rules(described), ...structure(described) };
  if (described.type === "date") schema["format"] = "date-time";
  // resource.ts, filesField
  if ((described.meta as { files?: boolean } | undefined)?.files)
    Object.assign(schema, { type: "array", items: { type: "string", format: "binary" } });
  if (described.oneOf && described.oneOf.length > 0)
    schema["enum"] =
      described.nullable && !described.oneOf.includes(null) ? [...described.oneOf, null] : [...described.oneOf];
  if (described.label) schema["title"] = described.label;
  // An object's default is made of its fields' defaults, which stand there.
  if (described.default !== undefined && typeof described.default !== "object") schema["default"] = described.default;
  if (described.nullable && typeof schema["type"] === "string") schema["type"] = [schema["type"], "null"];
  return schema;
}

export const toJsonSchema = (schema: Schema): JsonSchema => fromDescription(schema.describe());
