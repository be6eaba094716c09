/** What a list of records is asked: the fields of its form that can be asked, as inputs of the query bar, and as the server's filters. */
import { mostTagsAtOnce, recordSources, type RecordSource } from "@liantai/api/contract/workorder";
import {
  isCascadeValue,
  readQuery,
  type CascadeValue,
  type CompiledField,
  type CompiledForm,
  type FieldValue,
  type FilterOp,
} from "@liantai/api/forms";
import { withDateRange } from "@liantai/ui/resource";
import { array, object, string, type AnyObjectSchema, type Schema } from "yup";

/** How a field is asked. */
export type Asking = "text" | "choice" | "days" | "bounds" | "branch" | "lookup" | "has";

export interface AskedField {
  readonly field: CompiledField;
  readonly asking: Asking;
  /** Names of its inputs. */
  readonly name: string;
  readonly to: string;
}

/** Between the ids of a path of a cascade, from its top on. */
export const pathMark = "/";
/** What a view asks for has kept no name. */
export const chosenBefore = "已选1项";

export type Filters = Readonly<Record<string, string | readonly string[]>>;

/** Filters as they come back out of a list: nothing is known of them. */
export type Given = Readonly<Record<string, unknown>>;

/** What a list asks its source: filters among page and order. */
export type Asked = Given & {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sortBy?: string;
  readonly sortOrder?: "asc" | "desc";
};

/** A field's filter as it travels. */
export interface AskedFilter {
  readonly name: string;
  readonly op: string;
  readonly value: string | boolean | object;
}

function askingOf({ filterOps, type, format }: CompiledField): Asking | undefined {
  const [op] = filterOps;
  switch (op) {
    case "contains":
    case "equals":
      return "text";
    case "anyOf":
      return type === "lookup" ? "lookup" : "choice";
    case "between":
      return type === "datepicker" && format.startsWith("yyyy-MM-dd") ? "days" : "bounds";
    case "under":
      return "branch";
    case "has":
      return "has";
    case undefined:
      return undefined;
  }
}

export const askedFields = (form: CompiledForm): readonly AskedField[] =>
  form.columns.query.flatMap((field) => {
    const asking = askingOf(field);
    return asking ? [{ field, asking, name: `f_${field.name}`, to: `f_${field.name}_to` }] : [];
  });

const schemaOf = ({ field, asking, name, to }: AskedField): Record<string, Schema> => {
  const text = (max: number) => string().label(field.label).max(max);
  // What the server would refuse is said at the field: a list that failed has no way back.
  const asks = (max: number, op: FilterOp, of: (typed: string, others: Given) => unknown) =>
    text(max).test("query", (typed, { parent, createError }) => {
      const query = textOf(typed) === "" ? {} : readQuery(field, op, of(textOf(typed), parent as Given));
      return typeof query !== "string" || createError({ message: query });
    });
  switch (asking) {
    case "text":
      return { [name]: asks(300, "contains", (typed) => typed) };
    case "choice":
      return { [name]: array().label(field.label).of(string().required().max(200)).max(100) };
    case "days":
      return { [name]: text(30), [to]: text(30) };
    case "bounds":
      return {
        [name]: asks(30, "between", (from) => ({ from })),
        [to]: asks(30, "between", (end, others) => ({ from: textOf(others[name]), to: end })),
      };
    case "branch":
      return { [name]: text(400) };
    // What was chosen, and what it is called.
    case "lookup":
      return { [name]: text(64), [to]: text(300) };
    case "has":
      return { [name]: string().label(field.label).oneOf(["", "1", "0"]) };
  }
};

const tagModes = ["any", "all"] as const;

const own = {
  source: string()
    .label("来源")
    .oneOf(["", ...Object.keys(recordSources)]),
  createdFrom: string().label("创建时间").max(30),
  createdTo: string().label("创建时间").max(30),
  tags: array().label("标签").of(string().required().max(64)).max(mostTagsAtOnce),
  tagMode: string()
    .label("标签条件")
    .oneOf(["", ...tagModes]),
  pool: string().label("范围").oneOf(["", "1"]),
  phone: string().label("客户号码").max(20),
  ownerId: string().label("负责人").max(64),
};

/** A list's own filters, and those of the fields. */
export const fieldSchema = (asked: readonly AskedField[], of: AnyObjectSchema): AnyObjectSchema =>
  asked
    .filter(({ asking }) => asking === "days")
    .reduce(
      (schema, { name, to }) => withDateRange(schema, name, to, true),
      of.shape(Object.assign({}, ...asked.map(schemaOf)) as Record<string, Schema>),
    );

export const filterSchemaOf = (asked: readonly AskedField[]): AnyObjectSchema =>
  fieldSchema(asked, withDateRange(object(own), "createdFrom", "createdTo"));

export const fieldDefaults = (asked: readonly AskedField[]): Filters =>
  Object.fromEntries(
    asked.flatMap(({ asking, name, to }): [string, string | readonly string[]][] => {
      if (asking === "choice") return [[name, []]];
      return asking === "days" || asking === "bounds" || asking === "lookup"
        ? [
            [name, ""],
            [to, ""],
          ]
        : [[name, ""]];
    }),
  );

export const defaultsOf = (asked: readonly AskedField[], source: string) => (): Filters => ({
  ...{ source, createdFrom: "", createdTo: "", tags: [], tagMode: "", pool: "", phone: "", ownerId: "" },
  ...fieldDefaults(asked),
});

