/** params, query and body through the contract's schemas: parsed, unknown parts dropped, every fault found at once. */
import { AppError, parseEnciphered, type Endpoint, type FieldError } from "@liantai/api/contract";
import { ValidationError, type Schema } from "yup";

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const parts = ["params", "query", "body"] as const;
/** How many faults the message itself names; `fields` carries all. */
const named = 3;

async function parse(schema: Schema, value: unknown, faults: FieldError[]): Promise<unknown> {
  try {
    return await schema.validate(value ?? {}, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    for (const fault of error.inner.length > 0 ? error.inner : [error]) {
      const label = fault.params?.["label"];
      faults.push({
        path: fault.path ?? "",
        ...(typeof label === "string" ? { label } : {}),
        message: fault.errors[0] ?? fault.message,
      });
    }
    return undefined;
  }
}

const deepest = 8;

/** Numbers that the page encrypted (contract: parseEnciphered), opened wherever they stand. */
export async function openNumbers(
  value: unknown,
  open: (text: string) => Promise<string>,
  depth = 0,
): Promise<unknown> {
  if (typeof value === "string") return parseEnciphered(value) ? open(value) : value;
  if (depth >= deepest || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => openNumbers(item, open, depth + 1)));
  return Object.fromEntries(
    await Promise.all(
      Object.entries(value).map(async ([key, item]) => [key, await openNumbers(item, open, depth + 1)] as const),
    ),
  );
}

/** Throws AppError 'invalid' with data {fields}. */
export async function parseInput(endpoint: Endpoint, raw: RawInput): Promise<RawInput> {
  const faults: FieldError[] = [];
  const input: Record<(typeof parts)[number], unknown> = { params: undefined, query: undefined, body: undefined };
  for (const part of parts) {
    const schema = endpoint[part];
    if (schema) input[part] = await parse(schema, raw[part], faults);
  }
  if (faults.length > 0)
    throw new AppError(
      "invalid",
      faults
        .slice(0, named)
        .map(({ message }) => message)
        .join("；"),
      { fields: faults },
    );
  return input;
}
