/** What is wrong with a record, and what is kept of it: the one answer of pages, server and imports. */
import type { FormContext } from "./context.ts";
import type { CompiledForm } from "./compiled-form.ts";
import type { CompiledField, Fault } from "./compiled-field.ts";
import { createSession } from "./session.ts";
import type { FieldState, FormState } from "./state.ts";
import { valueTexts } from "./texts.ts";
import { type FieldValue, type FormValues, type GivenValues, isEmptyValue, isRecord, sameValue } from "./values.ts";

export interface CheckedRecord {
  /** What is kept: only of use without faults. */
  readonly values: FormValues;
  readonly faults: readonly Fault[];
  readonly state: FormState;
}

const fault = ({ name, label }: CompiledField, message: string, path = name): Fault => ({
  path,
  field: name,
  label,
  message,
});

/** Cells of detail rows: each by its column. */
function rowFaults(field: CompiledField, rows: readonly unknown[], context: FormContext): Fault[] {
  return rows.flatMap((row, at) => {
    const cells = isRecord(row) ? row : {};
    return field.columns.flatMap((column) => {
      const message = valueFault(column, Object.hasOwn(cells, column.name) ? cells[column.name] : undefined, context, {
        required: column.require && !column.computed,
      });
      const label = `${field.label}第${at + 1}行的${column.label}`;
      return message === undefined
        ? []
        : [{ path: `${field.name}[${at}].${column.name}`, field: field.name, label, message }];
    });
  });
}

function valueFault(
  field: CompiledField,
  value: unknown,
  context: FormContext,
  { required, options }: { readonly required: boolean; readonly options?: FieldState["options"] },
): string | undefined {
  if (isEmptyValue(value)) return required ? field.emptyText : undefined;
  const message = field.check(value, context);
  if (message !== undefined || options === undefined) return message;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
  return chosen.every((one) => options.has(String(one))) ? undefined : valueTexts.choice(field.label);
}

/** What was sent of a field that cannot be typed, and is not what it is: refused by name, never dropped without a word. */
const isForced = ({ from }: FieldState): boolean => from === "formula" || from === "rule" || from === "hidden";
const isTouched = (field: CompiledField, state: FieldState, given: GivenValues): boolean =>
  state.locked &&
  !isForced(state) &&
  Object.hasOwn(given, field.name) &&
  !sameValue(cleaned(field, given[field.name]), state.value);

const cleaned = (field: CompiledField, value: unknown): FieldValue | undefined =>
  isEmptyValue(value) ? undefined : field.clean(value);

function fieldFaults(
  field: CompiledField,
  state: FieldState,
  given: GivenValues,
  context: FormContext,
  into: Fault[],
): void {
  if (isTouched(field, state, given)) into.push(fault(field, valueTexts.locked(field.label)));
  // What stays as it is kept was looked at when it was written.
  if (state.from === "kept" || state.from === "hidden") return;
  const message = valueFault(field, state.value, context, state) ?? state.stop;
  if (message !== undefined) into.push(fault(field, message));
  else if (field.type === "rows" && Array.isArray(state.value)) into.push(...rowFaults(field, state.value, context));
}

/**
 * `given` holds what changes: a key that is absent stays as it is kept (of a new record: as its default), '' or null or an empty list
 * empties it.
 */
export function checkRecord(form: CompiledForm, given: GivenValues, context: FormContext): CheckedRecord {
  const session = createSession(form, given, context);
  const state = session.state();
  const faults: Fault[] = [];
  const values: Record<string, FieldValue> = {};
  for (const field of form.fields) {
    const own = state.fields[field.at]!;
    fieldFaults(field, own, given, context, faults);
    const kept = own.from === "kept" ? own.value : cleaned(field, own.value);
    if (kept !== undefined) values[field.name] = kept;
  }
  for (const name of session.unknown)
    if (!sameValue(given[name], context.stored?.[name]))
      faults.push({ path: name, field: name, label: name, message: valueTexts.unknown(name) });
  for (const message of state.stops) faults.push({ path: "", field: "", label: "", message });
  return { values, faults, state };
}
