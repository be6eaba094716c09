/**
 * Every field rule of console.md and realtime.md, section 5, whose fields exist, with texts written by hand from there
 * (its English put as a colleague would say it). shared/ui runs it through the resolver of forms, the server through
 * its gate: one bad input, one text.
 */
import type { Schema } from "yup";
import {
  accountNameField,
  charsField,
  dateField,
  dialField,
  digitListField,
  digitOnlyField,
  digitsField,
  domainField,
  flagField,
  ipField,
  lengthField,
  linkField,
  nameField,
  numberField,
  phoneField,
  prefixesField,
  remarkField,
  seatIdField,
  smsTemplateField,
  telephoneField,
  timeField,
} from "../contract/fields.ts";
import { dateTimeField, enterpriseCodeField, passwordField } from "../contract/validators.ts";

/** message null: it is taken, as `taken` where that is not what was given. */
interface FieldRuleCase {
  readonly rule: string;
  readonly schema: () => Schema;
  readonly value: string | number;
  readonly message: string | null;
  readonly taken?: string | number;
}

const strong = "密码长度至少8位，且由大小写字母、数字和符号组成";
const phone = "请输入正确的11位手机号码";
const link = "请输入正确的url";
const taken = (value: string): readonly [string, null] => [value, null];
const notTelephone = (value: string): readonly [string, string] => [
  value,
  "联系电话应为手机号码、带区号的座机号码、400、800、95、96开头的号码或+开头的国际号码",
];
const rule = (
  rule: string,
  schema: () => Schema,
  ...cases: readonly (readonly [value: string | number, message: string | null, taken?: string | number])[]
): FieldRuleCase[] =>
  cases.map(([value, message, taken]) => ({ rule, schema, value, message, ...(taken === undefined ? {} : { taken }) }));