const isSource = (text: string): text is RecordSource => Object.hasOwn(recordSources, text);

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** A day's first or last moment as the field writes it. */
const dayIn = ({ format }: CompiledField, text: string): string => text.slice(0, format.length);

function filterOf({ field, asking, name, to }: AskedField, given: Given): Omit<AskedFilter, "name"> | undefined {
  const value = given[name];
  const [text, end] = [textOf(value), textOf(given[to])];
  switch (asking) {
    case "text":
      return text === "" ? undefined : { op: "contains", value: text };
    case "choice":
      return Array.isArray(value) && value.length > 0 ? { op: "anyOf", value } : undefined;
    case "days":
      return text || end ? { op: "between", value: { from: dayIn(field, text), to: dayIn(field, end) } } : undefined;
    case "bounds":
      return text || end ? { op: "between", value: { from: text, to: end } } : undefined;
    case "branch":
      return text === "" ? undefined : { op: "under", value: text.split(pathMark) };
    case "lookup":
      return text === "" ? undefined : { op: "anyOf", value: [text] };
    case "has":
      return text === "" ? undefined : { op: "has", value: text === "1" };
  }
}

/** As the server asks them. */
export const fieldFilters = (asked: readonly AskedField[], given: Given): AskedFilter[] =>
  asked.flatMap((one) => {
    const filter = filterOf(one, given);
    return filter ? [{ name: one.field.name, ...filter }] : [];
  });

/** What the list is asked, and an export of it: without page and order. */
export function questionOf(form: CompiledForm, asked: readonly AskedField[], given: Given) {
  const filters = fieldFilters(asked, given);
  const day = (text: unknown): string => textOf(text).slice(0, 10);
  const tags = Array.isArray(given["tags"]) ? (given["tags"] as readonly string[]) : [];
  const text = textOf(given["source"]);
  const source: RecordSource | "" = isSource(text) ? text : "";
  const [startTime, endTime] = [day(given["createdFrom"]), day(given["createdTo"])];
  return {
    formId: form.formId,
    filters,
    source,
    ...(startTime && { startTime }),
    ...(endTime && { endTime }),
    ...(tags.length > 0 && {
      tags: [...tags],
      tagMode: tagModes.find((mode) => mode === given["tagMode"]) ?? ("" as const),
    }),
    ...(given["pool"] === "1" && { pool: 1 }),
    ...(textOf(given["phone"]) && { phone: textOf(given["phone"]) }),
    ...(textOf(given["ownerId"]) && { ownerId: textOf(given["ownerId"]) }),
  };
}

/** The inverse of a filter: as the inputs of the query bar hold it. */
function inputsOf({ asking, name, to }: AskedField, value: unknown): Filters {
  const { from = "", to: end = "" } = (value ?? {}) as { readonly from?: unknown; readonly to?: unknown };
  switch (asking) {
    case "text":
      return { [name]: textOf(value) };
    case "choice":
      return { [name]: Array.isArray(value) ? (value as readonly string[]) : [] };
    case "days": {
      const day = (text: string, time: string) => {
        if (text.length <= 10) return text === "" ? "" : `${text} ${time}`;
        return text.padEnd(19, ":00");
      };
      return { [name]: day(String(from), "00:00:00"), [to]: day(String(end), "23:59:59") };
    }
    case "bounds":
      return { [name]: String(from), [to]: String(end) };
    case "branch":
      return { [name]: Array.isArray(value) ? value.join(pathMark) : "" };
    case "lookup": {
      const [id] = Array.isArray(value) ? (value as readonly unknown[]) : [];
      return { [name]: String(id ?? ""), [to]: id === undefined ? "" : chosenBefore };
    }
    case "has":
      return { [name]: value === true ? "1" : "0" };
  }
}

interface AskedQuestion {
  readonly filters?: readonly { readonly name: string; readonly value?: unknown }[] | undefined;
  readonly source?: string | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly tagMode?: string | undefined;
  readonly phone?: string | undefined;
  readonly pool?: number | undefined;
  readonly ownerId?: string | undefined;
}

/** What the query bar shows of a question. */
export function filtersOf(asked: readonly AskedField[], question: AskedQuestion, defaults: Filters): Filters {
  const { filters = [], startTime, endTime, source, tags, tagMode, phone, pool, ownerId } = question;
  const typed = filters.map(({ name, value }) => {
    const one = asked.find(({ field }) => field.name === name);
    return one ? inputsOf(one, value) : {};
  });
  return {
    ...defaults,
    ...(source && { source }),
    ...(phone && { phone }),
    ...(pool === 1 && { pool: "1" }),
    ...(ownerId && { ownerId }),
    ...(startTime && { createdFrom: `${startTime} 00:00:00` }),
    ...(endTime && { createdTo: `${endTime} 23:59:59` }),
    ...(tags && { tags: [...tags], tagMode: tagMode ?? "" }),
    ...Object.assign({}, ...typed),
  };
}

/** What a record is called: by its name, its code, or the first thing that it says. */
export function titleOf(form: CompiledForm, values: Readonly<Record<string, unknown>>): string {
  const named = ["customerName", "workName", "name", "customerCode", "workCode", "phone"];
  const first = [...named, ...form.fields.map(({ name }) => name)]
    .map((name) => values[name])
    .find((value) => (typeof value === "string" && value !== "") || isCascadeValue(value as FieldValue));
  if (typeof first === "string") return first;
  return isCascadeValue(first as FieldValue) ? (first as CascadeValue).labels.join("/") : "未命名";
}
