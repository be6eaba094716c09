/** Whatever comes as a record: an answer, never an error; and what is kept is what would be kept again. */
import * as fc from "fast-check";
import {
  checkRecord,
  compileForm,
  controlTypes,
  type ControlType,
  explainForm,
  type FormField,
  newField,
  valueInWords,
} from "./index.ts";

const types = Object.keys(controlTypes) as ControlType[];
const number = (name: string, ext: FormField["ext"] = {}): FormField => ({
  type: "input",
  name,
  label: name,
  ext: { content: "number", precision: 2, min: -1e9, max: 1e9, ...ext },
});
const fields: readonly FormField[] = [
  ...types.map((type) => ({ ...newField(type, type.replace(" ", "_")), label: type, query: true })),
  number("price"),
  number("total", { formula: "price * 3 + count(rows)" }),
  {
    type: "rows",
    name: "goods",
    label: "goods",
    ext: { rows: { fields: [number("one"), number("two", { formula: "one * price" })] } },
  },
  { type: "input", name: "set", label: "set" },
];
const form = compileForm({
  formId: "f",
  version: 1,
  name: "表",
  formType: "workOrder",
  fields,
  ext: {
    rules: [
      {
        id: "1",
        name: "1",
        when: { field: "radio", op: "eq", value: "1" },
        then: [{ do: "hide", fields: ["textarea", "goods"] }],
      },
      {
        id: "2",
        name: "2",
        when: { field: "checkbox", op: "contains", value: "2" },
        then: [{ do: "set", field: "set", value: "label(checkbox) & input" }],
      },
      {
        id: "3",
        name: "3",
        when: { field: "cascading_select", op: "in", value: ["甲"] },
        then: [{ do: "lock", fields: ["datepicker"] }],
      },
      {
        id: "4",
        name: "4",
        when: { field: "lookup", op: "startsWith", value: "a" },
        then: [{ do: "options", field: "select", values: ["1"] }],
      },
    ],
  },
});

const good = fc.record(
  {
    input: fc.constantFrom("a", " 漏水 ", 12),
    textarea: fc.constantFrom("说明", "\n"),
    radio: fc.constantFrom("1", "2", 1),
    select: fc.constantFrom("1", "2", ""),
    checkbox: fc.subarray(["1", "2"]),
    datepicker: fc.constantFrom("2026-11-23", " 2026-01-01 ", ""),
    uploads: fc.constantFrom([], [{ name: "f1", fileName: "a.png", more: 1 }]),
    cascading_select: fc.constantFrom({ ids: ["1", "2"], labels: ["甲", "乙"] }, { ids: [], labels: [] }),
    lookup: fc.constantFrom({ id: "1", label: "abc", more: 1 }, null),
    rows: fc.constantFrom([{ column1: " a " }], [{ column1: "" }, {}]),
    price: fc.constantFrom("1.5", "-0", "007", ".5", 3),
    goods: fc.constantFrom([{ one: "2" }], [{ one: "2", two: "99" }, { more: 1 }]),
    total: fc.constantFrom("1", ""),
  },
  { requiredKeys: [] },
);
const bad = fc.dictionary(
  fc.constantFrom(...fields.map(({ name }) => name), "__proto__", "constructor", "x"),
  fc.jsonValue(),
);

test("F10: what has no words is answered too", () => {
  const wordless = { toString: false };
  for (const given of [[[wordless]], [wordless], { ids: [wordless], labels: [wordless] }, { label: wordless }])
    for (const { name } of fields) {
      expect(checkRecord(form, { [name]: given } as never, { now: 0 }).faults).toBeDefined();
      expect(explainForm(form, { [name]: given } as never, { now: 0 })).toBeDefined();
    }
});

test("F10: a record of any shape is answered, also by the tester", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        bad,
        fc.tuple(good, bad).map(([a, b]) => ({ ...a, ...b })),
      ),
      (given) => {
        const { values, faults } = checkRecord(form, given, { now: 0 });
        explainForm(form, given, { now: 0 });
        if (faults.length === 0) for (const field of form.fields) valueInWords(field, values[field.name]);
        expect(Object.keys(values).every((name) => form.byName.has(name))).toBe(true);
      },
    ),
    { numRuns: 4_000 },
  );
});

test("F10: what is kept is found good again, and kept the same", () => {
  let found = 0;
  fc.assert(
    fc.property(good, (given) => {
      const { values, faults } = checkRecord(form, given, { now: 0 });
      if (faults.length > 0) return;
      found++;
      expect(checkRecord(form, values, { now: 0 })).toMatchObject({ faults: [], values });
      const kept = checkRecord(form, {}, { now: 0, stored: values });
      expect(kept.faults).toEqual([]);
      expect(kept.values).toEqual(values);
      expect(checkRecord(form, values, { now: 0, stored: values }).values).toEqual(values);
    }),
    { numRuns: 3_000 },
  );
  expect(found).toBeGreaterThan(300);
});

test("F2: imports do not ask for what a workbook cannot hold", () => {
  const must = compileForm({
    formId: "f",
    version: 1,
    name: "表",
    formType: "task",
    fields: (["uploads", "rows", "input"] as const).map((type) => ({
      ...newField(type, type),
      label: type,
      require: true,
    })),
  });
  const said = (importing: boolean) => checkRecord(must, {}, { now: 0, importing }).faults.map(({ field }) => field);
  expect(said(true)).toEqual(["input"]);
  expect(said(false)).toEqual(["uploads", "rows", "input"]);
});
