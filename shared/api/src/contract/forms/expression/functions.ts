/** The functions there are, and there are no others. Each is small, ends, and reaches nothing but its arguments and the context. */
import { formatTime, minuteMs, dayMs } from "../../time.ts";
import { formLimits } from "../definition.ts";
import { numberText, roundTo } from "../decimal.ts";
import {
  addMonths,
  addTime,
  daysBetween,
  minutesBetween,
  partOfDate,
  today,
  weekdayOfDate,
  yearsBetween,
} from "./dates.ts";
import type { Environment, OperandType } from "./environment.ts";
import { add, equals, isEmptyOperand, isList, isRows, numberOf, type Operand, textOfOperand } from "./operands.ts";

export interface ExpressionFunction {
  /** How the designer shows it. */
  readonly chinese: string;
  readonly hint: string;
  readonly least: number;
  readonly most: number;
  readonly gives: OperandType;
  readonly run: (args: readonly Operand[], env: Environment) => Operand;
}

const many = 50;
/** Texts do not grow beyond what a field keeps. */
const bounded = (text: string): string => text.slice(0, formLimits.textarea);
const text = (value: Operand | undefined): string => textOfOperand(value ?? null);
const number = (value: Operand | undefined): number => numberOf(value ?? null);
const digitsOf = (value: Operand | undefined): number =>
  Math.min(formLimits.precision, Math.max(0, Math.trunc(number(value)) || 0));
const count = (value: Operand | undefined, otherwise: number): number => {
  const given = number(value);
  return Number.isNaN(given) ? otherwise : Math.max(0, Math.trunc(given));
};

/** The numbers of arguments, columns of rows spread out; empty ones do not count. */
function numbersOf(args: readonly Operand[]): readonly number[] {
  const cells = args.flatMap((one): readonly Operand[] =>
    one !== null && typeof one === "object" ? (isRows(one) ? one.rows.flat() : one) : [one],
  );
  return cells.map(numberOf).filter((one) => !Number.isNaN(one));
}
const overNumbers =
  (pick: (numbers: readonly number[]) => number) =>
  (args: readonly Operand[]): Operand => {
    const numbers = numbersOf(args);
    return numbers.length === 0 ? NaN : pick(numbers);
  };
const sum = (numbers: readonly number[]): number => numbers.reduce(add, 0);

const define = (
  chinese: string,
  hint: string,
  [least, most]: readonly [least: number, most: number],
  gives: OperandType,
  run: ExpressionFunction["run"],
): ExpressionFunction => ({ chinese, hint, least, most, gives, run });

const counting = {
  sum: define("求和", "求和(明细.金额)", [1, many], "number", overNumbers(sum)),
  average: define(
    "平均",
    "平均(明细.单价)",
    [1, many],
    "number",
    overNumbers((all) => sum(all) / all.length),
  ),
  min: define(
    "最小值",
    "最小值(a, b)",
    [1, many],
    "number",
    overNumbers((all) => Math.min(...all)),
  ),
  max: define(
    "最大值",
    "最大值(a, b)",
    [1, many],
    "number",
    overNumbers((all) => Math.max(...all)),
  ),
  count: define("计数", "计数(明细)", [1, 1], "number", ([value = null]) => {
    if (value === null || typeof value !== "object") return isEmptyOperand(value) ? 0 : 1;
    if (!isRows(value)) return value.length;
    return value.rows.filter((row) => row.some((cell) => !isEmptyOperand(cell))).length;
  }),
  round: define("四舍五入", "四舍五入(数字, 小数位数)", [1, 2], "number", ([value, digits]) =>
    roundTo(number(value), digitsOf(digits)),
  ),
  floor: define("向下取整", "向下取整(数字)", [1, 1], "number", ([value]) => Math.floor(number(value))),
  ceil: define("向上取整", "向上取整(数字)", [1, 1], "number", ([value]) => Math.ceil(number(value))),
  abs: define("绝对值", "绝对值(数字)", [1, 1], "number", ([value]) => Math.abs(number(value))),
  number: define("转数字", "转数字(文字)", [1, 1], "number", ([value]) => number(value)),
} as const;

