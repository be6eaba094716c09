import {
  compileForm,
  explainForm,
  type FormField,
  readQuery,
  slotOf,
  termsOf,
  uniqueOf,
  valueInWords,
} from "./index.ts";

const options = ["低", "高"].map((label_name, at) => ({ label_name, label_value: String(at) }));
const fields: readonly FormField[] = [
  { type: "input", name: "title", label: "标题", query: true, distinct: true },
  { type: "input", name: "price", label: "金额", query: true, ext: { content: "number" } },
  { type: "input", name: "phone", label: "电话", query: true },
  { type: "select", name: "level", label: "级别", query: true, items: options },
  { type: "checkbox", name: "tags", label: "标签", query: true, items: options },
  { type: "datepicker", name: "day", label: "日期", query: true },
  { type: "datepicker", name: "minute", label: "时间", query: true, format: "yyyy-MM-dd HH:mm" },
  { type: "datepicker", name: "clock", label: "钟点", query: true, format: "HH:mm" },
  { type: "cascading select", name: "area", label: "地区", query: true, cascadeCount: 3 },
  { type: "uploads", name: "files", label: "附件", query: true, listDisplay: false },
  { type: "lookup", name: "seat", label: "坐席", query: true, ext: { lookup: { to: "seat" } } },
  { type: "textarea", name: "plain", label: "说明", listDisplay: false, export: false },
  { type: "input", name: "secret", label: "隐藏", hidden: true, query: true },
  {
    type: "rows",
    name: "goods",
    label: "商品",
    ext: {
      popup: true,
      rows: {
        fields: [
          { type: "input", name: "what", label: "名称" },
          { type: "select", name: "level", label: "级别", items: options },
        ],
      },
    },
  },
];
const form = compileForm({ formId: "f", version: 1, name: "表", formType: "customer", fields });
const field = (name: string) => form.byName.get(name)!;
const area = { ids: ["1", "12", "123"], labels: ["广东", "深圳", "南山"] };
const at = (text: string): number => Date.parse(`${text}+08:00`);

describe("what lists find by (F9)", () => {
  test.each<[string, string | undefined, string | undefined]>([
    ["title", "text", "bigrams"],
    ["price", "number", undefined],
    ["phone", "text", "bigrams"],
    ["level", "text", undefined],
    ["tags", undefined, "choices"],
    ["day", "date", undefined],
    ["clock", "number", undefined],
    ["area", "text", "path"],
    ["files", undefined, "choices"],
    ["seat", "text", undefined],
    ["plain", undefined, undefined],
  ])("%s: slot %s, terms %s", (name, slot, terms) => {
    expect(form.slots.find((one) => one.field === name)).toMatchObject({ slot, terms });
  });

  test("slots, terms and unique values", () => {
    expect(form.slots.filter((one) => one.unique).map((one) => one.field)).toEqual(["title"]);
    expect(form.slots.filter((one) => one.phone).map((one) => one.field)).toEqual(["phone"]);
    expect(slotOf(field("title"), " ＡＢc　")).toBe("abc");
    expect(slotOf(field("price"), "12.50")).toBe(12.5);
    expect(slotOf(field("day"), "2026-11-23")).toBe(at("2026-11-23T00:00:00"));
    expect(slotOf(field("clock"), "01:30")).toBe(90 * 60_000);
    expect(slotOf(field("seat"), { id: "s1", label: "张三" })).toBe("s1");
    expect(slotOf(field("title"), undefined)).toBeUndefined();
    expect(termsOf(field("title"), "漏水了漏水")).toEqual(["漏水", "水了", "了漏"]);
    expect(termsOf(field("area"), area)).toEqual(["1", "1/12", "1/12/123"]);
    expect(termsOf(field("tags"), ["0", "1"])).toEqual(["0", "1"]);
    expect(termsOf(field("files"), [{ name: "1", fileName: "a.png" }])).toEqual(["1"]);
    expect(uniqueOf(" Ａ1 ")).toBe("A1");
    expect(uniqueOf("a1")).not.toBe(uniqueOf("A1"));
    expect(uniqueOf("  ")).toBeUndefined();
  });

  test.each<[string, string, unknown, unknown]>([
    ["title", "contains", " 漏水 ", { op: "contains", text: "漏水" }],
    ["title", "contains", "漏", "标题至少输入2个字符，查整个内容时加引号"],
    ["title", "contains", '"漏"', { op: "equals", text: "漏" }],
    ["title", "contains", "“漏 水”", { op: "equals", text: "漏 水" }],
    ["title", "between", {}, "标题不能这样查询"],
    ["level", "anyOf", ["0", "1"], { op: "anyOf", values: ["0", "1"] }],
    ["level", "anyOf", "0", { op: "anyOf", values: ["0"] }],
    ["level", "anyOf", [], "级别：请选择"],
    ["price", "between", { from: "1.5", to: 3 }, { op: "between", from: 1.5, to: 3 }],
    ["price", "between", { from: 3, to: 1 }, "金额的范围有误"],
    ["price", "between", { from: "x" }, "金额的范围有误"],
    [
      "day",
      "between",
      { from: "2026-11-23", to: "2026-11-23" },
      { op: "between", from: at("2026-11-23T00:00:00"), to: at("2026-11-23T23:59:59.999") },
    ],
    ["minute", "between", { to: "2026-11-23" }, { op: "between", to: at("2026-11-23T23:59:59.999") }],
    ["clock", "between", { from: "01:00", to: "01:30" }, { op: "between", from: 3_600_000, to: 5_459_999 }],
    ["area", "under", ["1", "12"], { op: "under", ids: ["1", "12"] }],
    ["files", "has", true, { op: "has", yes: true }],
    ["files", "has", 1, "附件：请选择"],
    ["plain", "contains", "漏水", "说明不能这样查询"],
  ])("%s %s %j", (name, op, value, query) => {
    expect(readQuery(field(name), op, value)).toEqual(query);
  });

  test("columns: hidden fields nowhere, the others where they are marked", () => {
    const names = (list: keyof typeof form.columns) => form.columns[list].map(({ name }) => name);
    expect(names("list")).not.toContain("files");
    expect(names("list")).toContain("title");
    expect(names("query")).toEqual([
      "title",
      "price",
      "phone",
      "level",
      "tags",
      "day",
      "minute",
      "clock",
      "area",
      "files",
      "seat",
    ]);
    expect(names("export")).not.toContain("plain");
    expect(names("popup")).toEqual(["goods"]);
    for (const list of ["list", "query", "detail", "export", "import", "popup"] as const)
      expect(names(list)).not.toContain("secret");
  });
});

