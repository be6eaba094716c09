/**
 * The shared validators and field rules of console.md section 5, each once: forms, imports and the server read them here.
 * Optional unless the name of the rule's message says otherwise; add `.required()` where the field must be given.
 */
import { number, string, type StringSchema } from "yup";
import { uploadBytes } from "./file-rules.ts";
import { lengths } from "./lengths.ts";
import { lengthTexts } from "./locale.ts";
import { isTelephone, telephoneText, typedChars } from "./validators.ts";

/** Limits of console.md section 9, characters unless said. */
export const limits = {
  ...lengths,
  uploadBytes,
  checkbox: 20,
  number: 9_999_999,
} as const;

const empty = (v: string | undefined | null): v is undefined | null | "" => v === undefined || v === null || v === "";
const rule = (schema: StringSchema, name: string, message: string, holds: (value: string) => boolean) =>
  schema.test(name, message, (v) => empty(v) || holds(v));

/** Counts characters as people do: a surrogate pair is one. */
export const lengthOf = (text: string): number => [...text].length;

/** Length: at most `max`, at least `min`; equal bounds ask for exactly that many. */
export function lengthField(label: string, max: number = limits.input, min = 0) {
  const schema = string().label(label).trim();
  if (min === max) return rule(schema, "length", lengthTexts.exact(max), (v) => lengthOf(v) === max);
  // The bound stands with the rule, as with yup's own: inputs take their maxlength from it.
  const bounded = schema.test({
    name: "max",
    message: lengthTexts.max(max),
    params: { max },
    test: (v) => empty(v) || lengthOf(v) <= max,
  });
  return min > 0 ? rule(bounded, "min", lengthTexts.min(min), (v) => lengthOf(v) >= min) : bounded;
}

/** A name people type: required, at most 30. */
export const nameField = (label = "名称", max: number = limits.input) =>
  lengthField(label, max).required(`请输入${label}`);
export const remarkField = (label = "备注") => lengthField(label, limits.remark);

/** How many digits seat ids may have; an enterprise has one length. */
export const seatIdDigits = { min: 3, max: 8, default: 4 } as const;
export const seatIdSizeText = (digits: number | string, label = "坐席工号"): string => `${label}是${digits}位数字`;

/** Seat id: digits only, exact length (default 4); a range where the enterprise's length is not known yet. */
export function seatIdField(
  digits: number | { readonly min: number; readonly max: number } = seatIdDigits.default,
  label = "坐席工号",
) {
  const { min, max } = typeof digits === "number" ? { min: digits, max: digits } : digits;
  const size = min === max ? `${min}` : `${min}到${max}`;
  return rule(
    rule(string().label(label).trim(), "digits", `${label}只能是数字`, (v) => /^\d+$/.test(v)),
    "exact",
    seatIdSizeText(size, label),
    (v) => !/^\d+$/.test(v) || (v.length >= min && v.length <= max),
  ).required(`请输入${label}`);
}

/** Number length: digits only, `min` to `max` of them. */
export const digitsField = (label: string, min: number, max: number) =>
  rule(string().label(label).trim(), "digits", "请输入数字", (v) => /^\d+$/.test(v)).test(
    "size",
    min === max ? `${label}为${max}位数字` : `${label}为${min}到${max}位数字`,
    (v) => empty(v) || !/^\d+$/.test(v) || (v.length >= min && v.length <= max),
  );

export const phonePattern = /^1[356789]\d{9}$/;
/** Phone: 11 digits, 1 and then 3, 5, 6, 7, 8 or 9. */
export const phoneField = (label = "手机号码") =>
  rule(string().label(label).trim(), "phone", "请输入正确的11位手机号码", (v) => phonePattern.test(v));

/** A person's or a company's telephone, as people write it. */
export const telephoneField = (label = "联系电话") =>
  rule(string().label(label).trim(), "telephone", telephoneText(label), isTelephone);
/** The same without its hyphens, as it is dialled and found; an extension keeps its own. */
export const dialledTelephone = (text: string): string =>
  text.replace(/^(0\d{2,3})-(\d{7,8})(?!\d)/, "$1$2").replace(/^([48]00)-?(\d{3})-?(\d{4})$/, "$1$2$3");

