/**
 * A form while it is filled: rules and formulas are worked out once, then after a change for those alone whom it concerns. The whole of it
 * (formState) is a session that nobody changes, so both say the same.
 */
import type { FormContext } from "./context.ts";
import type { CompiledForm } from "./compiled-form.ts";
import type { CompiledField } from "./compiled-field.ts";
import { numberText, roundTo } from "./decimal.ts";
import type { Expression } from "./expression/build.ts";
import type { Environment } from "./expression/environment.ts";
import { isEmptyOperand, isRows, type Operand } from "./expression/operands.ts";
import { operandOf, sameOperand, valueOfOperand } from "./operand-values.ts";
import type { BuiltRule, FieldProgram, Limiting, Warning } from "./program.ts";
import { type FieldState, type FormState, nothingSaid, type PlainNeed, plainNeed } from "./state.ts";
import { type CellValue, type FieldValue, type GivenValues, isEmptyValue, isRecord, type RowValue } from "./values.ts";

export interface FormSession {
  /** A field's state is another object when something of it is another, and the same object otherwise. */
  state(): FormState;
  fieldState(at: number): FieldState;
  /** Before rules: what was typed, else what is kept or what new records begin with. */
  inputOf(field: CompiledField, locked: boolean): unknown;
  /** Before rules too. */
  readonly needs: readonly PlainNeed[];
  /** Something was typed. Answers the places of fields that are not what they were. */
  change(name: string, value: unknown): readonly number[];
  /** Keys that were given and are none of the form. */
  readonly unknown: readonly string[];
  readonly environment: Environment;
  readonly holds: (rule: BuiltRule) => boolean;
}

interface Decided {
  readonly from: FieldState["from"];
  readonly locked: boolean;
  readonly value: FieldValue | undefined;
  readonly operand: Operand;
}

const hiddenValue: Decided = { from: "hidden", locked: true, value: undefined, operand: null };

/** A number that is counted of nothing but empty fields is empty, not 0. */
const isBare = ({ reads, type }: Expression, values: readonly Operand[]): boolean => {
  if (type !== "number" || reads.size === 0) return false;
  for (const at of reads) if (!isEmptyOperand(values[at] ?? null)) return false;
  return true;
};

function counted(field: CompiledField, expression: Expression, env: Environment, from: "formula" | "rule"): Decided {
  if (isBare(expression, env.values)) return { from, locked: true, value: undefined, operand: null };
  const result = expression.run(env);
  if (field.isNumber && typeof result === "number") {
    if (!Number.isFinite(result)) return { from, locked: true, value: undefined, operand: null };
    const number = field.precision === undefined ? result : roundTo(result, field.precision);
    return { from, locked: true, value: numberText(number, field.precision), operand: number };
  }
  const value = valueOfOperand(field, result);
  return { from, locked: true, value, operand: operandOf(field, value) };
}

/** Rows with the columns that are counted. */
function withColumns(
  field: CompiledField,
  program: FieldProgram,
  value: FieldValue | undefined,
  env: Environment,
): Decided["value"] {
  if (program.columns.length === 0 || !Array.isArray(value)) return value;
  const operand = operandOf(field, value);
  if (operand === null || typeof operand !== "object" || !isRows(operand)) return value;
  const rows: readonly unknown[] = value;
  return rows.map((given, at): RowValue => {
    const cells: Operand[] = [...operand.rows[at]!];
    const row: Record<string, CellValue> = isRecord(given) ? ({ ...given } as Record<string, CellValue>) : {};
    for (const { at: place, formula } of program.columns) {
      const column = field.columns[place]!;
      const result = valueOfOperand(column, formula.run({ ...env, row: cells }));
      cells[place] = operandOf(column, result);
      if (result === undefined) delete row[column.name];
      else row[column.name] = result as CellValue;
    }
    return row;
  });
}

const said = (list: readonly Warning[], holds: (rule: BuiltRule) => boolean): readonly string[] => {
  if (list.length === 0) return nothingSaid;
  const texts = list.filter(({ rule }) => holds(rule)).map(({ text }) => text);
  return texts.length === 0 ? nothingSaid : texts;
};
const stopping = (list: readonly Warning[]): readonly Warning[] =>
  list.length === 0 ? list : list.filter(({ stop }) => stop);

