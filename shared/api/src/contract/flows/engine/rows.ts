/** A row of a condition: variable, operator, value. */
import "../../locale.ts";
import { object, string, type InferType } from "yup";
import type { Meter } from "./meter.ts";
import type { Values } from "./session.ts";
import { fill, own, textOf } from "./values.ts";

export const operators = [
  "eq",
  "ne",
  "gt",
  "ge",
  "lt",
  "le",
  "contains",
  "notContains",
  "startsWith",
  "endsWith",
  "in",
  "empty",
  "notEmpty",
  "matches",
] as const;
export type Operator = (typeof operators)[number];
export const operatorWords: Readonly<Record<Operator, string>> = {
  eq: "等于",
  ne: "不等于",
  gt: "大于",
  ge: "大于等于",
  lt: "小于",
  le: "小于等于",
  contains: "包含",
  notContains: "不包含",
  startsWith: "开头是",
  endsWith: "结尾是",
  in: "是其中之一",
  empty: "为空",
  notEmpty: "不为空",
  matches: "符合正则",
};

export const rowSchema = object({
  variable: string().label("变量").required("请选择变量").max(60),
  operator: string<Operator>().label("关系").oneOf(operators).default("eq"),
  value: string().label("值").max(500).default(""),
});
export type Row = InferType<typeof rowSchema>;

/** As numbers where both are, else as texts. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  const [x, y] = [Number(a), Number(b)];
  if (a.trim() !== "" && b.trim() !== "" && !Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}

export function holds({ variable, operator, value }: Row, vars: Values, tools: Meter): boolean {
  const held = own(vars, variable);
  const left = textOf(held);
  const right = fill(value, vars);
  tools.read(left.length + right.length);
  switch (operator) {
    case "eq":
      return compare(left, right) === 0;
    case "ne":
      return compare(left, right) !== 0;
    case "gt":
      return compare(left, right) > 0;
    case "ge":
      return compare(left, right) >= 0;
    case "lt":
      return compare(left, right) < 0;
    case "le":
      return compare(left, right) <= 0;
    case "contains":
      return Array.isArray(held) ? held.includes(right) : left.includes(right);
    case "notContains":
      return Array.isArray(held) ? !held.includes(right) : !left.includes(right);
    case "startsWith":
      return left.startsWith(right);
    case "endsWith":
      return left.endsWith(right);
    case "in":
      return right
        .split(/[,，、]/)
        .map((item) => item.trim())
        .includes(left);
    case "empty":
      return left === "";
    case "notEmpty":
      return left !== "";
    case "matches":
      return tools.matches(value, left);
  }
}
