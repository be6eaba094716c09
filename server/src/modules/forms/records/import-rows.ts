/** Rows of a workbook by the compiled form, not by a schema a cell. */
import type { RecordValues } from "@liantai/api/contract/workorder";
import {
  codeFieldOf,
  checkRecord,
  isEmptyValue,
  type CompiledField,
  type CompiledForm,
  type FormValues,
} from "@liantai/api/forms";
import type { ImportColumn } from "../../files/index.ts";
import type { CascadeTree } from "../../settings/index.ts";
import { cellValue, importable } from "./cells.ts";
import { orderColumns } from "./importing-orders.ts";
import { indexer, type Indexed } from "./indexing.ts";
import { orderRender } from "./order-render.ts";
import type { Prepared } from "./preparing.ts";
import type { Published } from "./published.ts";

export type Line = Readonly<Record<string, string>>;

export const isOfOrders = ({ formType }: Pick<CompiledForm, "formType">): boolean => formType === "workOrder";
/** The number of an order is its flow's. */
export const fieldsOf = (form: CompiledForm): readonly CompiledField[] =>
  isOfOrders(form) ? importable(form).filter(({ name }) => !Object.hasOwn(orderRender, name)) : importable(form);

export const columnsOf = (form: CompiledForm): ImportColumn[] => [
  ...(isOfOrders(form) ? orderColumns(form) : []),
  ...fieldsOf(form).map(({ label, name, type }) => ({
    title: label,
    name,
    ...(type === "input" ? { width: 16 } : {}),
  })),
];

interface Made {
  /** What the cells say. */
  readonly given: RecordValues;
  readonly values: FormValues;
  readonly fault: string | undefined;
}

/** One import's rows: what they are by the form, said once. */
export class Rows {
  readonly #made = new WeakMap<Line, Made>();
  readonly published: Published;
  readonly #prepared: Prepared;
  readonly #tree: CascadeTree;
  readonly #index: ReturnType<typeof indexer>;
  readonly #found = new WeakMap<FormValues, Indexed>();
  readonly code: CompiledField | undefined;

  constructor(published: Published, prepared: Prepared, tree: CascadeTree) {
    this.published = published;
    this.#prepared = prepared;
    this.#tree = tree;
    this.#index = indexer(published.form, published.row.slots);
    this.code = isOfOrders(published.form) ? undefined : codeFieldOf(published.form);
  }

  of(line: Line) {
    const known = this.#made.get(line);
    if (known) return known;
    const made = this.#make(line);
    this.#made.set(line, made);
    return made;
  }

  /** A code that the server will give holds its place. */
  #make(line: Line): Made {
    const { form } = this.published;
    const given: Record<string, unknown> = {};
    for (const field of fieldsOf(form)) {
      const text = line[field.name];
      if (text !== undefined)
        given[field.name] = cellValue(field, text, this.#prepared.options?.(field.name), this.#tree);
    }
    const numbered = this.code && isEmptyValue(given[this.code.name]) ? this.code.name : undefined;
    if (numbered !== undefined) given[numbered] = "0";
    const { values, faults } = checkRecord(form, given as FormValues, { ...this.#prepared, importing: true });
    const kept = Object.fromEntries(Object.entries(values).filter(([name]) => name !== numbered));
    const said = faults.map(({ label, message }) =>
      label === "" || message.includes(label) ? message : `${label}：${message}`,
    );
    return { given, values: kept, fault: said.length > 0 ? [...new Set(said)].join("；") : undefined };
  }

  /** Asked for by the keys of a row, by its numbers and when it is saved. */
  indexed(values: FormValues): Indexed {
    const known = this.#found.get(values);
    if (known) return known;
    const found = this.#index(values);
    this.#found.set(values, found);
    return found;
  }
}