/** Values of options that every one of them leaves. */
const common = (limits: readonly Limiting[]): ReadonlySet<string> | undefined =>
  limits.length === 0
    ? undefined
    : new Set([...limits[0]!.values].filter((one) => limits.every(({ values }) => values.has(one))));

const absent = Symbol("absent");

class Session implements FormSession {
  readonly environment: Environment;
  /** By the field's place; `absent`: nothing was said of it. */
  private readonly typed: unknown[];
  readonly unknown: readonly string[];

  readonly needs: readonly PlainNeed[];
  private readonly values: Operand[];
  private readonly decided: Decided[];
  /** Of rules: what they said last, and whether they must be asked again. */
  private readonly truths: boolean[];
  private readonly stale: Uint8Array;
  /** Of fields: the value must be worked out again; the state must. */
  private readonly dirty: Uint8Array;
  private readonly touched: Uint8Array;
  private readonly states: (FieldState | undefined)[];
  private whole: FormState | undefined;
  private readonly form: CompiledForm;

  constructor(form: CompiledForm, given: GivenValues, context: FormContext) {
    const { fields, program } = form;
    this.form = form;
    this.typed = new Array<unknown>(fields.length).fill(absent);
    this.unknown = this.take(given);
    this.needs = context.otherRender || context.importing ? fields.map((one) => plainNeed(one, context)) : form.needs;
    this.values = new Array<Operand>(fields.length).fill(null);
    this.environment = { values: this.values, context };
    this.decided = new Array<Decided>(fields.length).fill(hiddenValue);
    this.truths = new Array<boolean>(program.rules.length).fill(false);
    this.stale = new Uint8Array(program.rules.length).fill(1);
    this.dirty = program.awake.slice();
    this.touched = this.dirty.slice();
    this.states = new Array<FieldState | undefined>(fields.length).fill(undefined);
    this.settle(0);
    this.draw();
  }

  state(): FormState {
    if (this.whole) return this.whole;
    const { warnings } = this.form.program;
    this.whole = {
      fields: this.states.map((one, at) => one ?? this.fieldState(at)),
      warnings: said(warnings, this.holds),
      stops: said(stopping(warnings), this.holds),
    };
    return this.whole;
  }

  fieldState(at: number): FieldState {
    let state = this.states[at];
    if (state) return state;
    this.decided[at] = this.decide(this.form.fields[at]!);
    state = this.stateOf(at);
    this.states[at] = state;
    return state;
  }

  /** What was typed into a field, else what is kept of it, else what it begins with. */
  inputOf(field: CompiledField, locked: boolean): unknown {
    const typed = this.typed[field.at];
    return locked || typed === absent ? this.initial(field) : typed;
  }

  change(name: string, value: unknown): readonly number[] {
    const field = this.form.byName.get(name);
    if (!field) return [];
    this.typed[field.at] = value;
    this.dirty[field.at] = 1;
    this.settle(this.form.program.rank[field.at]!);
    return this.draw();
  }

  readonly holds = (rule: BuiltRule): boolean => {
    if (this.stale[rule.at] === 1) {
      this.stale[rule.at] = 0;
      this.truths[rule.at] = rule.holds(this.environment);
    }
    return this.truths[rule.at]!;
  };

  private take(given: GivenValues): readonly string[] {
    const unknown: string[] = [];
    for (const name of Object.keys(given)) {
      const field = this.form.byName.get(name);
      if (field) this.typed[field.at] = given[name];
      else unknown.push(name);
    }
    return unknown;
  }

  /** What is kept; of a new record what it begins with. */
  private initial(field: CompiledField): FieldValue | undefined {
    const { stored } = this.environment.context;
    if (stored) return Object.hasOwn(stored, field.name) ? stored[field.name] : undefined;
    const expression = this.form.program.fields[field.at]!.initial;
    return expression ? valueOfOperand(field, expression.run(this.environment)) : field.field.value;
  }

