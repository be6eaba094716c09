import {
  checkRecord,
  compileForm,
  type FormContext,
  type FormDefinition,
  type FormField,
  satisfactionOptions,
} from "./index.ts";

const now = Date.parse("2026-11-23T06:00:00Z");
const context: FormContext = { now };
const formOf = (...fields: readonly FormField[]): FormDefinition => ({
  formId: "f1",
  version: 1,
  name: "工单",
  formType: "workOrder",
  fields,
});
const said = (field: FormField, value: unknown, more: Partial<FormContext> = {}): string | undefined =>
  checkRecord(compileForm(formOf(field)), { [field.name]: value }, { ...context, ...more }).faults[0]?.message;

const options = (...names: readonly string[]) =>
  names.map((name, at) => ({ label_name: name, label_value: String(at + 1) }));
const one = (type: FormField["type"], more: Partial<FormField> = {}): FormField => ({
  type,
  name: "x",
  label: "项目",
  ...more,
});
const path = (...ids: readonly string[]) => ({ ids, labels: ids.map((id) => `第${id}项`) });
const files = (...names: readonly string[]) => names.map((fileName, at) => ({ name: `id${at}`, fileName }));

describe("what is missing (F2; console.md section 5)", () => {
  test.each<[FormField, string]>([
    [one("input"), "该字段不能为空"],
    [one("textarea"), "该字段不能为空"],
    [one("radio", { items: options("是", "否") }), "请选择"],
    [one("select", { items: options("是", "否") }), "请选择"],
    [one("cascading select", { cascadeCount: 2 }), "请选择"],
    [one("datepicker"), "该选项不能为空"],
    [one("checkbox", { items: options("是", "否") }), "该选项不能为空"],
    [one("uploads"), "请上传图片"],
    [one("lookup", { ext: { lookup: { to: "customer" } } }), "该项为必填项"],
    [one("rows", { ext: { rows: { fields: [one("input")] } } }), "该项为必填项"],
  ])("%#", (field, text) => {
    const empty = ["", "  ", null, undefined, []];
    for (const value of empty) {
      expect(said({ ...field, require: true }, value)).toBe(text);
      expect(said({ ...field, require: true, ruleError: "填一下" }, value)).toBe("填一下");
      expect(said(field, value)).toBeUndefined();
    }
    expect(checkRecord(compileForm(formOf({ ...field, require: true })), {}, context).faults).toEqual([
      { path: "x", field: "x", label: "项目", message: text },
    ]);
  });

  test("importRequire counts in imports alone", () => {
    expect(said(one("input", { importRequire: true }), "")).toBeUndefined();
    expect(said(one("input", { importRequire: true }), "", { importing: true })).toBe("该字段不能为空");
  });
});

const boxes = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));
const many = options(...boxes(30));
const number = (ext: FormField["ext"] = {}) => one("input", { ext: { content: "number", ...ext } });
const typed = (content: "mobile" | "idcard" | "bankcard" | "email" | "link" | "phone") =>
  one("input", { ext: { content } });
const tree: Partial<FormContext> = {
  cascade: (_field, ids) => (ids.includes("?") ? "unknown" : ids.join() === "a,b,c,leaf" ? "leaf" : "branch"),
};

