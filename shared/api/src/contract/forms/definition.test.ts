import * as fc from "fast-check";
import {
  compileForm,
  controlTypes,
  type ControlType,
  defaultFields,
  type FormField,
  formTypes,
  type FormType,
  newField,
  readDefinition,
  systemFaults,
  validateDefinition,
} from "./index.ts";

const frame = { formId: "f1", version: 1, name: "工单", formType: "workOrder" } as const;
const read = (input: unknown) => readDefinition(input);
const messages = (fields: readonly unknown[]): readonly string[] => {
  const { definition, faults } = read({ ...frame, fields });
  return (definition ? validateDefinition(definition) : faults).map(({ message }) => message);
};
const input = { type: "input", name: "x", label: "项目" };

/** Every attribute of console.md section 3, by hand from there. */
const all = (type: string, at: number): Record<string, unknown> => ({
  type,
  label: `控件${at}`,
  placeholder: "请填写",
  name: `c${at}`,
  require: true,
  ruleError: "必须填写",
  query: true,
  listDisplay: false,
  detailDisplay: true,
  export: true,
  importRequire: false,
  distinct: false,
  permission: false,
  hidden: false,
  inlineBlock: true,
  workOrderUpgrade: false,
  config: false,
  controlNotes: ["填写说明"],
  maxLength: 100,
  maxRows: 3,
  format: "yyyy-MM-dd HH:mm",
  maxSize: 2048,
  amount: 2,
  items: [
    { label_name: "是", label_value: "1", label_cascade: "" },
    { label_name: "否", label_value: "0" },
  ],
  multilevelSelect: false,
  multilevelCount: 3,
  cascadeCount: 3,
});
const eight = ["input", "textarea", "radio", "select", "checkbox", "datepicker", "uploads", "cascading select"];

