/** A value that a contract's schema takes, so that one field at a time can be made hostile and the rest passes. */
import { reach, type Schema, type SchemaDescription } from "yup";

/** Tried in order for a text: the first that the field takes. */
const texts = [
  "甲",
  "1001",
  "100001",
  "2026-03-02 08:00:00",
  "2026-03-02",
  "2026-03",
  "08:00",
  "13900000009",
  "127.0.0.1",
  "https://example.com/path",
  "example.com",
  "a@example.com",
  "Liantai#2026",
  "1.00",
  "{}",
  "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0a11",
];
const numbers = [1, 0, 2, 10, 100, 1_000];

const takes = (schema: Schema, value: unknown): boolean => {
  try {
    return schema.isValidSync(value);
  } catch {
    return false;
  }
};

interface Described extends SchemaDescription {
  readonly fields?: Readonly<Record<string, Described>>;
  readonly innerType?: Described;
}

/** One of the allowed values, or the first of `from` that the field takes. */
function choose(schema: Schema, path: string, description: Described, from: readonly unknown[]): unknown {
  const allowed = description.oneOf.filter((value) => value !== "" && value !== null);
  const part = reach(schema, path) as Schema;
  return [...allowed, ...from].find((value) => takes(part, value)) ?? allowed[0] ?? from[0];
}

function at(schema: Schema, path: string, description: Described): unknown {
  switch (description.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(description.fields ?? {}).map(([key, field]) => [
          key,
          at(schema, path === "" ? key : `${path}.${key}`, field),
        ]),
      );
    case "array":
      return description.innerType ? [at(schema, `${path}[0]`, description.innerType)] : [];
    case "number":
      return choose(schema, path, description, numbers);
    case "boolean":
      return true;
    case "string":
      return choose(schema, path, description, texts);
    default:
      return (description.meta as { files?: boolean } | undefined)?.files ? undefined : {};
  }
}

export const sampleOf = (schema: Schema): unknown => at(schema, "", schema.describe());
