/** The plain checks and the yup schema are two hands that wrote the same rules: whatever is given, they say the same. */
import * as fc from "fast-check";
import { ValidationError } from "yup";
import { checkRecord, compileForm, type FormField, type FormContext, valueTexts, yupSchema } from "./index.ts";

const options = ["甲", "乙", "丙", "丁"].map((label_name, at) => ({ label_name, label_value: String(at) }));
const many = Array.from({ length: 30 }, (_, at) => ({ label_name: `第${at}个`, label_value: `v${at}` }));
const contents = ["text", "number", "phone", "mobile", "idcard", "bankcard", "email", "link"] as const;

const flags = fc.record({ require: fc.boolean(), ruleError: fc.constantFrom("", "请填") }, { requiredKeys: [] });
const textField = fc.record({
  type: fc.constant("input" as const),
  maxLength: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
  ext: fc.record(
    {
      content: fc.constantFrom(...contents),
      min: fc.integer({ min: -100, max: 0 }),
      max: fc.integer({ min: 1, max: 1000 }),
      precision: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: [] },
  ),
});
const column: FormField = {
  type: "input",
  name: "price",
  label: "单价",
  require: true,
  ext: { content: "number", precision: 2 },
};
const others = fc.constantFrom<Omit<FormField, "name" | "label">>(
  { type: "textarea", maxLength: 5 },
  { type: "radio", items: options },
  { type: "select", items: options },
  { type: "checkbox", items: many },
  { type: "datepicker" },
  { type: "datepicker", format: "yyyy-MM-dd HH:mm:ss" },
  { type: "datepicker", format: "yyyy-MM" },
  { type: "datepicker", format: "HH:mm" },
  { type: "uploads", amount: 2 },
  { type: "cascading select", cascadeCount: 3 },
  { type: "cascading select", cascadeCount: 3, multilevelSelect: true },
  { type: "lookup", ext: { lookup: { to: "seat" } } },
  { type: "rows", ext: { rows: { fields: [column], min: 1, max: 3 } } },
);
const anyField: fc.Arbitrary<FormField> = fc
  .tuple(fc.oneof(textField, others), flags)
  .map(([one, more]) => ({ name: "x", label: "项目", ...one, ...more }));

const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 45 }),
  fc.constantFrom(
    "",
    " ",
    "甲",
    "0",
    "3",
    "13800138000",
    "02088886666",
    "11010519491231002X",
    "a@b.cn",
    "https://b.cn",
    "09:30",
  ),
  fc.constantFrom("2026-02-28", "2026-02-30", "2026-02", "2026-02-28 10:00:00", "2026-02-28 10:00"),
  fc.double({ min: -200, max: 2000, noNaN: true }).map((n) => n.toFixed(2)),
  fc.integer({ min: -200, max: 2000 }).map(String),
);
const path = fc
  .array(fc.constantFrom("a", "leaf", "?", ""), { maxLength: 4 })
  .map((ids) => ({ ids, labels: ids.map((id) => id || "空") }));
const upload = fc.record({ name: fc.constantFrom("f1", ""), fileName: fc.constantFrom("a.png", "b.exe", "c.XLSX") });
const nothing = fc.constantFrom<unknown>(null, undefined, "");
const marks = fc.constantFrom(...many.map((one) => one.label_value), "nosuch");
/** What a control may hold: of a wrong type there is nothing to compare, yup turns it into the right one. */
const byType: Readonly<Record<FormField["type"], fc.Arbitrary<unknown>>> = {
  input: texts,
  textarea: texts,
  radio: texts,
  select: texts,
  datepicker: texts,
  checkbox: fc.oneof(fc.subarray(many.map((one) => one.label_value)), fc.array(marks, { maxLength: 5 })),
  uploads: fc.array(upload, { maxLength: 3 }),
  "cascading select": path,
  lookup: fc.record({ id: fc.constantFrom("1", ""), label: fc.constantFrom("甲", "") }),
  rows: fc.array(fc.record({ price: fc.constantFrom("1.5", "1.555", "x", "") }), { maxLength: 4 }),
};
const pair = anyField.chain((field) => fc.tuple(fc.constant(field), fc.oneof(byType[field.type], nothing)));
const context: FormContext = {
  now: 0,
  cascade: (_field, ids) => (ids.includes("?") ? "unknown" : ids.at(-1) === "leaf" ? "leaf" : "branch"),
};

const yupSays = (field: FormField, value: unknown): string | undefined => {
  try {
    yupSchema(
      compileForm({ formId: "f", version: 1, name: "表", formType: "task", fields: [field] }),
      context,
    ).validateSync({ x: value }, { strict: false });
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
};
const wePlainlySay = (field: FormField, value: unknown): string | undefined =>
  checkRecord(
    compileForm({ formId: "f", version: 1, name: "表", formType: "task", fields: [field] }),
    { x: value },
    context,
  ).faults[0]?.message;

test("of two faults in one list of choices both say the same one (F10): an unknown choice before one that stands twice", () => {
  const items = ["v1", "v2"].map((one) => ({ label_name: one, label_value: one }));
  const boxes: FormField = { type: "checkbox", name: "x", label: "项目", items };
  const said = ["v1", "v1", "nosuch"];
  expect(yupSays(boxes, said)).toBe(valueTexts.choice("项目"));
  expect(wePlainlySay(boxes, said)).toBe(valueTexts.choice("项目"));
  expect([yupSays(boxes, ["v1", "v1"]), wePlainlySay(boxes, ["v1", "v1"])]).toEqual(
    Array.from({ length: 2 }, () => valueTexts.twice("项目")),
  );
});

test("plain checks and yup (F10): both find nothing, or both say the same", () => {
  fc.assert(
    fc.property(pair, ([field, value]) => expect(wePlainlySay(field, value)).toBe(yupSays(field, value))),
    { numRuns: 4_000 },
  );
});
