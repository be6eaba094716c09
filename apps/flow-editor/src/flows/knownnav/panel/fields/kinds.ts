/**
 * What an input of a config's field is. Derived from the node type: its schema, and what it says of expressions, patterns, variables
 * and references.
 */
import type { NodeType, ReferenceKind } from "@liantai/api/flows";
import type { SchemaDescription, SchemaFieldDescription } from "yup";

export type FieldKind =
  | { readonly kind: "number" | "switch" | "rows" | "list" | "text" | "area" | "template" }
  | { readonly kind: "expression" | "pattern" | "node" | "sets" | "reads" | "sharedVersion" | "sharedResults" }
  | { readonly kind: "choice" | "ticks"; readonly choices: readonly string[] }
  | { readonly kind: "reference"; readonly of: ReferenceKind }
  | { readonly kind: "column"; readonly tableId: string };

export type Path = readonly (string | number)[];
export type Config = Readonly<Record<string, unknown>>;

// A name that no config holds: where the node type says it again, there it is what the type calls it.
const probe = "zz__probe__zz";

function withValue(value: unknown, [first, ...rest]: Path, put: unknown): unknown {
  if (first === undefined) return put;
  if (Array.isArray(value)) return value.map((one, at) => (at === first ? withValue(one, rest, put) : one));
  return { ...(value as object), [first]: withValue((value as Config | undefined)?.[first], rest, put) };
}

/** A path in an object leads into it: what comes out is one, too. */
const probedAt = (config: Config, path: Path, put: unknown): Config => withValue(config, path, put) as Config;

const tryOf = <T>(ask: (() => T) | undefined, none: T): T => {
  try {
    return ask?.() ?? none;
  } catch {
    return none;
  }
};

function meaningOf(type: NodeType, config: Config, path: Path): FieldKind | undefined {
  const probed = probedAt(config, path, probe);
  const reference = tryOf(() => type.references?.(probed) ?? [], []).find(({ id }) => id === probe);
  if (reference) return { kind: "reference", of: reference.kind };
  const read = tryOf(() => type.columns?.(probed) ?? [], []).find(({ column }) => column === probe);
  if (read) return { kind: "column", tableId: read.tableId };
  if (tryOf(() => type.expressions?.(probed) ?? [], []).includes(probe)) return { kind: "expression" };
  if (tryOf(() => type.patterns?.(probed) ?? [], []).includes(probe)) return { kind: "pattern" };
  if (tryOf(() => type.sets?.(probed) ?? [], []).includes(probe)) return { kind: "sets" };
  if (tryOf(() => type.reads?.(probed) ?? [], []).includes(probe)) return { kind: "reads" };
  return tryOf(() => type.texts?.(probed) ?? [], []).includes(probe) ? { kind: "template" } : undefined;
}

/** By name, where the type cannot say so. */
const byName: Readonly<Record<string, FieldKind>> = {
  // Without a value its type refers to nothing.
  music: { kind: "reference", of: "voice" },
};

export const isObject = (
  field: SchemaFieldDescription | undefined,
): field is SchemaDescription & {
  readonly fields: Readonly<Record<string, SchemaFieldDescription>>;
} => field !== undefined && "fields" in field;

export const itemOf = (field: SchemaDescription): SchemaDescription | undefined => {
  const inner = "innerType" in field ? field.innerType : undefined;
  return (Array.isArray(inner) ? inner[0] : inner) as SchemaDescription | undefined;
};

const textLength = (field: SchemaDescription): number =>
  Number(field.tests.find(({ name }) => name === "max")?.params?.["max"] ?? 290);

export const maxOf = textLength;

const one = (name: string, value: unknown) => (row: Config) => row[name] !== value;
const empty = (name: string) => (row: Config) => row[name] === "" || row[name] === undefined;
const filled = (name: string) => (row: Config) => Array.isArray(row[name]) && row[name].length > 0;
const given = (name: string) => (row: Config) => !empty(name)(row);

