/** What a trigger or a macro does, in sentences. Pure. */
import type { CompiledForm } from "../../forms/compiled-form.ts";
import { isEmptyValue } from "../../forms/values.ts";
import { valueInWords } from "../../forms/words.ts";
import { orderPriorities } from "../codes.ts";
import { warnHearers } from "../warns.ts";
import type { AutomationAction, ToldLine } from "./types.ts";

const named = (id: string, names: ReadonlyMap<string, string>): string => {
  const name = names.get(id);
  return name === undefined ? id : `${id} ${name}`;
};

function textOf(action: AutomationAction, form: CompiledForm, names: ReadonlyMap<string, string>): string {
  switch (action.do) {
    case "set": {
      const field = form.byName.get(action.field);
      const called = `“${field?.label ?? action.field}”`;
      if (isEmptyValue(action.value) || action.value === null) return `清空${called}`;
      return `设置${called}为“${field ? valueInWords(field, action.value) : String(action.value)}”`;
    }
    case "assign":
      return `指派给${named(action.to, names)}`;
    case "priority":
      return `优先级改为${orderPriorities[action.priority]}`;
    case "comment":
      return `添加备注：${action.text}`;
    case "urge":
      return action.text === "" ? "催办" : `催办：${action.text}`;
    case "remind": {
      const owner = form.formType === "workOrder" ? warnHearers.holders : "负责人";
      const whom = [
        ...action.whom.map((one) => (one === "holders" ? owner : warnHearers[one])),
        ...action.agentIds.map((id) => named(id, names)),
      ];
      return `提醒${whom.join("、")}：${action.text}`;
    }
    case "push":
      return "推送到接口";
  }
}

export const actionInWords = (
  action: AutomationAction,
  form: CompiledForm,
  names: ReadonlyMap<string, string> = new Map(),
): ToldLine => ({ text: textOf(action, form, names), fields: action.do === "set" ? [action.field] : [] });

/** Seats that actions name. */
export const seatsIn = (actions: readonly AutomationAction[]): readonly string[] => [
  ...new Set(actions.flatMap((one) => (one.do === "assign" ? [one.to] : one.do === "remind" ? [...one.agentIds] : []))),
];

/** What its sets write, as one save. */
export const setsIn = (
  actions: readonly AutomationAction[],
): Readonly<Record<string, string | readonly string[] | null>> =>
  Object.fromEntries(actions.flatMap((one) => (one.do === "set" ? [[one.field, one.value]] : [])));
