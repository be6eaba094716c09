/** Numbers as Chinese says them: 一百二十八点五, 两千零三, 三百五, 1.5万, 百分之三十, 二零二六 (docs/protocol.md, I4). */

// prettier-ignore
const digits: Readonly<Record<string, number>> = {
  零: 0, 〇: 0, 一: 1, 壹: 1, 幺: 1, 二: 2, 两: 2, 贰: 2, 三: 3, 叁: 3, 四: 4, 肆: 4, 五: 5, 伍: 5,
  六: 6, 陆: 6, 七: 7, 柒: 7, 八: 8, 捌: 8, 九: 9, 玖: 9,
};
const small: Readonly<Record<string, number>> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1_000, 仟: 1_000 };
const large: Readonly<Record<string, number>> = { 万: 10_000, 萬: 10_000, 亿: 100_000_000, 億: 100_000_000 };

const digit = Object.keys(digits).join("");
const unit = [...Object.keys(small), ...Object.keys(large)].join("");
/** A run of signs that may be a number: written, said, or both (3万5). */
export const numeralRun = new RegExp(
  `(?:百分之)?[负-]?(?:[${digit}${unit}半]|\\d(?:,(?=\\d{3}(?!\\d)))?)+(?:[点.][${digit}\\d]+[${unit}]*)?%?`,
  "g",
);

/** Each sign says one digit: 二零二六, 幺三八. undefined: something else is in it. */
export function digitByDigit(text: string): string | undefined {
  let said = "";
  for (const sign of text) {
    const value = /\d/.test(sign) ? Number(sign) : digits[sign];
    if (value === undefined) return undefined;
    said += value;
  }
  return said === "" ? undefined : said;
}

/** A whole number with units. 三百五 is 350, 一万二 is 12,000; 三百零五 is 305. */
function withUnits(text: string): number | undefined {
  let total = 0;
  let section = 0;
  let current: number | undefined;
  /** Worth of a digit that ends the number: a tenth of the unit before it. */
  let tail = 1;
  let last = Number.POSITIVE_INFINITY;
  let lastLarge = Number.POSITIVE_INFINITY;
  for (const [part] of text.matchAll(/\d+|./gu)) {
    const value = /^\d/.test(part) ? Number(part) : digits[part];
    if (value !== undefined) {
      if (current !== undefined && current !== 0) return undefined;
      current = value;
      if (value === 0) tail = 1;
      continue;
    }
    const worth = small[part];
    if (worth !== undefined) {
      if (worth >= last) return undefined;
      if (current === undefined && worth !== 10) return undefined;
      section += (current || 1) * worth;
      [tail, last, current] = [worth / 10, worth, undefined];
      continue;
    }
    const big = large[part];
    if (big === undefined || (section === 0 && current === undefined && total === 0)) return undefined;
    const here = section + (current ?? 0) * (section > 0 && tail > 1 ? tail : 1);
    // 一亿万 says nothing; 十万亿 multiplies what stands.
    if (big >= lastLarge) total = (total + here) * big;
    else total += here * big;
    [section, current, tail, last, lastLarge] = [0, undefined, big / 10, Number.POSITIVE_INFINITY, big];
  }
  return total + section + (current ?? 0) * tail;
}

function whole(text: string): number | undefined {
  if (text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const said = digitByDigit(text);
  // One digit, or a row of them: 五, 二零二六.
  return said === undefined ? withUnits(text) : Number(said);
}

/** The number that the whole text says; undefined: it says none, or one of more than 16 digits. */
export function parseNumeral(text: string): number | undefined {
  let rest = text.replace(/,(?=\d{3}(?!\d))/g, "").replace(/[\s个]/g, "");
  if (rest.length > 40) return undefined;
  const percent = /^百分之/.test(rest) || rest.endsWith("%");
  rest = rest.replace(/^百分之/, "").replace(/%$/, "");
  const minus = /^[负-]/.test(rest);
  rest = rest.replace(/^[负-]/, "");
  if (rest === "半") return percent ? undefined : minus ? -0.5 : 0.5;
  const [front = "", back, ...more] = rest.split(/[点.]/);
  if (more.length > 0) return undefined;
  const value = back === undefined ? whole(front) : fraction(front, back);
  if (value === undefined || value > Number.MAX_SAFE_INTEGER) return undefined;
  const signed = minus ? -value : value;
  return percent ? Number((signed / 100).toPrecision(15)) : signed;
}

/** 一点五万: what stands behind the decimals multiplies all. */
function fraction(front: string, back: string): number | undefined {
  const trailing = new RegExp(`[${unit}]+$`).exec(back)?.[0] ?? "";
  const decimals = digitByDigit(back.slice(0, back.length - trailing.length));
  const before = whole(front);
  if (before === undefined || decimals === undefined) return undefined;
  const times = [...trailing].reduce((product, sign) => product * (small[sign] ?? large[sign] ?? 1), 1);
  return Number((Number(`${before}.${decimals}`) * times).toPrecision(15));
}

export interface SaidNumber {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** Every number in a text, in order. */
export function findNumerals(text: string): SaidNumber[] {
  const found: SaidNumber[] = [];
  for (const match of text.matchAll(numeralRun)) {
    const value = parseNumeral(match[0]);
    if (value !== undefined) found.push({ start: match.index, end: match.index + match[0].length, value });
  }
  return found;
}

/** A text with its numbers of three signs and more in digits; 一下, 万一 and 十分 are words and stay. */
export const arabic = (text: string): string =>
  text.replace(numeralRun, (run) => {
    if (run.length < 3 || /^[\d.,]+$/.test(run)) return run;
    const value = digitByDigit(run) ?? parseNumeral(run);
    return value === undefined ? run : String(value);
  });
