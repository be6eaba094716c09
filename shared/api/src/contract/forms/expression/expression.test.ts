import * as fc from "fast-check";
import { buildExpression, type ScopeField } from "./build.ts";
import type { Operand } from "./operands.ts";
import { ExpressionError } from "./tokens.ts";

const now = Date.parse("2026-11-23T02:00:00Z");
const place = (at: number, name: string, label: string, more: Partial<ScopeField> = {}): ScopeField => ({
  at,
  name,
  label,
  type: "input",
  isNumber: false,
  optionNames: new Map(),
  columns: [],
  ...more,
});
const fields = [
  place(0, "price", "单价", { isNumber: true }),
  place(1, "count", "数量", { isNumber: true }),
  place(2, "name", "姓名"),
  place(3, "level", "等级", {
    type: "select",
    optionNames: new Map([
      ["1", "普通"],
      ["2", "贵宾"],
    ]),
  }),
  place(4, "tags", "标签", { type: "checkbox", optionNames: new Map([["a", "甲"]]) }),
  place(5, "born", "生日", { type: "datepicker" }),
  place(6, "goods", "明细", {
    type: "rows",
    columns: [place(0, "price", "单价", { isNumber: true }), place(1, "note", "说明")],
  }),
];
const scope = { field: (name: string) => fields.find((one) => one.name === name || one.label === name) };
const run = (source: string, values: readonly Operand[] = []): Operand =>
  buildExpression(source, scope).run({
    values,
    context: {
      now,
      me: { name: "张三", seat: "1001" },
      callNumber: "13800138000",
      variables: { playExamp: "你好" },
    },
  });
const goods = {
  rows: [
    [1.1, "x"],
    [2.2, null],
    [null, null],
  ],
};
const some: readonly Operand[] = [19.99, 3, "李四", "2", ["a", "b"], "2024-01-31", goods];

test.each<[string, Operand]>([
  ["1 + 2 * 3", 7],
  ["(1 + 2) * 3", 9],
  ["10 - 4 - 3", 3],
  ["-2 * -3", 6],
  ["7 % 4", 3],
  ["0.1 + 0.2", 0.3],
  ["price * count + 0.1", 60.07],
  ["单价 × 数量 ＋ 0.1", 60.07],
  ["1 / 0", NaN],
  ["10 / 3 * 3", 10],
  ["round(1.005, 2)", 1.01],
  ["四舍五入（-2.5）", -3],
  ["'a' & \"b\" & “c”", "abc"],
  ["name & 1.50", "李四1.5"],
  ["if(price > 10, '贵', '便宜')", "贵"],
  ["如果(单价 > 100, '贵')", null],
  ["level = 2", true],
  ["level >= 1 and not (level = 3)", true],
  ["label(level)", "贵宾"],
  ["选中(tags, 'a')", true],
  ["tags = 'c'", false],
  ["true or 1/0 = 1", true],
  ["sum(goods.price)", 3.3],
  ["求和(明细.单价)", 3.3],
  ["average(goods.price)", 1.65],
  ["count(goods)", 2],
  ["count(goods.price)", 2],
  ["max(price, count, 5)", 19.99],
  ["today()", "2026-11-23"],
  ["now()", "2026-11-23 10:00:00"],
  ["addDays(born, 30)", "2024-03-01"],
  ["addMonths(born, 1)", "2024-02-29"],
  ["addMonths('2023-01-31', 1)", "2023-02-28"],
  ["addMonths('2023-03-31', -13)", "2022-02-28"],
  ["addMinutes('2026-12-31 23:59', 1)", "2027-01-01 00:00"],
  ["days('2024-02-28', '2024-03-01')", 2],
  ["minutes('2026-01-01 00:00', '2026-01-01 01:30')", 90],
  ["age('2000-11-24')", 25],
  ["age('2000-11-23')", 26],
  ["weekday(today())", 1],
  ["year(born) + month(born) + day(born)", 2056],
  ["myName() & mySeat()", "张三1001"],
  ["callNumber()", "13800138000"],
  ["variable('playExamp')", "你好"],
  ["variable('constructor')", null],
  ["left('你好吗', 2) & right('abc', 1) & middle('abcd', 2, 2)", "你好cbc"],
  ["length('😀你')", 2],
  ["replace('aXbX', 'X', '-')", "a-b-"],
  ["first(variable('none'), name)", "李四"],
])("%s", (source, value) => {
  expect(run(source, some)).toEqual(value);
});