/** Fields that mean nothing while another one of the same object says something else. */
const hiddenBy: Readonly<Record<string, (row: Config) => boolean>> = {
  "condition.rules.rows": given("expression"),
  "condition.rules.join": (row) => given("expression")(row) || !Array.isArray(row["rows"]) || row["rows"].length < 2,
  "condition.rules.expression": filled("rows"),
  "condition.rules.rows.value": ({ operator }) => operator === "empty" || operator === "notEmpty",
  "variable.assign.tableId": one("from", "lookUp"),
  "variable.assign.column": one("from", "lookUp"),
  "jump.version": one("to", "shared"),
  "jump.results": ({ to }) => to !== "subProcess" && to !== "shared",
  "jump.data": one("to", "flow"),
  "skillGroup.targetId": ({ kind }) => kind === "taskGroup",
  "callSeat.seatId": one("who", "fixed"),
  "callSeat.vName": one("who", "variable"),
  "knowledge.classId": ({ by }) => by === "question",
  "knowledge.questionId": one("by", "question"),
  "knowledge.rounds": empty("followUp"),
  "satisfaction.low": empty("secondText"),
  "satisfaction.reasons": empty("secondText"),
  "satisfaction.mailGroupId": empty("mailText"),
};

const namesOf = (path: Path): readonly string[] => path.filter((step): step is string => typeof step === "string");

/** Of a jump into a shared sub-process: its versions and its results are known. */
const sharedKinds: Readonly<Record<string, FieldKind>> = {
  version: { kind: "sharedVersion" },
  results: { kind: "sharedResults" },
};

interface Canvas {
  /** Calls of the flow begin in it. */
  readonly main: boolean;
  /** Of a shared sub-process. */
  readonly shared: boolean;
}

/** Fields that only some canvases obey: what is handed to a shared one (G124), and a limit of a flow as a whole (G139). */
const obeyedBy: Readonly<Record<string, (canvas: Canvas) => boolean>> = {
  "start.inputs": ({ main, shared }) => main && shared,
  "start.interfaceSeconds": ({ main, shared }) => main && !shared,
};

/** Of a property of the type itself. */
export const isObeyed = (type: NodeType, name: string, canvas: Canvas): boolean =>
  obeyedBy[`${type.type}.${name}`]?.(canvas) ?? true;

/** row: the object that the field is of. */
export const isHidden = (type: NodeType, path: Path, row: Config): boolean =>
  hiddenBy[[type.type, ...namesOf(path)].join(".")]?.(row) ?? false;

/** Fields that are called otherwise while another one of the same object says something else. */
const calledBy: Readonly<Record<string, (row: Config) => string | undefined>> = {
  "variable.assign.value": ({ from }) => (from === "lookUp" ? "键" : undefined),
};

/** undefined: as its schema says. */
export const calledOf = (type: NodeType, path: Path, config: Config): string | undefined => {
  const row = path.slice(0, -1).reduce<unknown>((value, step) => (value as Config | undefined)?.[step], config);
  return calledBy[[type.type, ...namesOf(path)].join(".")]?.((row ?? {}) as Config);
};

/** Ids that only the program needs: an id without a word is made once and not shown. */
export const isShownField = (name: string, field: SchemaDescription): boolean => name !== "id" || isLabelled(field);
export const isLabelled = ({ label }: SchemaDescription): boolean => typeof label === "string" && label !== "";

const choicesOf = ({ oneOf }: SchemaDescription): readonly string[] =>
  oneOf.filter((one): one is string => typeof one === "string");

function listKind(type: NodeType, config: Config, path: Path, field: SchemaDescription): FieldKind {
  const item = itemOf(field);
  if (isObject(item)) return { kind: "rows" };
  if (item && choicesOf(item).length > 0) return { kind: "ticks", choices: choicesOf(item) };
  // Of a list that is empty the type says nothing: it is asked with one in it.
  return meaningOf(type, probedAt(config, path, [probe]), [...path, 0]) ?? { kind: "list" };
}

export function kindOf(type: NodeType, config: Config, path: Path, field: SchemaDescription): FieldKind {
  const names = namesOf(path);
  const name = names.at(-1) ?? "";
  const shared = type.type === "jump" && config["to"] === "shared" ? sharedKinds[name] : undefined;
  if (shared) return shared;
  if (field.type === "boolean") return { kind: "switch" };
  if (field.type === "number") return { kind: "number" };
  if (field.type === "array") return listKind(type, config, path, field);
  if (choicesOf(field).length > 0) return { kind: "choice", choices: choicesOf(field) };
  if (type.type === "jump" && name === "targetId" && config["to"] === "node") return { kind: "node" };
  return meaningOf(type, config, path) ?? byName[name] ?? { kind: textLength(field) > 100 ? "template" : "text" };
}