describe("a definition is kept as it was given (F1)", () => {
  test("all eight types with all attributes come back deep-equal, and are valid", () => {
    const given = { ...frame, fields: eight.map(all) };
    const { definition, faults } = read(JSON.parse(JSON.stringify(given)));
    expect(faults).toEqual([]);
    expect(definition).toEqual(given);
    expect(validateDefinition(definition!)).toEqual([]);
    expect(compileForm(definition!).fields).toHaveLength(8);
  });

  test("what is not given stays not given", () => {
    const given = {
      ...frame,
      fields: [input, { type: "radio", name: "y", label: "单选", items: [{ label_name: "是", label_value: "1" }] }],
    };
    expect(read(given).definition).toEqual(given);
  });

  test.each([
    [
      { require: 1, query: "1", hidden: 0, export: "0" },
      { require: true, query: true, hidden: false, export: false },
    ],
    [
      { maxLength: "20", amount: "2" },
      { maxLength: 20, amount: 2 },
    ],
    [{ controlNotes: ["", " ", "说明"] }, { controlNotes: ["说明"] }],
    [{ controlNotes: [" "] }, { controlNotes: [] }],
    [{ nosuch: 1, require: null }, {}],
    [{ items: [{ label_name: "十", label_value: 10 }] }, { items: [{ label_name: "十", label_value: "10" }] }],
  ])("taken in another writing: %j", (more, taken) => {
    expect(read({ ...frame, fields: [{ ...input, ...more }] }).definition?.fields[0]).toEqual({ ...input, ...taken });
  });

  test("multilevelCount alone is answered as cascadeCount", () => {
    const field = { type: "cascading select", name: "x", label: "区域", multilevelCount: 3 };
    expect(read({ ...frame, fields: [field] }).definition?.fields[0]).toEqual({
      type: "cascading select",
      name: "x",
      label: "区域",
      cascadeCount: 3,
    });
  });

  test("whatever comes, it is a definition or faults, and what is a definition can be looked at", () => {
    const attributes = fc.constantFrom(...Object.keys(all("input", 0)), "ext", "__proto__");
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom<unknown>("rows", "select", "constructor", true),
    );
    const fields = fc.array(
      fc.dictionary(attributes, values).map((one) => ({ ...input, ...one })),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fields.map((list) => ({ ...frame, fields: list })),
        ),
        (given) => {
          const { definition, faults } = read(given);
          expect(definition === undefined).toBe(faults.length > 0);
          if (definition) validateDefinition(definition);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

describe("refused, naming the field (F6)", () => {
  test.each<[unknown[], string]>([
    [[], "请添加字段"],
    [Array.from({ length: 201 }, (_, at) => ({ ...input, name: `c${at}`, label: `控件${at}` })), "最多200个字段"],
    [[{ ...input, controlNotes: ["一", "二"] }], "“项目”的控件备注：最多只能添加1个备注！"],
    [[{ ...input, controlNotes: ["字".repeat(1001)] }], "“项目”的控件备注第1项最多输入1000个字符"],
    [[{ ...input, require: "是" }], "“项目”的必填应为是或否"],
    [[{ ...input, maxLength: 291 }], "“项目”的最大长度：单行文本最多290个字符"],
    [[{ ...input, type: "color" }], `“项目”的类型只能是以下值之一：${Object.keys(controlTypes).join("、")}`],
    [[{ type: "input", name: "x" }], "第1个字段的字段名称不能为空"],
    [[input, { ...input, label: "又一个" }], "“又一个”和“项目”的字段标识都是“x”"],
    [[input, { ...input, name: "y" }], "字段名称“项目”重复"],
    [[{ ...input, name: "1x" }], "“项目”的字段标识：字段标识为字母、数字、下划线，以字母开头"],
    [[{ ...input, name: "__proto__" }], "“项目”的字段标识：该字段标识不能使用"],
    [[{ ...input, name: "constructor" }], "“项目”的字段标识：该字段标识不能使用"],
    [[{ ...input, name: "compId" }], "“项目”的字段标识：该字段标识不能使用"],
    [[{ ...input, type: "select" }], "“项目”的选项：请添加选项"],
    [
      [{ ...input, type: "select", items: [1, 2].map((n) => ({ label_name: `${n}`, label_value: "1" })) }],
      "“项目”的选项：选项值“1”重复",
    ],
    [
      [{ ...input, type: "checkbox", items: [{ label_name: "甲、乙", label_value: "1" }] }],
      "“项目”的选项：选项名称“甲、乙”不能包含顿号、逗号和分号",
    ],
    [[{ ...input, type: "textarea", distinct: true }], "“项目”的不可重复：多选、多行文本、附件和明细不能设为不可重复"],
    [[{ ...input, type: "cascading select", cascadeCount: 6 }], "“项目”的级数应为1到5的整数"],
    [[{ ...input, type: "cascading select", cascadeCount: 2, multilevelCount: 3 }], "“项目”的级数：两处级数不一致"],
    [[{ ...input, type: "lookup" }], "“项目”的关联查找：请设置关联对象"],
    [
      [{ ...input, type: "rows", ext: { rows: { fields: [{ ...input, type: "uploads" }] } } }],
      "“项目”的列“项目”不能用这种类型",
    ],
    [[{ ...input, value: "字".repeat(31) }], "“项目”的默认值：最多输入30个字符"],
    [[{ ...input, ext: { section: "s1" } }], "“项目”的分组：没有分组“s1”"],
  ])("%#", (fields, message) => {
    expect(messages(fields)).toContain(message);
  });

  test("fields of the system stay, with key and type", () => {
    const before = { ...frame, fields: defaultFields("workOrder") };
    const [first, ...rest] = before.fields;
    expect(systemFaults(before, before)).toEqual([]);
    expect(systemFaults(before, { ...before, fields: rest })[0]?.message).toBe(
      `系统字段“${first!.label}”不能删除或修改字段标识`,
    );
    const other: FormField = { ...first!, type: "textarea" };
    expect(systemFaults(before, { ...before, fields: [other, ...rest] })[0]?.message).toBe(
      `系统字段“${first!.label}”不能修改类型`,
    );
    expect(systemFaults(before, { ...before, fields: [{ ...first!, label: "编号", hidden: true }, ...rest] })).toEqual(
      [],
    );
  });
});

describe("what a form begins with (F1)", () => {
  test.each(Object.keys(formTypes) as FormType[])("%s is valid", (formType) => {
    expect(validateDefinition({ ...frame, formType, fields: defaultFields(formType) })).toEqual([]);
  });
  test.each(Object.keys(controlTypes) as ControlType[])("a new %s is valid", (type) => {
    expect(validateDefinition({ ...frame, fields: [newField(type, "x")] })).toEqual([]);
  });

  test("required by default, and the four satisfactions", () => {
    const must = (["customer", "workOrder"] as const).flatMap((one) =>
      defaultFields(one)
        .filter(({ require }) => require)
        .map(({ name }) => name),
    );
    expect([...new Set(must)].sort()).toEqual(
      ["customerCode", "customerName", "customerCodeFillin", "phone", "workCode", "workName", "satisfaction"].sort(),
    );
    const satisfaction = defaultFields("workOrder").find(({ name }) => name === "satisfaction");
    expect(satisfaction).toMatchObject({ type: "radio" });
    expect(satisfaction?.items?.map((one) => `${one.label_value} ${one.label_name}`)).toEqual([
      "10 非常满意",
      "8 满意",
      "5 一般",
      "1 不满意",
    ]);
  });
});
