/** Sums of money: 三百块五, 十二块五毛三, 128.5元, 一万二 (docs/protocol.md, I7). */
import { findNumerals, parseNumeral } from "./numerals.ts";

const number = "[零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟\\d.点,]+";
const digit = "[零〇一二两三四五六七八九\\d]";
const sum = new RegExp(
  `(?:¥|￥|人民币)?(${number}|半)(?:块钱|块|元钱|元|圆)(?:零)?(?:(${digit})[毛角](?:钱)?)?(?:(${digit}{1,2})(?:分(?:钱)?)?)?`,
);
const coins = new RegExp(`(${digit})[毛角](?:钱)?(?:(${digit})分?)?|(${digit}{1,2})分钱`);
const signed = new RegExp(`[¥￥](${number})`);

const cents = (yuan: number): number => Math.round(yuan * 100) / 100;
const of = (text: string | undefined): number => (text === undefined ? 0 : (parseNumeral(text) ?? 0));

/** Behind 块 one digit is 毛, behind 毛 it is 分; 两位 are both. */
function rest(jiao: string | undefined, last: string | undefined): number {
  if (jiao !== undefined) return of(jiao) / 10 + of(last) / 100;
  if (last === undefined) return 0;
  return [...last].length === 2 ? of([...last][0]) / 10 + of([...last][1]) / 100 : of(last) / 10;
}

/** Yuan with two decimals. Without a unit a single number of the text is one. */
export function readAmount(text: string): { readonly value: number; readonly said: string } | undefined {
  const match = sum.exec(text);
  if (match) {
    const yuan = parseNumeral(match[1]!);
    // 五块零五分: a 分 that is said is one.
    const last = match[3];
    const little =
      last !== undefined && match[2] === undefined && /分(?:钱)?$/.test(match[0])
        ? of(last) / 100
        : rest(match[2], last);
    return yuan === undefined ? undefined : { value: cents(yuan + little), said: match[0] };
  }
  const small = coins.exec(text);
  if (small)
    return { value: cents(small[3] === undefined ? rest(small[1], small[2]) : of(small[3]) / 100), said: small[0] };
  const marked = signed.exec(text);
  const alone = marked ? [] : findNumerals(text);
  const value = marked ? parseNumeral(marked[1]!) : alone.length === 1 ? alone[0]!.value : undefined;
  if (value === undefined || value < 0) return undefined;
  return { value: cents(value), said: marked ? marked[0] : text.slice(alone[0]!.start, alone[0]!.end) };
}
