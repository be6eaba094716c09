/** What is wrong with a trigger or a macro of this form, before it is kept: said with its action. Pure. */
import type { CompiledField } from "../../forms/compiled-field.ts";
import type { CompiledForm } from "../../forms/compiled-form.ts";
import { settable } from "../../forms/validate-references.ts";
import { isEmptyValue } from "../../forms/values.ts";
import { orderEvents } from "../codes.ts";
import { triggerConditionFaults } from "./judge.ts";
import { automationDoes, eventText, type AutomationAction, type TriggerCondition, type TriggerWhen } from "./types.ts";

/** Can a trigger or a macro write it. */
export const isSettable = ({ type, computed, locked, hidden, name }: CompiledField): boolean =>
  settable.has(type) && !computed && !locked && !hidden && name !== "workCode";

function setFault(form: CompiledForm, { field: name, value }: Extract<AutomationAction, { do: "set" }>) {
  const field = form.byName.get(name);
  if (!field) return `表单没有字段“${name}”`;
  if (!isSettable(field)) return `“${field.label}”不能设置`;
  if (isEmptyValue(value)) return field.require ? `“${field.label}”为必填项，不能清空` : undefined;
  return field.check(value, { now: 0 });
}

const ofOrders: readonly string[] = ["assign", "priority", "comment", "urge"];

function actionFault(form: CompiledForm, action: AutomationAction): string | undefined {
  if (form.formType !== "workOrder" && ofOrders.includes(action.do)) return `只有工单可以${automationDoes[action.do]}`;
  if (action.do === "set") return setFault(form, action);
  if (action.do === "remind" && form.formType !== "workOrder" && action.whom.some((one) => one !== "holders"))
    return "客户数据只能提醒负责人和指定的坐席";
  return undefined;
}

export function actionFaults(form: CompiledForm, actions: readonly AutomationAction[]): readonly string[] {
  const twice = actions.filter(
    (one, at) =>
      one.do === "set" && actions.findIndex((other) => other.do === "set" && other.field === one.field) !== at,
  );
  return [
    ...actions.flatMap((action, at) => {
      const text = actionFault(form, action);
      return text === undefined ? [] : [`第${at + 1}个动作：${text}`];
    }),
    ...(twice.length > 0 ? ["同一个字段只能设置一次"] : []),
  ];
}

function whenFaults(form: CompiledForm, when: TriggerWhen): readonly string[] {
  const order = form.formType === "workOrder";
  if (when.on === "timed") return order ? [] : ["只有工单可以按状态停留时间触发"];
  const strange = order ? [] : when.events.filter((event) => Object.hasOwn(orderEvents, event));
  return [
    ...strange.map((event) => `只有工单有“${eventText(event)}”的时机`),
    ...(when.fields ?? []).filter((name) => !form.byName.has(name)).map((name) => `表单没有字段“${name}”`),
  ];
}

export const triggerFaults = (
  form: CompiledForm,
  {
    when,
    condition,
    actions,
  }: {
    readonly when: TriggerWhen;
    readonly condition: TriggerCondition;
    readonly actions: readonly AutomationAction[];
  },
): readonly string[] => [
  ...whenFaults(form, when),
  ...triggerConditionFaults(form, condition),
  ...actionFaults(form, actions),
];