test.each<[string, Operand]>([
  ["price + 1", 1],
  ["price * 2", 0],
  ["price > 0", false],
  ["price < 5", false],
  ["price = 0", false],
  ["price = ''", true],
  ["empty(name)", true],
  ["name & 'x'", "x"],
  ["sum(goods.price)", NaN],
  ["count(goods)", 0],
])("of nothing: %s", (source, value) => {
  expect(run(source)).toEqual(value);
});

test.each([
  ["", "公式为空", 0],
  ["1 +", "公式不完整", 3],
  ["1 2", "“2”的位置不对", 2],
  ["(1", "缺少“)”", 2],
  ["'abc", "引号没有成对", 0],
  ["1 ; 2", "不认识“;”", 2],
  ["a1 + 1", "没有字段“a1”", 0],
  ["1 + nosuch(2)", "没有函数“nosuch”", 4],
  ["round()", "函数“round”应有1到2个参数", 0],
  ["price + 'a'", "文字不能参与计算，连接文字请用“&”", 8],
  ["goods + 1", "明细和多选不能直接参与计算", 0],
  ["goods.none", "明细“明细”没有列“none”", 0],
  ["name.x", "“姓名”不是明细", 0],
  ["label(1)", "函数“label”的参数应为字段", 6],
  ["(".repeat(100) + "1" + ")".repeat(100), "公式嵌套过深", 60],
])("%s: %s", (source, message, at) => {
  expect(() => buildExpression(source, scope)).toThrow(
    expect.objectContaining({ name: "ExpressionError", message, at }),
  );
});

test.each([
  "constructor",
  "__proto__",
  "toString()",
  "constructor()",
  "hasOwnProperty('a')",
  "goods.constructor",
  "this",
  "globalThis",
])("F11: nothing of the host is reached: %s", (source) => {
  expect(() => buildExpression(source, scope)).toThrow(ExpressionError);
});

const words = fc.constantFrom(
  ..."price count name goods . ( ) , + - * / % & = != < > and or not if round sum label 1 0.5 'a' “b” true ； （ ） \\ \" \0 😀".split(
    " ",
  ),
);
test("whatever is typed is an expression or an ExpressionError, and what is built runs", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.array(words, { maxLength: 40 }).map((all) => all.join(" ")),
      ),
      (source) => {
        try {
          run(source, some);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      },
    ),
    { numRuns: 10_000 },
  );
});

/** The decimals themselves: whole numbers of 1/10^n without an end. */
const decimal = (units: bigint, digits: number): number => {
  const sign = units < 0n ? "-" : "";
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  return Number(`${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`);
};
test("money: sums, differences and products are the decimals that a person gets", () => {
  const cents = fc.bigInt(-999_999_999n, 999_999_999n);
  const rates = fc.bigInt(0n, 9_999n);
  const pieces = fc.bigInt(0n, 900n);
  fc.assert(
    fc.property(cents, cents, pieces, rates, (a, b, count, rate) => {
      const values = [decimal(a, 2), Number(count)];
      expect(run("price * count + 0.1", values)).toBe(decimal(a * count + 10n, 2));
      expect(run("price + count - 0.07", [decimal(a, 2), decimal(b, 2)])).toBe(decimal(a + b - 7n, 2));
      // Two decimals by four: an amount and a rate.
      expect(Number(run("price * count", [decimal(a, 2), decimal(rate, 4)])) + 0).toBe(decimal(a * rate, 6));
      expect(Number(run("round(price * count, 2)", [decimal(a, 2), decimal(rate, 4)])) + 0).toBe(
        decimal(halfAway(a * rate, 10_000n), 2),
      );
    }),
    { numRuns: 3_000 },
  );
});
const halfAway = (units: bigint, by: bigint): bigint => {
  const size = (units < 0n ? -units : units) + by / 2n;
  return units < 0n ? -(size / by) : size / by;
};
