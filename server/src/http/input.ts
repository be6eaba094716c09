/**
 * The one gate for params, query and body: clean (gate/clean.ts), of the contract's types (gate/typed.ts), and then through
 * its schemas. Parsed, unknown parts dropped, every fault found at once. Whatever fails in here is the caller's input.
 */
import { AppError, parseEnciphered, type Endpoint, type FieldError } from "@liantai/api/contract";
import { setImmediate as turn } from "node:timers/promises";
import { ValidationError, type InferType, type Schema } from "yup";
import { dirtOf } from "./gate/clean.ts";
import { placeAt, typed, whole } from "./gate/typed.ts";

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const parts = ["params", "query", "body"] as const;
/** How many faults the message itself names; `fields` carries all. */
const named = 3;

const faultOf = (fault: ValidationError): FieldError => {
  const label = fault.params?.["label"];
  return {
    path: fault.path ?? "",
    ...(typeof label === "string" ? { label } : {}),
    message: fault.errors[0] ?? fault.message,
  };
};

/** One sentence a field, the one that the form shows: what the first rule says. */
function firsts(faults: readonly FieldError[]): FieldError[] {
  const said = new Set<string>();
  return faults.filter(({ path }) => !said.has(path) && said.add(path));
}

/** A rule that failed instead of answering: the field whose rule it is, or the whole. */
async function brokenRule(schema: Schema, value: object): Promise<FieldError> {
  for (const key of Object.keys(value)) {
    try {
      await schema.validateAt(key, value);
    } catch (error) {
      if (error instanceof ValidationError) continue;
      const { path, label } = placeAt(schema, [key]);
      return { path, label, message: `${label}填写有误` };
    }
  }
  return { ...whole, message: `${whole.label}有误` };
}

async function parse(schema: Schema, raw: unknown, faults: FieldError[]): Promise<unknown> {
  const dirt = dirtOf(raw);
  if (dirt) {
    const { path, label } = placeAt(schema, dirt.path);
    faults.push({ path, label, message: `${label}${dirt.message}` });
    return undefined;
  }
  const wrong: FieldError[] = [];
  const value = typed(schema, raw ?? {}, whole, wrong);
  faults.push(...wrong);
  try {
    return await schema.validate(value, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    // A place of a wrong type is left out of the value: what the rules say of it, or of what it stands in, is said already.
    const said = (path: string): boolean =>
      wrong.some((each) => each.path.startsWith(path) || path.startsWith(each.path));
    if (error instanceof ValidationError)
      faults.push(
        ...firsts((error.inner.length > 0 ? error.inner : [error]).map(faultOf)).filter(({ path }) => !said(path)),
      );
    else if (wrong.length === 0) faults.push(await brokenRule(schema, value as object));
    return undefined;
  }
}

const deepest = 8;
/** No form has more; each costs the processor a millisecond or two. */
const mostSealed = 200;

function sealedIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return parseEnciphered(value) ? [value] : [];
  if (depth >= deepest || typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((part) => sealedIn(part, depth + 1));
}

function putIn(value: unknown, opened: ReadonlyMap<string, string>, depth = 0): unknown {
  if (typeof value === "string") return opened.get(value) ?? value;
  if (depth >= deepest || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => putIn(part, opened, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, putIn(part, opened, depth + 1)]));
}

/** Numbers that the page encrypted (contract: parseEnciphered), opened wherever they stand. Throws AppError 'invalid' beyond 200. */
export async function openNumbers(value: unknown, open: (text: string) => Promise<string>): Promise<unknown> {
  const sealed = new Set(sealedIn(value));
  if (sealed.size === 0) return value;
  if (sealed.size > mostSealed) throw new AppError("invalid", `一次最多提交${mostSealed}个加密号码`);
  const opened = new Map<string, string>();
  for (const text of sealed) {
    // One after the other, and others have their turn between: all at once they would hold up everybody's calls.
    if (opened.size > 0) await turn();
    opened.set(text, await open(text));
  }
  return putIn(value, opened);
}

/** The sentences about a length name no field; in a message that stands alone they must. */
const spoken = ({ label, message }: FieldError): string =>
  /^(?:最多|至少|只能)输入/.test(message) ? `${label}：${message}` : message;

const refusal = (faults: readonly FieldError[]): AppError =>
  new AppError("invalid", faults.slice(0, named).map(spoken).join("；"), { fields: faults });

/**
 * A part of a body whose schema only its handler knows: the same gate. `under`: the part's name in the body. Throws AppError
 * 'invalid'.
 */
export async function parsePart<S extends Schema>(schema: S, raw: unknown, under: string): Promise<InferType<S>> {
  const faults: FieldError[] = [];
  const value = await parse(schema, raw, faults);
  if (faults.length > 0) throw refusal(faults.map((fault) => ({ ...fault, path: `${under}.${fault.path}` })));
  return value;
}

/** Throws AppError 'invalid' with data {fields}. */
export async function parseInput(endpoint: Endpoint, raw: RawInput): Promise<RawInput> {
  const faults: FieldError[] = [];
  const input: Record<(typeof parts)[number], unknown> = { params: undefined, query: undefined, body: undefined };
  for (const part of parts) {
    const schema = endpoint[part];
    if (schema) input[part] = await parse(schema, raw[part], faults);
  }
  if (faults.length > 0) throw refusal(faults);
  return input;
}