const texts = {
  text: define("转文字", "转文字(数字, 小数位数)", [1, 2], "text", ([value, digits]) =>
    digits === undefined || Number.isNaN(number(value)) ? text(value) : numberText(number(value), digitsOf(digits)),
  ),
  concat: define("连接", "连接(a, b)", [1, many], "text", (args) => bounded(args.map(text).join(""))),
  length: define("字数", "字数(文字)", [1, 1], "number", ([value]) => [...text(value)].length),
  left: define("左边", "左边(文字, 个数)", [2, 2], "text", ([value, size]) =>
    [...text(value)].slice(0, count(size, 0)).join(""),
  ),
  right: define("右边", "右边(文字, 个数)", [2, 2], "text", ([value, size]) => {
    const all = [...text(value)];
    return all.slice(Math.max(0, all.length - count(size, 0))).join("");
  }),
  middle: define("截取", "截取(文字, 从第几个, 个数)", [2, 3], "text", ([value, from, size]) => {
    const start = Math.max(0, count(from, 1) - 1);
    return [...text(value)].slice(start, start + count(size, formLimits.textarea)).join("");
  }),
  upper: define("大写", "大写(文字)", [1, 1], "text", ([value]) => text(value).toUpperCase()),
  lower: define("小写", "小写(文字)", [1, 1], "text", ([value]) => text(value).toLowerCase()),
  replace: define("替换", "替换(文字, 旧, 新)", [3, 3], "text", ([value, old, by]) =>
    text(old) === "" ? text(value) : bounded(text(value).split(text(old)).join(text(by))),
  ),
  contains: define("包含", "包含(文字, 部分)", [2, 2], "boolean", ([value, part]) => text(value).includes(text(part))),
  startsWith: define("开头是", "开头是(文字, 部分)", [2, 2], "boolean", ([value, part]) =>
    text(value).startsWith(text(part)),
  ),
} as const;

const logic = {
  empty: define("为空", "为空(字段)", [1, 1], "boolean", ([value = null]) => isEmptyOperand(value)),
  notEmpty: define("不为空", "不为空(字段)", [1, 1], "boolean", ([value = null]) => !isEmptyOperand(value)),
  has: define("选中", "选中(多选字段, 选项值)", [2, 2], "boolean", ([value = null, one = null]) =>
    value !== null && typeof value === "object" && isList(value) ? value.includes(text(one)) : equals(value, one),
  ),
  first: define(
    "首个非空",
    "首个非空(a, b)",
    [1, many],
    "any",
    (args) => args.find((one) => !isEmptyOperand(one)) ?? null,
  ),
} as const;

const dates = {
  today: define("今天", "今天()", [0, 0], "text", (_, { context }) => today(context.now)),
  now: define("现在", "现在()", [0, 0], "text", (_, { context }) => formatTime(context.now)),
  addDays: define("加天数", "加天数(日期, 天数)", [2, 2], "text", ([date = null, days]) =>
    addTime(date, Math.trunc(number(days)) * dayMs),
  ),
  addMonths: define("加月数", "加月数(日期, 月数)", [2, 2], "text", ([date = null, months]) =>
    addMonths(date, Math.trunc(number(months))),
  ),
  addMinutes: define("加分钟", "加分钟(时间, 分钟)", [2, 2], "text", ([date = null, minutes]) =>
    addTime(date, Math.trunc(number(minutes)) * minuteMs),
  ),
  days: define("相差天数", "相差天数(从, 到)", [2, 2], "number", ([a = null, b = null]) => daysBetween(a, b)),
  minutes: define("相差分钟", "相差分钟(从, 到)", [2, 2], "number", ([a = null, b = null]) => minutesBetween(a, b)),
  year: define("年", "年(日期)", [1, 1], "number", ([date = null]) => partOfDate(date, 0, 4)),
  month: define("月", "月(日期)", [1, 1], "number", ([date = null]) => partOfDate(date, 5, 7)),
  day: define("日", "日(日期)", [1, 1], "number", ([date = null]) => partOfDate(date, 8, 10)),
  weekday: define("星期几", "星期几(日期)", [1, 1], "number", ([date = null]) => weekdayOfDate(date)),
  age: define("周岁", "周岁(出生日期)", [1, 1], "number", ([born = null], { context }) =>
    yearsBetween(born, today(context.now)),
  ),
} as const;

const around = {
  myName: define("我的姓名", "我的姓名()", [0, 0], "text", (_, { context }) => context.me?.name ?? null),
  mySeat: define("我的工号", "我的工号()", [0, 0], "text", (_, { context }) => context.me?.seat ?? null),
  myGroup: define("我的坐席组", "我的坐席组()", [0, 0], "text", (_, { context }) => context.me?.group ?? null),
  callNumber: define("来电号码", "来电号码()", [0, 0], "text", (_, { context }) => context.callNumber ?? null),
  variable: define("变量", '变量("playExamp")', [1, 1], "text", ([name], { context: { variables = {} } }) =>
    Object.hasOwn(variables, text(name)) ? bounded(String(variables[text(name)])) : null,
  ),
} as const;

/** `if` and `label` are not among them: one runs one branch alone, the other needs the field itself (build.ts). */
export const expressionFunctions: Readonly<Record<string, ExpressionFunction>> = {
  ...counting,
  ...texts,
  ...logic,
  ...dates,
  ...around,
};

const chinese = new Map(Object.entries(expressionFunctions).map(([name, one]) => [one.chinese, name]));
/** Names of functions in either language; undefined: there is none. */
export const functionNamed = (name: string): ExpressionFunction | undefined => {
  const english = chinese.get(name) ?? name;
  return Object.hasOwn(expressionFunctions, english) ? expressionFunctions[english] : undefined;
};
