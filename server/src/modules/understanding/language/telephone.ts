/** Telephone numbers read digit by digit: 幺三八 零零幺三 八零零零, 三个八 (docs/protocol.md, I6). */
import { digitByDigit } from "./numerals.ts";

const sign = "[零〇一二三四五六七八九幺洞拐两\\d]";
/** 三个八 is 888, 两个零 is 00. */
const repeated = new RegExp(`([两二三四五六])个(${sign})`, "g");
const counts: Readonly<Record<string, number>> = { 两: 2, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6 };
/** What people put between groups. */
const between = "[\\s,，、.。\\-—－转]*(?:然后|接着|再)?[\\s,，、]*";
const row = new RegExp(`${sign}(?:${between}${sign}){4,19}`, "g");

/** 11 digits of a mobile, an area code with 7 or 8, 400 and 800, 95xxx, a local number. */
const telephone = /^(?:1[3-9]\d{9}|0\d{2,3}[1-9]\d{6,7}|[48]00\d{7}|95\d{3,6}|1(?:00|23)\d{2}|[2-9]\d{6,7})$/;

const digitsOf = (text: string): string =>
  digitByDigit(
    text.replace(/洞/g, "零").replace(/拐/g, "七").replace(new RegExp(`[^零〇一二三四五六七八九幺两\\d]`, "g"), ""),
  ) ?? "";

/** A country code before a mobile number goes. */
const local = (digits: string): string => digits.replace(/^(?:00)?86(?=1[3-9]\d{9}$)/, "");

/** Digits of the first telephone number that is said. */
export function readTelephone(text: string): { readonly value: string; readonly said: string } | undefined {
  const spelt = text
    .replace(/\+/g, "")
    .replace(repeated, (_, count: string, one: string) => one.repeat(counts[count] ?? 1));
  for (const [said] of spelt.matchAll(row)) {
    const value = local(digitsOf(said));
    if (telephone.test(value)) return { value, said };
  }
  return undefined;
}
