/**
 * Regular expressions of flows, by RE2 (inventory C7): time grows with the text and never with the way the pattern is written. Compiled
 * once and kept. What RE2 does not know (look-ahead, back-references) is refused with a sentence.
 */
import type { Cost } from "@liantai/api/flows";
import { RE2JS } from "re2js";

/** Characters of a pattern and of a text that is matched. */
export const patternLimits = { pattern: 500, text: 1_000, program: 500 } as const;
const mostKept = 1_000;

const kept = new Map<string, RE2JS | string>();

/** A sentence for people: what RE2 says it in English. */
function sentence(message: string): string {
  if (/\(\?[=!<]|lookahead|lookbehind|perl operator|Perl/i.test(message)) return "不支持前后查找(?=…)、(?!…)等写法";
  if (/escape sequence/i.test(message)) return "不支持的转义，例如反向引用\\1";
  if (/repeat/i.test(message)) return "重复次数的写法有误或过多";
  if (/missing closing|unmatched|unexpected \)|missing argument/i.test(message)) return "括号或量词不完整";
  return "格式有误";
}

function compiled(pattern: string): RE2JS | string {
  if (pattern.length > patternLimits.pattern) return `不能超过${patternLimits.pattern}个字符`;
  try {
    const made = RE2JS.compile(pattern);
    return made.programSize() > patternLimits.program ? "重复次数过多" : made;
  } catch (error) {
    return sentence((error as Error).message);
  }
}

function pattern(text: string): RE2JS | string {
  const found = kept.get(text);
  if (found !== undefined) return found;
  const made = compiled(text);
  // The oldest goes first: a Map keeps the order of its insertions.
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
  kept.set(text, made);
  return made;
}

/** What is wrong with it; undefined: nothing. */
export function patternError(text: string): string | undefined {
  const found = pattern(text);
  return typeof found === "string" ? `正则表达式${found}` : undefined;
}

/** µs: to compile one, and a step of its program on a character (measured 2026-11-30: 180 to 900; 0.015 to 0.08). */
const times = { text: 50, character: 2, instruction: 2, step: 0.05 } as const;
let matched = 0;

const sizeOf = (text: string): number => {
  const expression = pattern(text);
  return typeof expression === "string" ? 0 : expression.programSize();
};
const stepsOf = (size: number, subject: string): number => size * Math.min(subject.length, patternLimits.text);

/** What one match takes. */
export function matchCost(text: string, subject: string): Cost {
  const size = sizeOf(text);
  return {
    first: times.text + times.character * text.length + times.instruction * size,
    each: 1 + times.step * stepsOf(size, subject),
  };
}

/** What all matches inside expressions have taken in this process so far, µs. */
export const matchedSoFar = (): number => matched * times.step;

/** Whether it is found anywhere in the text. Throws RangeError for a pattern that is none. */
export function found(text: string, subject: string): boolean {
  const expression = pattern(text);
  if (typeof expression === "string") throw new RangeError(`正则表达式${expression}`);
  matched += stepsOf(expression.programSize(), subject);
  return expression.matcher(subject.slice(0, patternLimits.text)).find();
}

export const matches = (text: string, subject: string): boolean => {
  const expression = pattern(text);
  return typeof expression !== "string" && expression.matcher(subject.slice(0, patternLimits.text)).find();
};
