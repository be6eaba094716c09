/** What a form is like with these values: what stands there, what must be filled, what can be typed, what the values are. */
import type { FormContext } from "./context.ts";
import type { CompiledField } from "./compiled-field.ts";
import type { FieldValue } from "./values.ts";

export interface FieldState {
  /** Not, where rules hide it (empty then, nothing of it is kept), the map hides it (it stays as it is), or its definition does. */
  readonly visible: boolean;
  readonly required: boolean;
  /** Nobody types here: permission, the map, a rule, or the value is the form's own. */
  readonly locked: boolean;
  readonly value: FieldValue | undefined;
  /** Where the value comes from. */
  readonly from: "typed" | "kept" | "formula" | "rule" | "hidden";
  /** Values of the options that a rule leaves; undefined: all. */
  readonly options: ReadonlySet<string> | undefined;
  readonly warnings: readonly string[];
  /** A warning that lets nothing be saved. */
  readonly stop: string | undefined;
}

export interface FormState {
  /** By CompiledField.at. */
  readonly fields: readonly FieldState[];
  /** Warnings that name no field, and those of them that let nothing be saved. */
  readonly warnings: readonly string[];
  readonly stops: readonly string[];
}

export const nothingSaid: readonly string[] = [];

/** What definition, other-render map and kind of use say of a field, before any rule. */
export interface PlainNeed {
  readonly visible: boolean;
  readonly required: boolean;
  readonly locked: boolean;
  /** The map says whether it is required: rules have no say in it. */
  readonly settled: boolean;
}

export function plainNeed(
  { name, hidden, locked, computed, require, importRequire, field }: CompiledField,
  { otherRender, importing }: FormContext,
): PlainNeed {
  const setting = otherRender && Object.hasOwn(otherRender, name) ? otherRender[name] : undefined;
  // A workbook has no place for files and rows: whoever imports cannot give them.
  const absent = importing === true && (field.type === "uploads" || field.type === "rows");
  const visible = !hidden && setting?.hidden !== true && field.workOrderUpgrade !== true;
  return {
    visible,
    required: !absent && (setting?.require ?? (require || (importing === true && importRequire))),
    locked: computed || !visible || (setting?.enable === undefined ? locked : !setting.enable),
    settled: setting?.require !== undefined,
  };
}
