/** What is wrong with a record, and what is kept of it: the one answer of pages, server and imports. */
import type { FormContext } from "./context.ts";
import type { CompiledForm } from "./compiled-form.ts";
import type { CompiledField, Fault } from "./compiled-field.ts";
import { createSession, type FormSession } from "./session.ts";
import type { FieldState } from "./state.ts";
import { valueTexts } from "./texts.ts";
import { type FieldValue, type FormValues, type GivenValues, isEmptyValue, isRecord, sameValue } from "./values.ts";

export interface CheckedRecord {
  readonly faults: readonly Fault[];
  /** What is kept, made when it is asked for: without faults alone. */
  readonly values: FormValues;
  readonly session: FormSession;
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
      const cell = Object.hasOwn(cells, column.name) ? cells[column.name] : undefined;
      const message = valueFault(column, cell, context, column.require && !column.computed);
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
  required: boolean,
  options?: FieldState["options"],
): string | undefined {
  if (isEmptyValue(value)) return required && context.draft !== true ? field.emptyText : undefined;
  const message = field.check(value, context);
  if (message !== undefined || options === undefined) return message;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
  return chosen.every((one) => options.has(String(one))) ? undefined : valueTexts.choice(field.label);
}

const cleaned = (field: CompiledField, value: unknown): FieldValue | undefined =>
  isEmptyValue(value) ? undefined : field.clean(value);

class RecordCheck implements CheckedRecord {
  readonly faults: Fault[] = [];
  readonly session: FormSession;
  private readonly form: CompiledForm;
  private readonly given: GivenValues;
  private readonly context: FormContext;
  private kept: FormValues | undefined;

  constructor(form: CompiledForm, given: GivenValues, context: FormContext) {
    this.form = form;
    this.given = given;
    this.context = context;
    this.session = createSession(form, given, context);
    for (const field of form.fields)
      if (form.program.isLone[field.at]) this.lookAtLone(field);
      else this.lookAtRuled(field);
    for (const name of this.session.unknown)
      if (!sameValue(given[name], context.stored?.[name]))
        this.faults.push({ path: name, field: name, label: name, message: valueTexts.unknown(name) });
    for (const message of form.program.warnings.length > 0 ? this.session.state().stops : [])
      this.faults.push({ path: "", field: "", label: "", message });
  }

  get values(): FormValues {
    if (this.kept) return this.kept;
    const values: Record<string, FieldValue> = {};
    for (const field of this.form.fields) {
      const kept = this.keptOf(field);
      if (kept !== undefined) values[field.name] = kept;
    }
    this.kept = values;
    return values;
  }

  private keptOf(field: CompiledField): FieldValue | undefined {
    if (!this.form.program.isLone[field.at]) {
      const { from, value } = this.session.fieldState(field.at);
      return from === "kept" ? value : cleaned(field, value);
    }
    const { locked } = this.session.needs[field.at]!;
    const value = this.session.inputOf(field, locked);
    return locked ? keptValue(value) : cleaned(field, value);
  }

  /** What was sent of a field that nobody may type, and is not what it is: refused by name, never dropped without a word. */
  private refuseOther(field: CompiledField, value: FieldValue | undefined): void {
    const { given } = this;
    if (Object.hasOwn(given, field.name) && !sameValue(cleaned(field, given[field.name]), value))
      this.faults.push(fault(field, valueTexts.locked(field.label)));
  }

  private isGood(field: CompiledField, value: unknown, required: boolean, options: FieldState["options"]): boolean {
    const message = valueFault(field, value, this.context, required, options);
    if (message !== undefined) this.faults.push(fault(field, message));
    else if (field.type === "rows" && Array.isArray(value)) this.faults.push(...rowFaults(field, value, this.context));
    return message === undefined;
  }

  /** A field that no rule has a say in. What stays as it is kept was looked at when it was written. */
  private lookAtLone(field: CompiledField): void {
    const { visible, required, locked } = this.session.needs[field.at]!;
    const value = this.session.inputOf(field, locked);
    if (locked) this.refuseOther(field, keptValue(value));
    else this.isGood(field, value, required && visible, undefined);
  }

  private lookAtRuled(field: CompiledField): void {
    const { from, value, required, options, stop } = this.session.fieldState(field.at);
    if (from === "hidden") return;
    if (from === "kept") this.refuseOther(field, value);
    else if (this.isGood(field, value, required, options) && stop !== undefined) this.faults.push(fault(field, stop));
  }
}

const keptValue = (value: unknown): FieldValue | undefined => (isEmptyValue(value) ? undefined : (value as FieldValue));

/**
 * `given` holds what changes: a key that is absent stays as it is kept (of a new record: as its default), '' or null or an empty list
 * empties it.
 */
export const checkRecord = (form: CompiledForm, given: GivenValues, context: FormContext): CheckedRecord =>
  new RecordCheck(form, given, context);
