/** Shared validators of console.md section 5 that this issue needs; each rule once, both sides. */
import { string } from "yup";
import { parseTime } from "./time.ts";

export const passwordMessages = {
  strength: "密码长度至少8位，且由大小写字母、数字和符号组成",
  chinese: "请勿输入中文",
} as const;

const cjk = /[\u3400-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uffef]/;

/** The rules one by one, for a screen that ticks them off as they are met. */
export const passwordRules: readonly { readonly text: string; readonly met: (value: string) => boolean }[] = [
  { text: "至少8位", met: (v) => v.length >= 8 },
  { text: "包含大写字母", met: (v) => /[A-Z]/.test(v) },
  { text: "包含小写字母", met: (v) => /[a-z]/.test(v) },
  { text: "包含数字", met: (v) => /\d/.test(v) },
  { text: "包含符号", met: (v) => /[^A-Za-z0-9\s]/.test(v.replace(new RegExp(cjk, "g"), "")) },
  { text: "不含中文", met: (v) => v.length > 0 && !cjk.test(v) },
];

export const isStrongPassword = (value: string): boolean => passwordRules.every((rule) => rule.met(value));

export const passwordField = () =>
  string()
    .label("密码")
    .required("请输入密码")
    .test("chinese", passwordMessages.chinese, (v) => !cjk.test(v))
    .test("strength", passwordMessages.strength, (v) => passwordRules.slice(0, 5).every((rule) => rule.met(v)));

/** Enterprise code: 6 characters. */
export const enterpriseCodeField = () =>
  string()
    .label("企业编号")
    .required("请输入企业编号")
    .matches(/^[0-9A-Za-z]{6}$/, "企业编号为6位字母或数字");

export const dateTimeField = (label: string) =>
  string()
    .label(label)
    .test(
      "dateTime",
      `${label}格式应为 yyyy-MM-dd HH:mm:ss`,
      (v) => v == null || v === "" || parseTime(v) !== undefined,
    );

/** First 3, ****, last 4 (console.md section 5). Numbers of up to 7 digits are not phone numbers and stay. */
export function maskPhone(number: string): string {
  return number.length > 7 ? `${number.slice(0, 3)}****${number.slice(-4)}` : number;
}

/** What maskPhone makes of a number, in a workbook that was exported for who sees none: it could be dialled as it is. */
export const isMasked = (text: string): boolean => /^\+?\d{1,3}\*{4}\d{4}$/.test(text);
export const maskedText = (label: string): string => `${label}没有完整显示，请填写完整的号码`;

/** A mobile number that is encrypted on the way where the enterprise asks for it: 1[3-9] and 9 digits. */
export const mobilePattern = /^1[3-9]\d{9}$/;
/** How an encrypted number stands in a body: enc:KID:BASE64. */
export const enciphered = (kid: string, ciphertext: string): string => `enc:${kid}:${ciphertext}`;
export function parseEnciphered(text: string): { readonly kid: string; readonly ciphertext: string } | undefined {
  const match = /^enc:([\w-]{1,64}):([A-Za-z0-9+/]{100,1000}={0,2})$/.exec(text);
  return match ? { kid: match[1]!, ciphertext: match[2]! } : undefined;
}

/** What a person's or a company's telephone is: mobile, landline with its area code (and extension), 400/800, 95/96, +country. */
const telephones = [
  mobilePattern,
  /^0\d{2,3}-?\d{7,8}(?:[-转#]\d{1,6})?$/,
  /^[48]00-?\d{3}-?\d{4}$/,
  /^9[56]\d{3,6}$/,
  /^\+[1-9]\d{6,14}$/,
];
export const isTelephone = (text: string): boolean => telephones.some((pattern) => pattern.test(text));
export const telephoneText = (label: string): string =>
  `${label}应为手机号码、带区号的座机号码、400、800、95、96开头的号码或+开头的国际号码`;

/** Digit-only input, while typing. */
export const typedDigits = (text: string): string => text.replace(/\D/g, "");
/** Special-character ban, while typing: word characters and Chinese characters stay (charsField). */
export const typedChars = (text: string): string => text.replace(/[^\w\u3400-\u9fff\uf900-\ufaff]/g, "");
