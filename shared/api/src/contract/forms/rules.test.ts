import * as fc from "fast-check";
import {
  checkRecord,
  compileForm,
  createSession,
  type FieldState,
  type FormContext,
  type FormDefinition,
  type FormField,
  type FormRule,
  formState,
  type GivenValues,
  validateDefinition,
} from "./index.ts";

const context: FormContext = { now: Date.parse("2026-11-23T02:00:00Z"), me: { name: "张三" } };
const formOf = (fields: readonly FormField[], ...rules: readonly FormRule[]): FormDefinition => ({
  formId: "f1",
  version: 1,
  name: "工单",
  formType: "workOrder",
  fields,
  ext: { rules },
});
const text = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  type: "input",
  name,
  label,
  ...more,
});
const number = (name: string, label: string, ext: FormField["ext"] = {}): FormField =>
  text(name, label, { ext: { content: "number", ...ext } });
const rule = (id: string, when: FormRule["when"], ...then: FormRule["then"]): FormRule => ({
  id,
  name: id,
  when,
  then,
});
const kind: FormField = {
  type: "select",
  name: "kind",
  label: "类型",
  items: ["咨询", "投诉", "报修"].map((label_name) => ({ label_name, label_value: label_name })),
};

const stateOf = (
  definition: FormDefinition,
  given: GivenValues,
  name: string,
  more: Partial<FormContext> = {},
): FieldState => {
  const form = compileForm(definition);
  return formState(form, given, { ...context, ...more }).fields[form.byName.get(name)!.at]!;
};
const check = (definition: FormDefinition, given: GivenValues, more: Partial<FormContext> = {}) => {
  const { values, faults } = checkRecord(compileForm(definition), given, { ...context, ...more });
  return { values, said: faults.map(({ field, message }) => `${field}：${message}`) };
};
const faultsOf = (definition: FormDefinition): readonly string[] =>
  validateDefinition(definition).map(({ message }) => message);

