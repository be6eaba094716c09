/** What of a definition names something else of it: that must be there, and be fit for it. */
import { compileField } from "./compile.ts";
import { conditionGaps } from "./condition-gaps.ts";
import { attributeLabels, type AttributeName, type DefinitionFault } from "./faults.ts";
import type { FormDefinition, FormField } from "./definition.ts";
import { buildProgram } from "./program.ts";
import { type FormRule, type RuleAction, ruleActions } from "./rules.ts";
import { isEmptyValue } from "./values.ts";

/** Kinds that a formula or a rule can give a value. */
export const settable: ReadonlySet<string> = new Set([
  "input",
  "textarea",
  "radio",
  "select",
  "checkbox",
  "datepicker",
]);

function referenceFaults(field: FormField, { fields, ext }: FormDefinition): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  const tell = (attribute: AttributeName, message: string): unknown =>
    faults.push({
      field: field.name,
      attribute,
      message: `“${field.label}”的${attributeLabels[attribute]}：${message}`,
    });
  const sections = ext?.layout?.sections ?? [];
  if (field.ext?.section !== undefined && !sections.some(({ id }) => id === field.ext?.section))
    tell("section", `没有分组“${field.ext.section}”`);
  for (const filled of Object.keys(field.ext?.lookup?.fills ?? {}))
    if (!fields.some(({ name }) => name === filled)) tell("lookup", `回填的字段“${filled}”不存在`);
  if (!isEmptyValue(field.value)) {
    const message = compileField(field, 0).check(field.value, { now: 0 });
    if (message !== undefined) tell("value", message);
  }
  return faults;
}

function actionFault(action: RuleAction, target: FormField): string | undefined {
  switch (action.do) {
    case "set":
      if (!settable.has(target.type)) return `“${target.label}”不能赋值`;
      return target.ext?.formula === undefined && !target.workOrderUpgrade
        ? undefined
        : `“${target.label}”由系统计算，不能赋值`;
    case "options": {
      if (!["radio", "select", "checkbox"].includes(target.type)) return `“${target.label}”没有选项`;
      const own = target.ext?.options === undefined || target.ext.options.from === "items";
      const strange = action.values.find((value) => own && !target.items?.some((item) => item.label_value === value));
      return strange === undefined ? undefined : `“${target.label}”没有选项“${strange}”`;
    }
    default:
      return undefined;
  }
}

/** An action that would touch nothing. */
function actionGap(action: RuleAction): string | undefined {
  if ("fields" in action && action.fields.length === 0) return `请选择“${ruleActions[action.do]}”的字段`;
  if (action.do === "options" && action.values.length === 0) return "请选择限定的选项";
  return undefined;
}

function ruleFaults(rule: FormRule, at: number, { fields, ext }: FormDefinition): DefinitionFault[] {
  const called = `规则“${rule.name || rule.id}”`;
  const tell = (message: string): DefinitionFault => ({
    attribute: "rules",
    rule: rule.id,
    message: `${called}：${message}`,
  });
  const twice = (ext?.rules ?? []).findIndex(({ id }) => id === rule.id) !== at;
  return [
    ...(twice ? [tell("编号重复")] : []),
    ...conditionGaps(rule.when, (name) => fields.find((one) => one.name === name)?.label ?? name).map(tell),
    ...(rule.then.length === 0 ? [tell("请添加动作")] : []),
    ...rule.then.flatMap((action) => {
      const target = "field" in action ? fields.find(({ name }) => name === action.field) : undefined;
      const message = actionGap(action) ?? (target && actionFault(action, target));
      return message === undefined ? [] : [tell(message)];
    }),
  ];
}

/** Bad references, faulty expressions with the place of the fault, circles. */
export function referencesFaults(definition: FormDefinition): DefinitionFault[] {
  const faults = [
    ...definition.fields.flatMap((field) => referenceFaults(field, definition)),
    ...(definition.ext?.rules ?? []).flatMap((rule, at) => ruleFaults(rule, at, definition)),
  ];
  buildProgram(
    definition.fields.map((field, at) => compileField(field, at)),
    definition,
    (fault) => faults.push(fault),
  );
  return faults;
}