test.each<[FormField, unknown, string | undefined, Partial<FormContext>?]>([
  [one("input"), "字".repeat(30), undefined],
  [one("input"), "字".repeat(31), "最多输入30个字符"],
  [one("input"), "😀".repeat(30), undefined],
  [one("input", { maxLength: 4 }), "12345", "最多输入4个字符"],
  [one("textarea"), "字".repeat(201), "最多输入200个字符"],
  [one("textarea", { maxLength: 1000 }), "字".repeat(1000), undefined],
  [one("input"), { length: 1 }, "项目应为文字"],
  [one("input"), true, "项目应为文字"],
  [one("input"), 12, undefined],
  [one("radio", { items: options("是", "否") }), "3", "项目：请选择"],
  [one("radio", { items: satisfactionOptions }), 10, undefined],
  [one("radio", { items: options("是", "否") }), "toString", "项目：请选择"],
  [one("checkbox", { items: many }), boxes(20), undefined],
  [one("checkbox", { items: many }), boxes(21), "最多选择20项"],
  [one("checkbox", { items: many }), ["1", "1"], "项目有重复的选项"],
  [one("checkbox", { items: many }), ["1", "x"], "项目：请选择"],
  [one("checkbox", { items: many }), "1", "项目应为列表"],
  [one("datepicker"), "2026-02-28", undefined],
  [one("datepicker"), "2026-02-29", "项目格式应为 yyyy-MM-dd"],
  [one("datepicker"), "2024-02-29", undefined],
  [one("datepicker", { format: "yyyy-MM-dd HH:mm" }), "2026-02-28 23:59", undefined],
  [one("datepicker", { format: "yyyy-MM-dd HH:mm" }), "2026-02-28 24:00", "项目格式应为 yyyy-MM-dd HH:mm"],
  [one("datepicker", { format: "yyyy-MM-dd HH:mm:ss" }), "2026-02-28 23:59:60", "项目格式应为 yyyy-MM-dd HH:mm:ss"],
  [one("datepicker", { format: "yyyy-MM" }), "2026-13", "项目格式应为 yyyy-MM"],
  [one("datepicker", { format: "HH:mm" }), "09:30", undefined],
  [one("datepicker", { format: "HH:mm" }), "9:30", "项目格式应为 HH:mm"],
  [one("uploads"), files("a.PNG"), undefined],
  [one("uploads"), files("a.exe"), "只能上传jpg, jpeg, png, xls, xlsx, doc, docx文件"],
  [one("uploads", { amount: 2 }), files("a.png", "b.png", "c.png"), "最多上传2个文件"],
  [one("uploads"), files("a.png", "b.png"), "最多上传1个文件"],
  [one("cascading select", { cascadeCount: 5 }), path("a", "b", "c"), "请选择", tree],
  [one("cascading select", { cascadeCount: 5 }), path("a", "b", "c", "d", "e"), undefined, tree],
  [one("cascading select", { cascadeCount: 5 }), path("a", "b", "c", "leaf"), undefined, tree],
  [one("cascading select", { cascadeCount: 5 }), path("a", "b", "c", "d"), "请选择", tree],
  [one("cascading select", { multilevelCount: 5 }), path("a", "b", "c", "d"), "请选择", tree],
  [one("cascading select", { cascadeCount: 5, multilevelSelect: true }), path("a", "b"), undefined, tree],
  [one("cascading select", { cascadeCount: 2 }), path("a", "?"), "项目：请选择", tree],
  [one("cascading select", { cascadeCount: 2 }), path("a", "b", "c"), "项目格式有误", tree],
  [number(), "12.5", undefined],
  [number(), "1e5", "项目应为数字"],
  [number(), "-1", "项目不能小于0"],
  [number({ min: -5 }), "-1", undefined],
  [number(), "10000000", "项目不能大于9999999"],
  [number({ precision: 2 }), "1.234", "项目最多2位小数"],
  [number({ precision: 0 }), "1.5", "项目应为整数"],
  [one("input", { name: "phone" }), "020-88886666", "请输入数字"],
  [one("input", { name: "phone" }), "02088886666", undefined],
  [one("input", { name: "phone" }), "12", "项目为3到20位数字"],
  [typed("mobile"), "14800138000", "请输入正确的11位手机号码"],
  [typed("mobile"), "13800138000", undefined],
  [typed("idcard"), "11010519491231002X", undefined],
  [typed("idcard"), "110105194912310021", "请输入正确的身份证号码"],
  [typed("bankcard"), "62220210011168", undefined],
  [typed("bankcard"), "6222-0210", "请输入正确的银行卡号"],
  [typed("email"), "a@example.com", undefined],
  [typed("email"), "a@", "请输入正确的邮箱地址"],
  [typed("link"), "https://example.com/x", undefined],
  [typed("link"), "javascript:alert(1)", "请输入正确的url"],
])("a value that is there (F2, F8), case %#", (...[field, value, message, more]) => {
  expect(said(field, value, more)).toBe(message);
});

test("F8: down to the last level or to a leaf, whether it is required or not; added levels as deep as they were added", () => {
  const area = one("cascading select", { cascadeCount: 3 });
  const leaf: Partial<FormContext> = { cascade: (_field, ids) => (ids.at(-1) === "香港" ? "leaf" : "branch") };
  for (const require of [true, false]) {
    expect(said({ ...area, require }, path("广东", "深圳"), leaf)).toBe("请选择");
    expect(said({ ...area, require, ruleError: "选到区" }, path("广东", "深圳"), leaf)).toBe("选到区");
    expect(said({ ...area, require }, path("广东", "深圳", "南山"), leaf)).toBeUndefined();
    expect(said({ ...area, require }, path("香港"), leaf)).toBeUndefined();
    expect(said({ ...area, require, multilevelSelect: true }, path("广东"), leaf)).toBeUndefined();
  }
  // Nobody knows where branches end: the depth alone is looked at.
  expect(said(area, path("香港"))).toBe("请选择");
});
