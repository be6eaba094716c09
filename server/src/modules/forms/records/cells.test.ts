/** F108: what cells of dates and times may say. */
import { compileForm } from "@liantai/api/forms";
import { cellValue } from "./cells.ts";

const form = compileForm({
  formId: "f1",
  formType: "customer",
  name: "客户",
  version: 1,
  fields: [
    { type: "datepicker", name: "at", label: "时间", format: "HH:mm" },
    { type: "datepicker", name: "month", label: "月份", format: "yyyy-MM" },
    { type: "datepicker", name: "day", label: "日期", format: "yyyy-MM-dd" },
  ],
} as never);

test.each([
  ["at", "9:30", "09:30"],
  ["at", "09:30:00", "09:30"],
  ["at", "21：05", "21:05"],
  ["at", "10:30 PM", "10:30 PM"],
  ["at", "10:305", "10:305"],
  ["month", "2026年3月", "2026-03"],
  ["month", "2026/3", "2026-03"],
  ["day", "2026年3月1日", "2026-03-01"],
  ["day", "46000", "46000"],
])("F108 %s: %s is %s", (name, text, value) => {
  expect(cellValue(form.byName.get(name)!, text, [], { find: () => undefined })).toBe(value);
});