describe("what rules do (F3)", () => {
  const complaint = { field: "kind", op: "eq", value: "投诉" } as const;
  const reason = text("reason", "投诉原因", { require: true });

  test("hide: not shown, not required, not stored", () => {
    const form = formOf([kind, reason], rule("r1", { not: complaint }, { do: "hide", fields: ["reason"] }));
    expect(check(form, { kind: "咨询", reason: "已经输入的" })).toEqual({ values: { kind: "咨询" }, said: [] });
    expect(check(form, { kind: "投诉" }).said).toEqual(["reason：该字段不能为空"]);
    expect(check(form, { kind: "投诉", reason: "慢" }).values).toEqual({ kind: "投诉", reason: "慢" });
  });

  test("show: while one of its rules holds", () => {
    const repair = { field: "kind", op: "eq", value: "报修" } as const;
    const form = formOf(
      [kind, reason],
      rule("r1", complaint, { do: "show", fields: ["reason"] }),
      rule("r2", repair, { do: "show", fields: ["reason"] }),
    );
    expect(["咨询", "投诉", "报修"].map((one) => stateOf(form, { kind: one }, "reason").visible)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("what is hidden is empty for formulas and for other rules", () => {
    const form = formOf(
      [
        kind,
        number("price", "单价"),
        number("total", "总价", { formula: "price * 2", precision: 2 }),
        text("big", "大额说明"),
      ],
      rule("r1", { field: "kind", op: "eq", value: "咨询" }, { do: "hide", fields: ["price"] }),
      rule("r2", { field: "price", op: "gt", value: 100 }, { do: "show", fields: ["big"] }),
    );
    expect(check(form, { kind: "投诉", price: "120", big: "是" }).values).toEqual({
      kind: "投诉",
      price: "120",
      total: "240.00",
      big: "是",
    });
    expect(check(form, { kind: "咨询", price: "120", big: "是" }).values).toEqual({ kind: "咨询" });
  });

  test("require, lock and limited options", () => {
    const form = formOf(
      [kind, text("reason", "原因"), text("level", "等级", { value: "普通" })],
      rule("r1", complaint, { do: "require", fields: ["reason"] }, { do: "lock", fields: ["level"] }),
      rule(
        "r2",
        { field: "reason", op: "contains", value: "漏水" },
        { do: "options", field: "kind", values: ["报修", "投诉"] },
      ),
    );
    expect(check(form, { kind: "投诉" })).toMatchObject({ said: ["reason：该字段不能为空"] });
    expect(check(form, { kind: "投诉", reason: "慢", level: "贵宾" }).said).toEqual(["level：“等级”不能修改"]);
    expect(check(form, { kind: "咨询", reason: "慢", level: "贵宾" }).values).toMatchObject({ level: "贵宾" });
    expect(check(form, { kind: "咨询", reason: "漏水" }).said).toEqual(["kind：类型：请选择"]);
    expect(check(form, { kind: "报修", reason: "漏水" }).said).toEqual([]);
  });

  test("set wins, though the request says otherwise; the last one of several", () => {
    const form = formOf(
      [kind, text("level", "等级")],
      rule("r1", complaint, { do: "set", field: "level", value: "'加急'" }),
      rule("r2", { field: "kind", op: "notEmpty" }, { do: "set", field: "level", value: "kind & '-' & myName()" }),
    );
    expect(check(form, { kind: "投诉", level: "普通" }).values).toEqual({ kind: "投诉", level: "投诉-张三" });
    expect(check(form, { level: "普通" }).values).toEqual({ level: "普通" });
  });

  test("warn tells, with stop nothing is saved", () => {
    const form = formOf(
      [kind, text("reason", "原因")],
      rule("r1", complaint, { do: "warn", text: "请安抚客户", field: "reason" }, { do: "warn", text: "主管已通知" }),
      rule("r2", { expression: "length(reason) < 2" }, { do: "warn", text: "原因太短", field: "reason", stop: true }),
      rule("r3", { field: "kind", op: "empty" }, { do: "warn", text: "不能保存", stop: true }),
    );
    expect(stateOf(form, { kind: "投诉", reason: "慢了" }, "reason").warnings).toEqual(["请安抚客户"]);
    expect(formState(compileForm(form), { kind: "投诉" }, context).warnings).toEqual(["主管已通知"]);
    expect(check(form, { kind: "投诉", reason: "慢" }).said).toEqual(["reason：原因太短"]);
    expect(check(form, { reason: "慢了" }).said).toEqual(["：不能保存"]);
  });
});

describe("formulas (F4)", () => {
  const fields = [
    number("price", "单价"),
    number("count", "数量"),
    number("total", "总价", { formula: "price*count+0.1", precision: 2, max: 1e12 }),
  ];

  test("price * count + 0.1, to the cent", () => {
    const form = compileForm(formOf(fields));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_900 }), fc.integer({ min: 0, max: 9_999 }), (cents, count) => {
        const price = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
        const units = BigInt(cents) * BigInt(count) + 10n;
        const { values, faults } = checkRecord(form, { price, count: String(count), total: "1" }, context);
        expect(faults).toEqual([]);
        expect(values.total).toBe(`${units / 100n}.${String(units % 100n).padStart(2, "0")}`);
      }),
      { numRuns: 1_000 },
    );
  });

  test("of nothing but empty fields it is empty", () => {
    expect(check(formOf(fields), {}).values).toEqual({});
    expect(check(formOf(fields), { price: "1" }).values).toEqual({ price: "1", total: "0.10" });
  });

  test("rows count by row, and into the form", () => {
    const goods: FormField = {
      type: "rows",
      name: "goods",
      label: "商品",
      ext: {
        rows: {
          fields: [
            number("sum", "小计", { formula: "price * count * rate", precision: 2 }),
            number("price", "单价"),
            { ...number("count", "数量"), require: true },
          ],
        },
      },
    };
    const form = formOf([
      goods,
      number("rate", "折扣"),
      number("total", "合计", { formula: "sum(goods.sum)", precision: 2 }),
    ]);
    const given = {
      rate: "0.9",
      goods: [
        { price: "10", count: "3" },
        { price: "0.5", count: "1", sum: "99" },
      ],
    };
    expect(check(form, given).values).toEqual({
      rate: "0.9",
      total: "27.45",
      goods: [
        { price: "10", count: "3", sum: "27.00" },
        { price: "0.5", count: "1", sum: "0.45" },
      ],
    });
    expect(
      checkRecord(compileForm(form), { goods: [{ price: "1", count: "2" }, { price: "x" }] }, context).faults,
    ).toEqual([
      { path: "goods[1].price", field: "goods", label: "商品第2行的单价", message: "单价应为数字" },
      { path: "goods[1].count", field: "goods", label: "商品第2行的数量", message: "该字段不能为空" },
    ]);
  });

  test("F7: a default may be an expression; typing wins, emptying too", () => {
    const form = formOf([
      text("by", "登记人", { ext: { defaultExpression: "myName()" } }),
      text("on", "日期", { type: "datepicker", ext: { defaultExpression: "today()" } }),
    ]);
    expect(check(form, {}).values).toEqual({ by: "张三", on: "2026-11-23" });
    expect(check(form, { by: "李四", on: "" }).values).toEqual({ by: "李四" });
    expect(check(form, {}, { stored: { by: "王五" } }).values).toEqual({ by: "王五" });
  });
});

