/** Rules as they come in. */
import { formLimits } from "./definition.ts";
import { list, oneOf, parts, type Reader, type Say, text } from "./reader.ts";
import {
  type Condition,
  type ConditionOp,
  conditionOps,
  type FormRule,
  type RuleAction,
  ruleActions,
} from "./rules.ts";
import { isRecord } from "./values.ts";

/** How deep conditions stand in each other, and how many there are of a rule. */
const deepest = 8;
const mostConditions = 100;

const key = text(formLimits.name, 1);
const operand: Reader<string | number | boolean | readonly (string | number)[]> = (value, say) => {
  const plain = (one: unknown): one is string | number =>
    typeof one === "number" ? Number.isFinite(one) : typeof one === "string" && one.length <= formLimits.textarea;
  if (plain(value) || typeof value === "boolean") return value;
  if (Array.isArray(value) && value.length <= formLimits.options && value.every(plain)) return value;
  say("条件的值格式有误");
  return undefined;
};

const leaf = parts<Extract<Condition, { field: string }>>(
  { field: key, op: oneOf<ConditionOp>(Object.keys(conditionOps) as ConditionOp[]), value: operand },
  ["field", "op"],
  (name) => ({ field: "条件的字段", op: "条件的比较方式", value: "" })[name] ?? name,
);

function readCondition(value: unknown, say: Say, depth: number, left: { count: number }): Condition | undefined {
  if (!isRecord(value) || depth > deepest || --left.count < 0) {
    say(isRecord(value) ? "条件过于复杂" : "条件格式有误");
    return undefined;
  }
  const many = (list: unknown): readonly Condition[] | undefined => {
    if (!Array.isArray(list)) {
      say("条件格式有误");
      return undefined;
    }
    const read = list.slice(0, mostConditions + 1).map((one) => readCondition(one, say, depth + 1, left));
    return read.every((one) => one !== undefined) ? read : undefined;
  };
  if ("all" in value) {
    const all = many(value.all);
    return all && { all };
  }
  if ("any" in value) {
    const any = many(value.any);
    return any && { any };
  }
  if ("not" in value) {
    const not = readCondition(value.not, say, depth + 1, left);
    return not && { not };
  }
  if ("expression" in value) {
    const expression = text(formLimits.expression, 1)(value.expression, (message) => say(`条件的公式${message}`));
    return expression === undefined ? undefined : { expression };
  }
  return leaf(value, say);
}

const targets = list(key, formLimits.fields);
const readAction: Reader<RuleAction> = (value, say) => {
  const what = isRecord(value) ? value.do : undefined;
  switch (what) {
    case "show":
    case "hide":
    case "require":
    case "lock": {
      const read = parts<{ fields: readonly string[] }>(
        { fields: targets },
        ["fields"],
        () => "动作的字段",
      )(value, say);
      return read && { do: what, ...read };
    }
    case "set": {
      const read = parts<{ field: string; value: string }>(
        { field: key, value: text(formLimits.expression, 1) },
        ["field", "value"],
        (name) => (name === "field" ? "赋值的字段" : "赋值的公式"),
      )(value, say);
      return read && { do: what, ...read };
    }
    case "options": {
      const read = parts<{ field: string; values: readonly string[] }>(
        { field: key, values: list(text(60), formLimits.options) },
        ["field", "values"],
        () => "限定选项",
      )(value, say);
      return read && { do: what, ...read };
    }
    case "warn": {
      const read = parts<{ text: string; field?: string; stop?: boolean }>(
        {
          text: text(200, 1),
          field: key,
          stop: (one, sayStop) => {
            if (typeof one !== "boolean") sayStop("应为是或否");
            return typeof one === "boolean" ? one : undefined;
          },
        },
        ["text"],
        (name) => (name === "text" ? "提示文字" : "提示"),
      )(value, say);
      return read && { do: what, ...read };
    }
    default:
      say(`动作只能是以下值之一：${Object.keys(ruleActions).join("、")}`);
      return undefined;
  }
};

const rule = (called: string): Reader<FormRule> =>
  parts<FormRule>(
    {
      id: text(64, 1),
      name: text(60),
      when: (value, say) => readOneCondition(value, say),
      then: list(readAction, 50),
    },
    ["id", "name", "when", "then"],
    (name) =>
      ({ id: `${called}的编号`, name: `${called}的名称`, when: `${called}的`, then: `${called}的动作` })[name] ?? name,
  );

export const readRule: Reader<FormRule> = (value, say) =>
  rule(isRecord(value) && typeof value.name === "string" && value.name !== "" ? `规则“${value.name}”` : "规则")(
    value,
    say,
  );

/** One condition by itself: of a flow's edge. */
export const readOneCondition: Reader<Condition> = (value, say) =>
  readCondition(value, say, 0, { count: mostConditions });