test.each<[string, unknown, string]>([
  ["title", "漏水", "漏水"],
  ["level", "1", "高"],
  ["level", "9", "9"],
  ["tags", ["0", "1"], "低、高"],
  ["area", area, "广东/深圳/南山"],
  [
    "files",
    [
      { name: "1", fileName: "a.png" },
      { name: "2", fileName: "b.png" },
    ],
    "a.png、b.png",
  ],
  ["seat", { id: "s1", label: "张三" }, "张三"],
  ["goods", [{ what: "灯", level: "0" }, { what: "门" }], "名称：灯，级别：低；名称：门"],
  ["title", undefined, ""],
])("in words: %s", (name, value, words) => {
  expect(valueInWords(field(name), value as never)).toBe(words);
});

test("an option that went keeps what it was called then", () => {
  const then = { ...field("level"), optionNames: new Map([["9", "特急"]]) };
  expect(valueInWords(field("level"), "9", then)).toBe("特急");
});

test("the tester says which rule did what, and why (F12)", () => {
  const told = compileForm({
    formId: "f",
    version: 1,
    name: "表",
    formType: "workOrder",
    fields: [
      { type: "select", name: "level", label: "级别", items: options },
      { type: "input", name: "price", label: "单价", ext: { content: "number" } },
      { type: "input", name: "total", label: "总价", ext: { content: "number", precision: 2, formula: "price * 2" } },
      { type: "input", name: "reason", label: "原因" },
    ],
    ext: {
      rules: [
        {
          id: "1",
          name: "低级别",
          when: { field: "level", op: "eq", value: "0" },
          then: [{ do: "hide", fields: ["reason"] }],
        },
        {
          id: "2",
          name: "高价",
          when: { all: [{ field: "price", op: "gt", value: 100 }, { expression: "level = 1" }] },
          then: [{ do: "require", fields: ["reason"] }],
        },
      ],
    },
  });
  expect(explainForm(told, { level: "0", price: "120", reason: "慢" }, { now: 0 })).toEqual({
    rules: [
      { id: "1", name: "低级别", holds: true, why: ["“级别”的值是低，条件“等于低”成立"], did: ["隐藏：“原因”"] },
      {
        id: "2",
        name: "高价",
        holds: false,
        why: ["“单价”的值是120，条件“大于100”成立", "公式“level = 1”不成立"],
        did: [],
      },
    ],
    fields: [
      { field: "total", label: "总价", sentence: "由公式price * 2算得240.00（单价是120）" },
      { field: "reason", label: "原因", sentence: "被规则隐藏，值为空，不保存" },
    ],
  });
});