  /** Whatever was typed: a check looks at it, formulas take what is no value of the field for empty. */
  private input(field: CompiledField, locked: boolean, own: FieldProgram): Decided {
    const raw = this.inputOf(field, locked);
    const value = isEmptyValue(raw) ? undefined : withColumns(field, own, raw as FieldValue, this.environment);
    const operand = this.form.program.isRead[field.at] ? operandOf(field, value) : null;
    return { from: locked ? "kept" : "typed", locked, value, operand };
  }

  private decide(field: CompiledField): Decided {
    const own = this.form.program.fields[field.at]!;
    const { holds, environment } = this;
    if (own.hides.some(holds) || (own.shows.length > 0 && !own.shows.some(holds))) return hiddenValue;
    const setting = own.sets.findLast(({ rule }) => holds(rule));
    if (setting) return counted(field, setting.value, environment, "rule");
    if (own.formula) return counted(field, own.formula, environment, "formula");
    return this.input(field, this.needs[field.at]!.locked || own.locks.some(holds), own);
  }

  /** Whoever reads this field is looked at again. */
  private spread(at: number): void {
    const { dependents, readers, beside } = this.form.program;
    for (const one of dependents[at]!) this.dirty[one] = 1;
    for (const rule of readers[at]!) {
      this.stale[rule] = 1;
      for (const one of beside[rule]!) this.touched[one] = 1;
    }
  }

  /** Values of the dirty ones in order, from a place on. */
  private settle(from: number): void {
    const { order } = this.form.program;
    for (let place = from; place < order.length; place++) {
      const at = order[place]!;
      if (this.dirty[at] === 0) continue;
      this.dirty[at] = 0;
      const before = this.decided[at]!;
      const now = this.decide(this.form.fields[at]!);
      if (!sameOperand(before.operand, now.operand)) {
        this.values[at] = now.operand;
        this.spread(at);
      } else if (now.from === before.from && now.from !== "typed") continue;
      this.decided[at] = now;
      this.touched[at] = 1;
    }
  }

  private stateOf(at: number): FieldState {
    const { from, locked, value } = this.decided[at]!;
    const own = this.form.program.fields[at]!;
    const need = this.needs[at]!;
    const visible = need.visible && from !== "hidden";
    return {
      visible,
      required: visible && !locked && (need.required || (!need.settled && own.requires.some(this.holds))),
      locked,
      value,
      from,
      options: own.limits.length === 0 ? undefined : common(own.limits.filter(({ rule }) => this.holds(rule))),
      warnings: visible ? said(own.warnings, this.holds) : nothingSaid,
      stop: visible ? said(stopping(own.warnings), this.holds)[0] : undefined,
    };
  }

  /** States of the touched ones: places of those that are not what they were. */
  private draw(): readonly number[] {
    const changed: number[] = [];
    for (let at = 0; at < this.touched.length; at++) {
      if (this.touched[at] === 0) continue;
      this.touched[at] = 0;
      const before = this.states[at];
      const now = this.stateOf(at);
      if (before && sameState(before, now)) continue;
      this.states[at] = now;
      changed.push(at);
    }
    this.whole = undefined;
    return changed;
  }
}

export const createSession = (form: CompiledForm, given: GivenValues, context: FormContext): FormSession =>
  new Session(form, given, context);

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((one, at) => one === b[at]));
const sameOptions = (a: FieldState["options"], b: FieldState["options"]): boolean =>
  a === b || (a !== undefined && b !== undefined && a.size === b.size && [...a].every((one) => b.has(one)));
const sameState = (a: FieldState, b: FieldState): boolean =>
  a.value === b.value &&
  a.visible === b.visible &&
  a.required === b.required &&
  a.locked === b.locked &&
  a.from === b.from &&
  a.stop === b.stop &&
  sameOptions(a.options, b.options) &&
  sameTexts(a.warnings, b.warnings);

export const formState = (form: CompiledForm, given: GivenValues, context: FormContext): FormState =>
  createSession(form, given, context).state();
