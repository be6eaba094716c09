/** Rules of a form as data: when a condition holds, they do something to fields. */

export const conditionOps = {
  eq: "等于",
  ne: "不等于",
  gt: "大于",
  gte: "大于等于",
  lt: "小于",
  lte: "小于等于",
  in: "是其中之一",
  notIn: "不是其中之一",
  contains: "包含",
  notContains: "不包含",
  startsWith: "开头是",
  empty: "为空",
  notEmpty: "不为空",
} as const;
export type ConditionOp = keyof typeof conditionOps;

/** A leaf asks one field, or an expression. No conditions in `all`: it holds; in `any`: it does not. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | {
      readonly field: string;
      readonly op: ConditionOp;
      readonly value?: string | number | boolean | readonly (string | number)[];
    }
  | { readonly expression: string };

/**
 * show: stands there only while one of its rules holds; hide: does not while one holds. Hidden is empty: not required, not stored.
 * set: the value is this, whatever was typed. options: no others can be chosen. warn: said beside the field (without one: above the form);
 * with `stop` nothing is saved.
 */
export type RuleAction =
  | { readonly do: "show" | "hide" | "require" | "lock"; readonly fields: readonly string[] }
  | { readonly do: "set"; readonly field: string; readonly value: string }
  | { readonly do: "options"; readonly field: string; readonly values: readonly string[] }
  | { readonly do: "warn"; readonly text: string; readonly field?: string; readonly stop?: boolean };

export const ruleActions = {
  show: "显示",
  hide: "隐藏",
  require: "必填",
  lock: "锁定",
  set: "赋值",
  options: "限定选项",
  warn: "提示",
} as const;
export type RuleActionName = keyof typeof ruleActions;

export interface FormRule {
  readonly id: string;
  readonly name: string;
  readonly when: Condition;
  readonly then: readonly RuleAction[];
}
