/** What a form is like with these values: what stands there, what must be filled, what can be typed, what the values are. */
import type { CompiledField, CompiledForm, FormContext } from "./compiled.ts";
import { type FieldValue, type FormValues, isEmptyValue } from "./values.ts";

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

/** Before rules: by definition, map and what is computed. */
export function plainNeed(
  { name, hidden, locked, computed, require, importRequire, field }: CompiledField,
  { otherRender, importing }: FormContext,
): Pick<FieldState, "visible" | "required" | "locked"> {
  const setting = otherRender && Object.hasOwn(otherRender, name) ? otherRender[name] : undefined;
  const visible = !hidden && setting?.hidden !== true && field.workOrderUpgrade !== true;
  return {
    visible,
    required: visible && !computed && (setting?.require ?? (require || (importing === true && importRequire))),
    locked: computed || !visible || (setting?.enable === undefined ? locked : !setting.enable),
  };
}

/** What was typed, else what is kept, else what new records begin with. Of a locked field: what is typed does not count. */
export function inputOf(
  field: CompiledField,
  locked: boolean,
  given: FormValues,
  { stored }: FormContext,
): FieldValue | undefined {
  if (!locked && Object.hasOwn(given, field.name)) return given[field.name];
  if (stored) return Object.hasOwn(stored, field.name) ? stored[field.name] : undefined;
  return field.field.value;
}

export function formState(form: CompiledForm, given: FormValues, context: FormContext): FormState {
  const fields = form.fields.map((field): FieldState => {
    const need = plainNeed(field, context);
    const value = inputOf(field, need.locked, given, context);
    return {
      ...need,
      value: isEmptyValue(value) ? undefined : value,
      from: need.locked ? "kept" : "typed",
      options: undefined,
      warnings: nothingSaid,
      stop: undefined,
    };
  });
  return { fields, warnings: nothingSaid, stops: nothingSaid };
}
