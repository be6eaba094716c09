/** What a form is asked with, beside its values. */
import type { FormOption } from "./definition.ts";
import type { FormValues } from "./values.ts";

/** Who says what of a field beside the definition: role and node of the flow, computed by the server (console.md section 5). */
export interface RenderSetting {
  readonly enable?: boolean;
  readonly require?: boolean;
  readonly hidden?: boolean;
}
export type OtherRender = Readonly<Record<string, RenderSetting>>;

/** Where choices end: at a leaf a path may stop before the last level. */
export type CascadePlace = "unknown" | "branch" | "leaf";

export interface FormContext {
  /** For today() and now(), epoch ms. */
  readonly now: number;
  readonly me?: { readonly name?: string; readonly seat?: string; readonly group?: string };
  readonly callNumber?: string;
  /** Of the call or its flow: variable("playExamp"). */
  readonly variables?: Readonly<Record<string, string>>;
  readonly otherRender?: OtherRender;
  /** What is kept; absent: a new record. A locked field may be sent as it is kept. */
  readonly stored?: FormValues;
  /** Options of a field that come from a dictionary. Undefined: the page has not got them, nothing is checked. */
  readonly options?: (field: string) => readonly FormOption[] | undefined;
  /** Where a path of ids leads in the cascading options. Absent: the depth alone is checked. */
  readonly cascade?: (field: string, ids: readonly string[]) => CascadePlace;
  /** Rows of a workbook: importRequire counts beside require. */
  readonly importing?: boolean;
  /** Kept before it is complete, an order that somebody works on: what is missing is no fault yet. */
  readonly draft?: boolean;
}
