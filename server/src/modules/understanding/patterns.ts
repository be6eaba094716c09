/**
 * Regular expressions that people write, in the semantics of RE2 (re2js): time grows with the text, never with how the pattern
 * backtracks. The sentence is looked at with its full-width signs narrowed, everything else as it was said (docs/protocol.md, I1 and I2).
 */
import { understandingLimits } from "@liantai/api/contract/flow-editor";
import { RE2JS } from "re2js";
import { toHalfWidth } from "./language/normalise.ts";

const { pattern: maxPattern, patternSize: maxSize, sentence: maxSentence } = understandingLimits;

/**
 * Steps that one question takes at the most, instructions times characters: the slowest patterns that were found take 80 ns a step, so that
 * is 50 ms.
 */
export const mostSteps = 600_000;

/** What a pattern found; offsets count UTF-16 units of the sentence. A group that took no part has null. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly { readonly name: string; readonly text: string | null }[];
}

export interface Pattern {
  readonly source: string;
  /** Instructions of the compiled program. Times the length of a sentence: the most steps one match can take. */
  readonly size: number;
  /** The first match in the first 1,000 characters of the sentence. */
  find(sentence: string): Found | undefined;
}

export type Compiled =
  { readonly pattern: Pattern; readonly fault?: undefined } | { readonly pattern?: undefined; readonly fault: string };

/** What a refusal of the library begins with, and how we say it. */
const faults: readonly (readonly [RegExp, (part: string) => string])[] = [
  [/^invalid or unsupported Perl syntax: `\(\?<?[=!]/, () => "不支持前瞻或后顾（(?=、(?!、(?<=、(?<!）"],
  [/^invalid named capture: `\(\?<[=!]/, () => "不支持前瞻或后顾（(?=、(?!、(?<=、(?<!）"],
  [/^invalid escape sequence: `\\(?:[1-9]|k)/, (part) => `不支持反向引用（${part}）`],
  [/^invalid or unsupported Perl syntax/, (part) => `不支持的写法：${part}`],
  [/^invalid escape sequence/, (part) => `不认识的转义：${part}`],
  [/^missing closing \)/, () => "左括号没有对应的右括号"],
  [/^unexpected \)/, () => "右括号没有对应的左括号"],
  [/^missing closing \]/, () => "“[”没有对应的“]”"],
  [/^invalid character class range/, (part) => `字符范围不正确：${part}`],
  [/^invalid repeat count/, (part) => `重复次数不正确或超过1000次：${part}`],
  [/^invalid nested repetition operator/, (part) => `重复符号不能连写：${part}`],
  [/^missing argument to repetition operator/, (part) => `${part}前面缺少要重复的内容`],
  [/^trailing backslash/, () => "最后的“\\”后面缺少字符"],
  [/^duplicate (?:capture )?group name|^invalid named capture|^duplicate/, (part) => `分组名称不正确或重复：${part}`],
  [/^expression nests too deeply/, () => "括号嵌套太深"],
  [/too large/, () => "展开后太长"],
];

/** The library's English, in words for whoever wrote the pattern. */
function inWords(error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, "");
  const part = /`([\s\S]*)`$/.exec(message)?.[1] ?? "";
  const known = faults.find(([begins]) => begins.test(message));
  return `正则表达式有误：${known ? known[1](part) : part || "无法识别"}`;
}

function build(source: string): Compiled {
  if (source.length > maxPattern) return { fault: `正则表达式最多${maxPattern}个字符` };
  if (source === "") return { fault: "请输入正则表达式" };
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(source);
  } catch (error) {
    return { fault: inWords(error) };
  }
  const size = compiled.programSize();
  if (size > maxSize) return { fault: "正则表达式有误：重复次数太多，展开后太长" };
  const names = new Map(Object.entries(compiled.namedGroups()).map(([name, at]) => [at, name]));
  return {
    pattern: {
      source,
      size,
      find(sentence) {
        const matcher = compiled.matcher(toHalfWidth(sentence.slice(0, maxSentence)));
        if (!matcher.find()) return undefined;
        const groups = Array.from({ length: matcher.groupCount() }, (_, at) => ({
          name: names.get(at + 1) ?? "",
          text: matcher.group(at + 1),
        }));
        return { start: matcher.start(), end: matcher.end(), groups };
      },
    },
  };
}

const kept = new Map<string, Compiled>();
const mostKept = 1_000;

/** Compiled once; of those that were not asked for longest one goes. */
export function compilePattern(source: string): Compiled {
  const known = kept.get(source);
  if (known) {
    kept.delete(source);
    kept.set(source, known);
    return known;
  }
  const made = build(source);
  // A refusal of a long text is quickly made again, and the text would be kept.
  if (source.length > maxPattern) return made;
  kept.set(source, made);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return made;
}
