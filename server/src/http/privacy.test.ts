import { maskNumbers } from "./privacy.ts";

test.each([
  ["请拨13812345678", "请拨138****5678"],
  ["+8613812345678", "+86****5678"],
  ["+86 138 1234 5678", "+86****5678"],
  ["138-1234-5678转2", "138****5678转2"],
  ["总机0571-87654321", "总机057****4321"],
  ["(010)87654321", "010****4321"],
  ["010 87654321、02187654321", "010****4321、021****4321"],
])("numbers of telephones in a text are masked as people write them: %s", (text, masked) => {
  expect(maskNumbers(text)).toBe(masked);
});

test.each([
  "2026-11-22 07:15:00",
  "合同号HT-2026112201",
  "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0a11",
  "金额12345.67元，分机1001",
])("what is no telephone stays as it is: %s", (text) => {
  expect(maskNumbers(text)).toBe(text);
});
