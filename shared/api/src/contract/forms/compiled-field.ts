/** A field, compiled once a version: what pages, server and imports ask it. */
import type { FormContext } from "./context.ts";
import type { ControlType, DateFormat, FormField, FormOption, InputContent, MaskClass } from "./definition.ts";
import type { FilterOp } from "./filter-ops.ts";
import type { FieldValue } from "./values.ts";

/** A sentence about a field; `path` goes on into rows: goods[1].price. */
export interface Fault {
  readonly path: string;
  readonly field: string;
  readonly label: string;
  readonly message: string;
}

/** By field, columns of tables as rows.column: names of values that are none of its options. */
export type OtherOptions = Readonly<Record<string, readonly FormOption[]>>;

export interface CompiledField {
  readonly at: number;
  readonly field: FormField;
  readonly name: string;
  readonly label: string;
  readonly type: ControlType;
  readonly content: InputContent;
  readonly isChoice: boolean;
  readonly isNumber: boolean;
  readonly placeholder: string;
  readonly format: DateFormat;
  /** Characters of a text. */
  readonly maxLength: number;
  readonly maxRows: number;
  readonly amount: number;
  /** Bytes of one file. */
  readonly maxBytes: number;
  readonly levels: number;
  readonly min: number;
  readonly max: number;
  readonly precision: number | undefined;
  readonly mask: MaskClass;
  readonly note: string;
  readonly require: boolean;
  readonly importRequire: boolean;
  /** What is said where a value is missing. */
  readonly emptyText: string;
  readonly options: readonly FormOption[];
  readonly optionNames: ReadonlyMap<string, string>;
  /** What values are called that are none of its options: options that went, which records may have still; a dictionary's. */
  readonly otherNames: ReadonlyMap<string, string>;
  /** What a query bar asks it with; none where it is not marked query. */
  readonly filterOps: readonly FilterOp[];
  /** Of detail rows. */
  readonly columns: readonly CompiledField[];
  /** Nobody types it: a formula, workOrderUpgrade. */
  readonly computed: boolean;
  readonly locked: boolean;
  readonly hidden: boolean;
  /** What is wrong with a value that is there; undefined: nothing. Faults of rows' cells come from `cells`. */
  readonly check: (value: unknown, context: FormContext) => string | undefined;
  /** What is kept of a value that was found good: trimmed, numbers in their precision. */
  readonly clean: (value: unknown) => FieldValue | undefined;
}

export interface ListColumns {
  readonly list: readonly CompiledField[];
  readonly query: readonly CompiledField[];
  readonly detail: readonly CompiledField[];
  readonly export: readonly CompiledField[];
  readonly import: readonly CompiledField[];
  readonly popup: readonly CompiledField[];
}

/**
 * What the storage keeps of a field beside the values. slot: one column of a type, for comparing and sorting. terms: rows of their own, for
 * `choices` one a chosen one, for `path` one a prefix of the way down, for `bigrams` pairs of characters. Only fields marked query have
 * these two.
 */
export interface SlotNeed {
  readonly field: string;
  readonly slot: "text" | "number" | "date" | undefined;
  readonly terms: "choices" | "path" | "bigrams" | undefined;
  readonly unique: boolean;
  /** Its numbers find the record when they call. */
  readonly phone: boolean;
}
