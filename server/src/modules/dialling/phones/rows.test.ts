/** F108: a number as a list shows it to who sees none could be dialled as it is. */
import { emptyRow, listRules, rowFault } from "./rows.ts";

test.each([
  ["138****5678", "号码没有完整显示，请填写完整的号码"],
  ["+86****5678", "号码没有完整显示，请填写完整的号码"],
  ["*72#", ""],
  ["13800005678", ""],
])("F108 %s: %s", (phone, fault) => {
  expect(rowFault({ ...emptyRow, phone }, listRules, 0)).toBe(fault);
});