describe("who may write (F5)", () => {
  const form = formOf([
    text("name", "姓名", { require: true }),
    text("price", "价格", { permission: true, require: true }),
    text("secret", "密文", { hidden: true }),
  ]);

  test("a field with permission is refused by name, unless the map enables it", () => {
    expect(check(form, { name: "甲", price: "1" }).said).toEqual(["price：“价格”不能修改"]);
    expect(check(form, { name: "甲", price: "1" }, { otherRender: { price: { enable: true } } })).toEqual({
      values: { name: "甲", price: "1" },
      said: [],
    });
    expect(check(form, { name: "甲" }, { otherRender: { price: { enable: true } } }).said).toEqual([
      "price：该字段不能为空",
    ]);
  });

  test("as it is kept it may be sent", () => {
    const stored = { name: "甲", price: "1", secret: "x" };
    expect(check(form, { ...stored, name: "乙" }, { stored })).toEqual({ values: { ...stored, name: "乙" }, said: [] });
    expect(check(form, { secret: "y" }, { stored }).said).toEqual(["secret：“密文”不能修改"]);
  });

  test("what the map hides is neither required nor written, and stays as it is", () => {
    const otherRender = { name: { hidden: true } };
    expect(check(form, {}, { otherRender }).said).toEqual([]);
    expect(check(form, {}, { otherRender, stored: { name: "甲" } }).values).toEqual({ name: "甲" });
    expect(check(form, { name: "乙" }, { otherRender, stored: { name: "甲" } }).said).toEqual(["name：“姓名”不能修改"]);
  });

  test("the map requires and releases", () => {
    expect(check(form, {}, { otherRender: { name: { require: false } } }).said).toEqual([]);
    expect(check(formOf([text("a", "甲")]), {}, { otherRender: { a: { require: true } } }).said).toEqual([
      "a：该字段不能为空",
    ]);
  });

  test("a field that the form does not have", () => {
    expect(check(form, { name: "甲", nosuch: "1" }).said).toEqual(["nosuch：表单没有字段“nosuch”"]);
    expect(check(form, { name: "甲", gone: "1" }, { stored: { gone: "1" } }).said).toEqual([]);
  });
});

