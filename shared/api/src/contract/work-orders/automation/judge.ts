/** Whether a trigger's condition holds of a record and its order, and each line of why. Pure. */
import { compileField } from "../../forms/compile.ts";
import type { CompiledField } from "../../forms/compiled-field.ts";
import type { CompiledForm } from "../../forms/compiled-form.ts";
import { conditionGaps } from "../../forms/condition-gaps.ts";
import { buildCondition } from "../../forms/conditions.ts";
import type { Scope } from "../../forms/expression/build.ts";
import { ExpressionError } from "../../forms/expression/tokens.ts";
import { operandOf } from "../../forms/operand-values.ts";
import type { Condition } from "../../forms/rules.ts";
import type { FieldValue, GivenValues } from "../../forms/values.ts";
import { propertiesOf, type Properties } from "./properties.ts";
import type { JudgedLine } from "./types.ts";

export interface Subject {
  readonly values: GivenValues;
  readonly properties: Properties;
}

export interface Judgement {
  readonly holds: boolean;
  readonly lines: readonly JudgedLine[];
}

export interface BuiltTrigger {
  judge(subject: Subject, now: number): Judgement;
}

/** Fields go before properties of the same label. */
function askable(form: CompiledForm): readonly CompiledField[] {
  const more = propertiesOf(form.formType).map((field, at) => compileField(field, form.fields.length + at));
  return [...form.fields, ...more];
}

function scopeOf(fields: readonly CompiledField[]): Scope["field"] {
  const byLabel = new Map(fields.toReversed().map((one) => [one.label, one]));
  const byName = new Map(fields.map((one) => [one.name, one]));
  return (name) => byName.get(name) ?? byLabel.get(name);
}

/** What it is made of, without the groups. */
function leavesOf(condition: Condition): readonly Condition[] {
  if ("all" in condition) return condition.all.flatMap(leavesOf);
  if ("any" in condition) return condition.any.flatMap(leavesOf);
  return "not" in condition ? leavesOf(condition.not) : [condition];
}

/** Throws ExpressionError for a field that is not there or an expression that is none. */
export function buildTrigger(form: CompiledForm, condition: Condition): BuiltTrigger {
  const fields = askable(form);
  const field = scopeOf(fields);
  const whole = buildCondition(condition, { field });
  const leaves = leavesOf(condition).map((leaf) => buildCondition(leaf, { field }));
  return {
    judge({ values, properties }, now) {
      const given = fields.map((one) => {
        const from = one.name.startsWith("$") ? properties : values;
        return operandOf(one, Object.hasOwn(from, one.name) ? (from[one.name] as FieldValue) : undefined);
      });
      const env = { values: given, context: { now } };
      return {
        holds: whole.holds(env),
        lines: leaves.map((leaf) => ({
          text: leaf.why(env).join(""),
          holds: leaf.holds(env),
          fields: [...leaf.reads].map((at) => fields[at]?.name ?? ""),
        })),
      };
    },
  };
}

/** Why a condition cannot be read, or what it lacks; none: it can, and asks something. */
export function triggerConditionFaults(form: CompiledForm, condition: Condition): readonly string[] {
  try {
    buildTrigger(form, condition);
    const labels = new Map(askable(form).map(({ name, label }) => [name, label]));
    return conditionGaps(condition, (name) => labels.get(name) ?? name);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [error.message];
  }
}
