import type { AnyObjectSchema } from "yup";

interface Schema {
  readonly fields?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
}

/** Paths of properties that a schema does not know, at any depth; yup's own noUnknown looks at the first only. */
export function unknownIn(schema: AnyObjectSchema | Schema, value: unknown, path = ""): readonly string[] {
  const { fields, innerType } = schema as Schema;
  if (Array.isArray(value))
    return innerType ? value.flatMap((each, at) => unknownIn(innerType, each, `${path}[${at}]`)) : [];
  if (!fields || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, own]) => {
    const here = path === "" ? key : `${path}.${key}`;
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return field ? unknownIn(field, own, here) : [here];
  });
}