describe("refused at publishing (F6)", () => {
  const [a, b, c] = [number("a", "甲"), number("b", "乙"), number("c", "丙")];
  const counted = (field: FormField, formula: string): FormField => ({ ...field, ext: { ...field.ext, formula } });

  test("circles of formulas and rules, by the names of the fields", () => {
    expect(faultsOf(formOf([counted(a, "b + 1"), counted(b, "a + 1")]))).toEqual([
      "“甲”、“乙”的公式和规则形成循环：甲 → 乙 → 甲",
    ]);
    expect(faultsOf(formOf([counted(a, "a + 1")]))).toEqual(["“甲”的值取决于它自己，公式和规则不能形成循环"]);
    const hides = (id: string, when: string, what: string) =>
      rule(id, { field: when, op: "notEmpty" }, { do: "hide", fields: [what] });
    expect(faultsOf(formOf([a, b, c], hides("1", "a", "b"), hides("2", "b", "c"), hides("3", "c", "a")))[0]).toMatch(
      /形成循环/,
    );
    expect(
      faultsOf(formOf([a, b], rule("1", { field: "a", op: "gt", value: 1 }, { do: "require", fields: ["a"] }))),
    ).toEqual([]);
    expect(faultsOf(formOf([a, counted(b, "a * 2"), counted(c, "a + b")]))).toEqual([]);
  });

  test.each<[FormDefinition, string]>([
    [formOf([counted(a, "b +")]), "“甲”的公式第4个字符：公式不完整"],
    [formOf([counted(a, "x + 1")]), "“甲”的公式第1个字符：没有字段“x”"],
    [formOf([a], rule("r", { field: "x", op: "empty" }, { do: "hide", fields: ["a"] })), "规则“r”：条件中没有字段“x”"],
    [formOf([a], rule("r", { field: "a", op: "empty" }, { do: "hide", fields: ["x"] })), "规则“r”：没有字段“x”"],
    [
      formOf([a, b], rule("r", { field: "a", op: "empty" }, { do: "set", field: "b", value: "1 +" })),
      "规则“r”第4个字符：公式不完整",
    ],
    [
      formOf([a, kind], rule("r", { field: "a", op: "empty" }, { do: "options", field: "kind", values: ["无"] })),
      "规则“r”：“类型”没有选项“无”",
    ],
    [
      formOf([a, kind], rule("r", { all: [{ field: "kind", op: "eq", value: "" }] }, { do: "hide", fields: ["a"] })),
      "规则“r”：请填写条件“类型等于”的值",
    ],
    [formOf([a], rule("r", { field: "a", op: "empty" }, { do: "require", fields: [] })), "规则“r”：请选择“必填”的字段"],
    [
      formOf([a, kind], rule("r", { field: "a", op: "empty" }, { do: "options", field: "kind", values: [] })),
      "规则“r”：请选择限定的选项",
    ],
  ])("%#", (definition, message) => {
    expect(faultsOf(definition)).toContain(message);
  });
});

/** Forms without circles: what a field depends on stands before it. */
const size = 12;
const names = Array.from({ length: size }, (_, at) => `f${at}`);
const before = (at: number) => fc.nat({ max: Math.max(0, at - 1) }).map((one) => names[one]!);
const anyForm = fc
  .tuple(
    ...names.map((name, at) =>
      fc.tuple(
        fc.boolean(),
        at === 0
          ? fc.constant(undefined)
          : fc.option(
              fc.tuple(before(at), before(at)).map(([x, y]) => `${x} * 2 + ${y}`),
              { nil: undefined },
            ),
        fc.constant(name),
      ),
    ),
  )
  .map((drafts) =>
    drafts.map(([require, formula, name]) => ({
      ...number(name, name, { formula, min: -1e6, precision: 2 }),
      require,
    })),
  );
const anyRule = fc.integer({ min: 1, max: size - 1 }).chain((at) =>
  fc.record({
    field: before(at),
    value: fc.integer({ min: -3, max: 3 }),
    op: fc.constantFrom("gt" as const, "eq" as const, "empty" as const, "ne" as const),
    action: fc.constantFrom<FormRule["then"][number]>(
      { do: "hide", fields: [names[at]!] },
      { do: "show", fields: [names[at]!] },
      { do: "lock", fields: [names[at]!] },
      { do: "require", fields: [names[at]!, names[0]!] },
      { do: "warn", field: names[at]!, text: "注意" },
      { do: "warn", text: "注意全表", stop: true },
    ),
  }),
);
const changes = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom("", "-1", "0", "1.5", "2", "x")), {
  maxLength: 15,
});

test("F10: after each change the session is what the whole form would be", () => {
  fc.assert(
    fc.property(anyForm, fc.array(anyRule, { maxLength: 10 }), changes, (fields, drafts, steps) => {
      const rules = drafts.map(({ field, op, value, action }, at) => rule(`r${at}`, { field, op, value }, action));
      const form = compileForm(formOf(fields, ...rules));
      const given: Record<string, string> = {};
      const session = createSession(form, given, context);
      for (const [name, value] of steps) {
        const last = session.state();
        given[name] = value;
        const changed = session.change(name, value);
        const whole = formState(form, given, context);
        expect(session.state()).toEqual(whole);
        // Who is not named has the very same state.
        last.fields.forEach((one, at) => expect(session.state().fields[at] === one).toBe(!changed.includes(at)));
      }
    }),
    { numRuns: 300 },
  );
});