export const fieldRuleCases: readonly FieldRuleCase[] = [
  ...rule("length, default", () => lengthField("标题"), ["字".repeat(30), null], ["字".repeat(31), "最多输入30个字符"]),
  ...rule("length, least", () => lengthField("标题", 10, 3), ["ab", "最少输入3个字符"]),
  ...rule("length, exact", () => lengthField("编码", 4, 4), ["123", "只能输入4个字符"], ["12345", "只能输入4个字符"]),
  ...rule("input", () => nameField("名称"), ["", "请输入名称"], ["字".repeat(31), "最多输入30个字符"]),
  ...rule("remark", () => remarkField(), ["字".repeat(200), null], ["字".repeat(201), "最多输入200个字符"]),
  ...rule(
    "seat id",
    () => seatIdField(),
    ["10a1", "坐席工号只能是数字"],
    ["100", "坐席工号是4位数字"],
    ["10011", "坐席工号是4位数字"],
    ["1001", null],
  ),
  ...rule("seat id, six", () => seatIdField(6), ["1001", "坐席工号是6位数字"], ["100101", null]),
  ...rule("number length", () => digitsField("号码", 3, 5), ["12a", "请输入数字"], ["12", "号码为3到5位数字"]),
  ...rule(
    "phone",
    () => phoneField(),
    ["13812345678", null],
    ["14812345678", phone],
    ["1381234567", phone],
    ["23812345678", phone],
  ),
  ...rule(
    "telephone",
    () => telephoneField("联系电话"),
    ...["13812345678", "14812345678", "010-12345678", "02012345678", "0755-1234567", "075512345678"].map(taken),
    ...["0755-12345678-801", "0755-12345678转801", "400-123-4567", "4001234567", "8001234567"].map(taken),
    ...["95588", "96110123", "+8613812345678", "+1234567"].map(taken),
    ...["12345", "110", "1001", "1381234567", "12812345678", "12345678", "010-123456"].map(notTelephone),
    ...["+123456", "+1234567890123456", "95", "400-12-34567", "abc", "138 1234 5678", "0755-12345678-1234567"].map(
      notTelephone,
    ),
  ),
  ...rule(
    "IP address",
    () => ipField(),
    ["", "请输入IP地址"],
    ["10.0.0.256", "请输入正确的IP地址"],
    ["10.0.0.1:65536", "请输入正确的IP地址"],
    ["10.0.0.1:65535", null],
  ),
  ...rule(
    "domain",
    () => domainField(),
    ["", "请输入域名"],
    ["ab", "请输入正确的域名"],
    [`${"a".repeat(60)}.`.repeat(5) + "com", "请输入正确的域名"],
    ["pbx.example.cn", null],
  ),
  ...rule(
    "password",
    () => passwordField(),
    ["Aa1!aaa", strong],
    ["aa11!!aa", strong],
    ["AA11!!AA", strong],
    ["Aaaa!!aa", strong],
    ["Aaaa1111", strong],
    ["Aa1!aaa中", "请勿输入中文"],
    ["Aa1!aaaa", null],
  ),
  ...rule("chars", () => charsField("名称"), ["一组-A", "不能输入特殊字符"], ["一组_A1", null]),
  ...rule(
    "SMS template",
    () => smsTemplateField(),
    ["您好\n再见", "不能有换行和【】"],
    ["【联台】您好", "不能有换行和【】"],
    ["您好", null],
  ),
  ...rule("link address", () => linkField(), ["ftp://a.cn", link], ["a.cn", link], ["https://a.cn/b?c=1", null]),
  ...rule("digits only", () => digitOnlyField("前缀"), ["1a2", "只能输入数字"], ["012", null]),
  ...rule(
    "digit list",
    () => digitListField("前缀"),
    [",13,,,15,", null, "13,15"],
    [",,,", null, ""],
    ["13;15", "只能输入数字，多个以英文逗号隔开"],
  ),
  ...rule(
    "dialled number",
    () => dialField("号码", 20),
    ["138abc", "号码只能包含数字、+、*、#"],
    ["1".repeat(21), "最多输入20个字符"],
    ["+8613812345678", null],
    ["*72#", null],
  ),
  ...rule(
    "prefixes",
    () => prefixesField("号码前缀"),
    ["13a", "只能输入数字，多个以英文逗号隔开"],
    ["1,".repeat(251), "最多输入500个字符"],
    ["", null],
  ),
  ...rule(
    "account",
    () => accountNameField(),
    ["", "请输入账号"],
    ["张三", "账号只能包含字母、数字和下划线"],
    ["a", "最少输入2个字符"],
    ["a".repeat(31), "最多输入30个字符"],
    ["zhang_3", null],
  ),
  ...rule(
    "enterprise code",
    () => enterpriseCodeField(),
    ["", "请输入企业编号"],
    ["12345", "企业编号为6位字母或数字"],
    ["10000A", null],
  ),
  ...rule(
    "date",
    () => dateField("日期"),
    ["2026-02-30", "日期格式应为 yyyy-MM-dd"],
    ["2026/02/01", "日期格式应为 yyyy-MM-dd"],
    ["2028-02-29", null],
  ),
  ...rule(
    "time",
    () => timeField("时间"),
    ["24:01", "时间格式应为 HH:mm"],
    ["9:00", "时间格式应为 HH:mm"],
    ["24:00", null],
  ),
  ...rule(
    "date and time",
    () => dateTimeField("开始时间"),
    ["明天", "开始时间格式应为 yyyy-MM-dd HH:mm:ss"],
    ["2026-02-30 08:00:00", "开始时间格式应为 yyyy-MM-dd HH:mm:ss"],
    ["2026-02-28 08:00:00", null],
  ),
  ...rule("flag", () => flagField("启用"), [2, "启用只能是以下值之一：0, 1"], [1, null]),
  ...rule(
    "number",
    () => numberField("数量"),
    [10_000_000, "数量不能大于9999999"],
    [-1, "数量不能小于0"],
    [1.5, "数量应为整数"],
    [9_999_999, null],
  ),
];
