import type { Schema } from "yup";
import {
  charsField,
  clampedNumber,
  dateField,
  dialField,
  digitListField,
  digitOnlyField,
  digitsField,
  domainField,
  ipField,
  lengthField,
  linkField,
  numberField,
  phoneField,
  remarkField,
  seatIdField,
  smsTemplateField,
  timeField,
  trimmedDigitList,
  typedDigitList,
  typedNumber,
} from "./fields.ts";
import * as fields from "./fields.ts";
import { fieldRuleCases } from "../testing/field-rules.ts";
import { typedChars, typedDigits } from "./validators.ts";
import * as validators from "./validators.ts";

/** The first message, or 'ok'. */
const said = (schema: Schema, value: unknown): string => {
  try {
    schema.validateSync(value);
    return "ok";
  } catch (error) {
    return (error as Error).message;
  }
};

test.each<[string, Schema, unknown, string]>([
  ["length, over", lengthField("名称"), "字".repeat(31), "最多输入30个字符"],
  ["length, at the bound", lengthField("名称"), "字".repeat(30), "ok"],
  ["length, a surrogate pair is one", lengthField("名称", 2), "😀😀", "ok"],
  ["length, under", lengthField("名称", 10, 3), "12", "最少输入3个字符"],
  ["length, exact", lengthField("编码", 4, 4), "123", "只能输入4个字符"],
  ["length, nothing is no fault", lengthField("编码", 4, 4), "", "ok"],
  ["seat id, letters", seatIdField(), "10a1", "坐席工号只能是数字"],
  ["seat id, too long", seatIdField(), "10011", "坐席工号是4位数字"],
  ["seat id, other length", seatIdField(6), "100001", "ok"],
  ["seat id, none", seatIdField(), "", "请输入坐席工号"],
  ["number length, letters", digitsField("号码", 3, 5), "abc", "请输入数字"],
  ["number length, too short", digitsField("号码", 3, 5), "12", "号码为3到5位数字"],
  ["phone", phoneField(), "13800138000", "ok"],
  ["phone, second digit", phoneField(), "14800138000", "请输入正确的11位手机号码"],
  ["phone, ten digits", phoneField(), "1380013800", "请输入正确的11位手机号码"],
  ["IP", ipField(), "10.0.0.8", "ok"],
  ["IP with port", ipField(), "10.0.0.8:65535", "ok"],
  ["IP, port too high", ipField(), "10.0.0.8:65536", "请输入正确的IP地址"],
  ["IP, octet too high", ipField(), "10.0.0.256", "请输入正确的IP地址"],
  ["IP, none", ipField(), "", "请输入IP地址"],
  ["domain", domainField(), "voip.example.com", "ok"],
  ["domain, none", domainField(), "", "请输入域名"],
  ["domain, no dot", domainField(), "localhost", "请输入正确的域名"],
  ["domain, too long", domainField(), `${"a".repeat(63)}.`.repeat(4) + "com", "请输入正确的域名"],
  ["chars", charsField("名称"), "一组_A1", "ok"],
  ["chars, special", charsField("名称"), "一组-1", "不能输入特殊字符"],
  ["SMS template, line break", smsTemplateField(), "您好\n再见", "不能有换行和【】"],
  ["SMS template, brackets", smsTemplateField(), "【联台】您好", "不能有换行和【】"],
  ["link", linkField(), "https://example.com/a?b=1", "ok"],
  ["link, other scheme", linkField(), "javascript:alert(1)", "请输入正确的url"],
  ["link, no scheme", linkField(), "example.com", "请输入正确的url"],
  ["digits only", digitOnlyField("前缀"), "1-2", "只能输入数字"],
  ["digit list", digitListField("前缀"), "13,15", "ok"],
  ["digit list, full-width comma", digitListField("前缀"), "13，15", "只能输入数字，多个以英文逗号隔开"],
  ["dialled number", dialField("号码"), "+8613800138000", "ok"],
  ["dialled number, letters", dialField("号码"), "138abc", "号码只能包含数字、+、*、#"],
  ["remark", remarkField(), "字".repeat(201), "最多输入200个字符"],
  ["number, over the default", numberField("数量"), 10_000_000, "数量不能大于9999999"],
  ["number, fraction", numberField("数量"), 1.5, "数量应为整数"],
  ["number, text", numberField("数量"), "x", "数量应为数字"],
  ["date", dateField("日期"), "2026-02-30", "日期格式应为 yyyy-MM-dd"],
  ["date, a leap day", dateField("日期"), "2028-02-29", "ok"],
  ["time", timeField("时间"), "24:00", "ok"],
  ["time, over", timeField("时间"), "24:01", "时间格式应为 HH:mm"],
])("%s", (_name, schema, value, message) => {
  expect(said(schema, value)).toBe(message);
});

test("a number input keeps digits and one point, a minus where it may be below zero, and stays within bounds", () => {
  expect([typedNumber("1a2.3.4"), typedNumber("-5"), typedNumber("-5", -10), typedNumber(".5")]).toEqual([
    "12.34",
    "5",
    "-5",
    ".5",
  ]);
  expect([
    clampedNumber("12345678"),
    clampedNumber("-3"),
    clampedNumber("-30", -10),
    clampedNumber("", 1),
    clampedNumber("."),
  ]).toEqual(["9999999", "0", "-10", "", ""]);
});

test("an input without special characters keeps word characters and Chinese characters", () => {
  expect(typedChars("一组-A_1 （东）😀!")).toBe("一组A_1东");
});

test("a digit-only input drops what is no digit; a digit list keeps one comma between digits and none at the edges", () => {
  expect(typedDigits("1a-2 3")).toBe("123");
  expect(typedDigitList(",1a3,,，15,")).toBe(",13,15,");
  expect(trimmedDigitList(",13,,15,")).toBe("13,15");
});

test("a number input with a precision has that many decimals on leaving", () => {
  expect([clampedNumber("0.05", 0, 10, 4), clampedNumber("12.3", 0, 10, 2), clampedNumber("", 0, 10, 2)]).toEqual([
    "0.0500",
    "10.00",
    "",
  ]);
});

test("every field rule stands in the table that is driven through the form and through the server", () => {
  const rules = [...Object.keys(fields), ...Object.keys(validators)].filter((name) => name.endsWith("Field"));
  expect(rules).toContain("seatIdField");
  const driven = fieldRuleCases.map(({ schema }) => schema.toString()).join("\n");
  expect(rules.filter((name) => !new RegExp(`\\b${name}\\b`).test(driven))).toEqual([]);
});
