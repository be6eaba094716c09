/** Keys: what may be pressed, and what collected ones may have to be. */
import type { OwnFault } from "./node-type.ts";

export const allKeys: readonly string[] = "0123456789*#".split("");

/** The exit of a key, made once: a text that is put together anew must be read to be found. */
const exitByKey: ReadonlyMap<string, string> = new Map(allKeys.map((key) => [key, `key-${key}`]));
export const keyExit = (key: string): string => exitByKey.get(key) ?? `key-${key}`;

/** One key, two meanings. */
export function repeated(keys: readonly string[]): readonly OwnFault[] {
  const given = keys.filter((key) => key !== "");
  const twice = given.find((key, at) => given.indexOf(key) !== at);
  return twice === undefined ? [] : [{ rule: "keys", text: `按键${twice}重复` }];
}

export const checks = ["any", "number", "phone", "idCard", "amount", "date"] as const;
export type KeyCheck = (typeof checks)[number];
export const checkWords: Readonly<Record<KeyCheck, string>> = {
  any: "不限",
  number: "数字",
  phone: "电话号码",
  idCard: "身份证号",
  amount: "金额（*为小数点）",
  date: "日期（年月日八位）",
};

/** GB 11643: the last of 18, where * stands for X. */
function isIdCard(keys: string): boolean {
  if (!/^\d{17}[\d*]$/.test(keys)) return false;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(keys[at]), 0);
  return "10*98765432"[sum % 11] === keys[17];
}

function isDate(keys: string): boolean {
  const [, y = "", m = "", d = ""] = /^(\d{4})(\d{2})(\d{2})$/.exec(keys) ?? [];
  const days = [
    31,
    Number(y) % 4 === 0 && (Number(y) % 100 !== 0 || Number(y) % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ];
  return y !== "" && Number(y) >= 1900 && Number(d) >= 1 && Number(d) <= (days[Number(m) - 1] ?? 0);
}

export function isOfType(check: KeyCheck, keys: string): boolean {
  switch (check) {
    case "any":
      return true;
    case "number":
      return /^\d+$/.test(keys);
    case "phone":
      return /^(1[3-9]\d{9}|0\d{9,11}|[2-8]\d{6,7}|400\d{7}|800\d{7})$/.test(keys);
    case "idCard":
      return isIdCard(keys);
    case "amount":
      return /^\d{1,9}(\*\d{1,2})?$/.test(keys);
    case "date":
      return isDate(keys);
  }
}