/** A number that can be dialled: digits, a leading +, # and *. */
export const dialField = (label: string, max = 32) =>
  rule(lengthField(label, max), "dial", `${label}只能包含数字、+、*、#`, (v) => /^\+?[\d*#]+$/.test(v));

const octet = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const ip = new RegExp(`^${octet}(?:\\.${octet}){3}(?::(\\d{1,5}))?$`);
export function isIpAddress(text: string): boolean {
  const match = ip.exec(text);
  if (!match) return false;
  return match[1] === undefined || (Number(match[1]) > 0 && Number(match[1]) <= 65_535);
}
/** IP address, optionally with a port up to 65535; required. */
export const ipField = (label = "IP地址") =>
  rule(string().label(label).trim().required("请输入IP地址"), "ip", "请输入正确的IP地址", isIpAddress);

export const isDomain = (text: string): boolean =>
  text.length >= 3 &&
  text.length <= 255 &&
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i.test(text);
/** Domain: 3 to 255 characters; required. */
export const domainField = (label = "域名") =>
  rule(string().label(label).trim().required("请输入域名"), "domain", "请输入正确的域名", isDomain);

/** Chars: letters, digits, underscore, Chinese characters. */
export const charsField = (label: string, max: number = limits.input) =>
  rule(lengthField(label, max), "chars", "不能输入特殊字符", (v) => typedChars(v) === v);

/** The name people sign in with. */
export const accountNameField = () =>
  charsField("账号").required("请输入账号").matches(/^\w+$/, "账号只能包含字母、数字和下划线").min(2);

/** SMS template: no line breaks, no 【】. */
export const smsTemplateField = (label = "短信内容", max = 500) =>
  rule(lengthField(label, max), "sms", "不能有换行和【】", (v) => !/[\r\n【】]/.test(v));

export function isLink(text: string): boolean {
  try {
    const url = new URL(text);
    return (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "" && !/\s/.test(text);
  } catch {
    return false;
  }
}
/** Link address: an http(s) URL. */
export const linkField = (label = "链接地址", max = 500) =>
  rule(lengthField(label, max), "link", "请输入正确的url", isLink);

/** Digits only, as many as there are. */
export const digitOnlyField = (label: string, max: number = limits.input) =>
  rule(lengthField(label, max), "digitOnly", "只能输入数字", (v) => /^\d+$/.test(v));

const listOfDigits = (value: unknown): unknown => (typeof value === "string" ? trimmedDigitList(value) : value);

/** Digit-list textarea, while typing: digits and commas, a run of commas is one; a full-width comma is meant as one. */
export const typedDigitList = (text: string): string =>
  text
    .replace(/，/g, ",")
    .replace(/[^\d,]/g, "")
    .replace(/,+/g, ",");
/** Digit-list textarea, on blur and on the server: repeated commas collapse, edge commas go. */
export const trimmedDigitList = (text: string): string => text.replace(/,+/g, ",").replace(/^,|,$/g, "");

/** Digits in groups that a comma parts: 1001,1002. */
export const digitListField = (label: string, max: number = limits.remark) =>
  rule(lengthField(label, max).transform(listOfDigits), "digitList", "只能输入数字，多个以英文逗号隔开", (v) =>
    /^\d+(?:,\d+)*$/.test(v),
  );

/** Prefixes of numbers, '' : every number. */
export const prefixesField = (label: string) => digitListField(label, 500);

/** A number input: what is typed is kept within bounds by the field (cleanNumber), and refused by the server otherwise. */
export const numberField = (label: string, { min = 0, max = limits.number as number, integer = true } = {}) => {
  const schema = number()
    .label(label)
    .typeError(`${label}应为数字`)
    .min(min, `${label}不能小于${min}`)
    .max(max, `${label}不能大于${max}`);
  return integer ? schema.integer(`${label}应为整数`) : schema;
};

/** Number input, while typing: digits and one decimal point; a leading minus where min is below 0. */
export function typedNumber(text: string, min = 0): string {
  const minus = min < 0 && text.trimStart().startsWith("-") ? "-" : "";
  const [whole = "", ...rest] = text.replace(/[^\d.]/g, "").split(".");
  return minus + whole + (rest.length > 0 ? `.${rest.join("")}` : "");
}

/** Number input, on blur: clamped, with `precision` decimals where the field has a precision. '' stays ''. */
export function clampedNumber(text: string, min = 0, max: number = limits.number, precision?: number): string {
  const value = Number.parseFloat(text);
  if (Number.isNaN(value)) return "";
  const within = Math.min(max, Math.max(min, value));
  return precision === undefined ? String(within) : within.toFixed(precision);
}

/** 0 or 1, as the specification's flags travel. */
export const flagField = (label: string) => number().label(label).oneOf([0, 1]);

/** Required message defaults of console.md section 5, of the kinds of field there are. */
export const requiredTexts = {
  input: "该字段不能为空",
  select: "请选择",
  textarea: "该字段不能为空",
  date: "该选项不能为空",
  checkbox: "该选项不能为空",
} as const;

/** yyyy-MM-dd */
export const dateField = (label: string) =>
  rule(
    string().label(label),
    "date",
    `${label}格式应为 yyyy-MM-dd`,
    (v) =>
      /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(v) &&
      !Number.isNaN(Date.parse(`${v}T00:00:00Z`)) &&
      new Date(`${v}T00:00:00Z`).toISOString().startsWith(v),
  );
/** HH:mm */
export const timeField = (label: string) =>
  rule(
    string().label(label),
    "time",
    `${label}格式应为 HH:mm`,
    (v) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(v) || v === "24:00",
  );

/** A stretch of the hours of a day. */
export const timeRangeFields = () => ({
  from: timeField("开始时间").required("请选择时间"),
  to: timeField("结束时间")
    .required("请选择时间")
    .test("order", "结束时间应晚于开始时间", (v, { parent }) => !v || !parent.from || v > parent.from),
});

/** What masked inputs show: eight asterisks (console.md section 5, Form field rules). */
export const maskedInput = "********";
