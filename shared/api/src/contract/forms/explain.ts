/** Which rule did what and why: for whoever makes a form and tries it. */
import type { CompiledField } from "./compiled-field.ts";
import type { CompiledForm } from "./compiled-form.ts";
import type { FormContext } from "./context.ts";
import type { Expression } from "./expression/build.ts";
import { type RuleAction, ruleActions } from "./rules.ts";
import { createSession, type FormSession } from "./session.ts";
import type { GivenValues } from "./values.ts";
import { valueInWords } from "./words.ts";

export interface ExplainedRule {
  readonly id: string;
  readonly name: string;
  readonly holds: boolean;
  /** One sentence a condition. */
  readonly why: readonly string[];
  /** What it does now; of a rule that does not hold: nothing. */
  readonly did: readonly string[];
}
export interface ExplainedField {
  readonly field: string;
  readonly label: string;
  readonly sentence: string;
}
export interface Explanation {
  readonly rules: readonly ExplainedRule[];
  /** Fields whose value or place is not what was typed. */
  readonly fields: readonly ExplainedField[];
}

function actionInWords(form: CompiledForm, action: RuleAction, session: FormSession): string {
  const called = (name: string): string => `“${form.byName.get(name)?.label ?? name}”`;
  const what = ruleActions[action.do];
  switch (action.do) {
    case "set": {
      const field = form.byName.get(action.field);
      const state = field && session.fieldState(field.at);
      return `${what}：${called(action.field)}为“${field && state ? valueInWords(field, state.value) : ""}”，公式${action.value}`;
    }
    case "options": {
      const names = form.byName.get(action.field)?.optionNames;
      return `${what}：${called(action.field)}只能选${action.values.map((one) => names?.get(one) ?? one).join("、")}`;
    }
    case "warn":
      return `${what}：${action.text}${action.stop ? "（不能保存）" : ""}`;
    default:
      return `${what}：${action.fields.map(called).join("、")}`;
  }
}

/** What an expression was given. */
const operandsInWords = (form: CompiledForm, { reads }: Expression, session: FormSession): string =>
  [...reads]
    .map((at) => form.fields[at]!)
    .map((field) => `${field.label}是${valueInWords(field, session.fieldState(field.at).value) || "空"}`)
    .join("，");

function fieldSentence(form: CompiledForm, field: CompiledField, session: FormSession): string | undefined {
  const { from, value, locked } = session.fieldState(field.at);
  const own = form.program.fields[field.at]!;
  const words = valueInWords(field, value) || "空";
  switch (from) {
    case "hidden":
      return own.hides.some(session.holds) ? "被规则隐藏，值为空，不保存" : "没有规则显示它，值为空，不保存";
    case "rule": {
      const { rule } = own.sets.findLast((one) => session.holds(one.rule)) ?? {};
      return `由规则“${rule?.rule.name ?? ""}”赋值为${words}`;
    }
    case "formula":
      return own.formula
        ? `由公式${own.formula.source}算得${words}（${operandsInWords(form, own.formula, session)}）`
        : undefined;
    case "kept": {
      const rule = own.locks.find(session.holds);
      return locked ? `${rule ? `被规则“${rule.rule.name}”锁定` : "不能修改"}，保持为${words}` : undefined;
    }
    case "typed":
      return undefined;
  }
}

/** What the form makes of these values, in sentences. */
export function explainForm(form: CompiledForm, given: GivenValues, context: FormContext): Explanation {
  const session = createSession(form, given, context);
  const rules = form.program.rules.map((built): ExplainedRule => {
    const holds = session.holds(built);
    return {
      id: built.rule.id,
      name: built.rule.name,
      holds,
      why: built.why(session.environment),
      did: holds ? built.rule.then.map((action) => actionInWords(form, action, session)) : [],
    };
  });
  const fields = form.fields.flatMap((field): ExplainedField[] => {
    const sentence = fieldSentence(form, field, session);
    return sentence === undefined ? [] : [{ field: field.name, label: field.label, sentence }];
  });
  return { rules, fields };
}
