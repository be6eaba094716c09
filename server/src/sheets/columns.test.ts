/** Cells of imports: the short way (plain-check.ts) says what the schema itself says. */
import {
  charsField,
  dateField,
  flagField,
  linkField,
  nameField,
  numberField,
  phoneField,
  seatIdField,
} from "@liantai/api/contract/admin";
import { string, type Schema, type ValidationError } from "yup";
import { rowChecker } from "./index.ts";

const schemas: readonly (readonly [string, Schema])[] = [
  ["工号", seatIdField(4)],
  ["电话", phoneField("电话")],
  ["姓名", nameField("姓名")],
  ["字符", charsField("字符", 5)],
  ["排序", numberField("排序", { min: 1, max: 9 })],
  ["开关", flagField("开关")],
  ["方向", string().oneOf(["呼入", "呼出"])],
  ["日期", dateField("日期")],
  ["链接", linkField()],
  [
    "大写",
    string()
      .transform((v: string) => v.toUpperCase())
      .max(3),
  ],
  [
    "自己",
    string().test("own", "不对", (value, context) =>
      value === "x" ? context.createError({ message: "另一个原因" }) : true,
    ),
  ],
];
const texts = [
  "1001",
  "10",
  "abcd",
  "13812345678",
  "12812345678",
  "张三",
  "张".repeat(31),
  "a-b",
  "5",
  "10.5",
  "abc",
  "0",
  "1",
  "2",
  "呼入",
  "呼",
  "2026-02-28",
  "2026-02-30",
  "https://a.cn/x",
  "ftp://a",
  "abcd ",
  " x",
  "x",
];
test.each(schemas)("%s: the short way says what the schema says", (title, schema) => {
  const check = rowChecker([{ title, name: "v", schema }], [title]);
  for (const text of texts) {
    let expected: unknown;
    try {
      expected = { value: { v: schema.validateSync(text.trim()) as unknown } };
    } catch (error) {
      const [message = ""] = (error as ValidationError).errors;
      expected = { faults: [{ field: title, message: message.includes(title) ? message : `${title}：${message}` }] };
    }
    expect([text, check([text])]).toEqual([text, expected]);
  }
});
