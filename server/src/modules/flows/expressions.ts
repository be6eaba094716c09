/**
 * Expressions of flows: CEL (github.com/google/cel-spec), parsed once and kept. Nothing in them reaches outside: there is no eval, the
 * variables are Maps and objects without prototype. What one may cost is reckoned from its tree before it runs (cost.ts), so that none
 * holds the event loop for 50 ms (inventory E12).
 */
import type { Cost, ExpressionUse, Value, Values } from "@liantai/api/flows";
import { CelScalar, celEnv, celFunc, isCelError, isCelList, isCelUint, parse, plan } from "@bufbuild/cel";
import { costOf, withoutPatterns, functionsIn, namesUsed, patternsIn, type Expr } from "./cost.ts";
import { mayFail, typeFault } from "./expression-types.ts";
import { found, patternError } from "./patterns.ts";

export const expressionLimits = { text: 1_000, cost: 10_000, value: 1_000, nesting: 50 } as const;
const mostKept = 1_000;

/** Numbers of flows are one kind for who writes them: whole and broken ones meet in sums, as they do in comparisons. */
const mixed = (name: string, sum: (a: number, b: number) => number) => [
  celFunc(name, [CelScalar.INT, CelScalar.DOUBLE], CelScalar.DOUBLE, (a, b) => sum(Number(a), b)),
  celFunc(name, [CelScalar.DOUBLE, CelScalar.INT], CelScalar.DOUBLE, (a, b) => sum(a, Number(b))),
];
const environment = celEnv({
  funcs: [
    ...mixed("_+_", (a, b) => a + b),
    ...mixed("_-_", (a, b) => a - b),
    ...mixed("_*_", (a, b) => a * b),
    ...mixed("_/_", (a, b) => a / b),
  ],
  re2: { compile: (pattern) => ({ test: (text) => found(pattern, text) }) },
});

interface Compiled {
  readonly tree: Expr;
  /** Of its tree, patterns left out. */
  readonly cost: number;
  readonly run: ReturnType<typeof plan>;
}

const kept = new Map<string, Compiled | string>();

/** Brackets in brackets: the parser goes down one by one. */
function deepest(text: string): number {
  let depth = 0;
  let most = 0;
  for (const sign of text) {
    if ("([{".includes(sign)) most = Math.max(most, (depth += 1));
    if (")]}".includes(sign)) depth -= 1;
  }
  return most;
}

function compiled(text: string): Compiled | string {
  if (text.length > expressionLimits.text) return `不能超过${expressionLimits.text}个字符`;
  if (deepest(text) > expressionLimits.nesting || /[!-]{20}|(?:\?[^?]*){30}/.test(text)) return "嵌套过深";
  let tree: Expr;
  try {
    tree = parse(text).expr;
  } catch {
    return "写法有误";
  }
  if (costOf(tree) > expressionLimits.cost) return "计算量过大";
  const strange = functionsIn(tree).find((name) => !known.has(name));
  if (strange !== undefined) return `没有函数${strange}`;
  const wrong = patternsIn(tree).flatMap((pattern) => patternError(pattern) ?? [])[0];
  if (wrong !== undefined) return `里的${wrong}`;
  return { tree, cost: costOf(tree, withoutPatterns), run: plan(environment, tree) };
}

/** What CEL offers and a flow needs; no protobuf messages, no bytes. */
const known = new Set(
  (
    "_+_ _-_ _*_ _/_ _%_ -_ !_ _&&_ _||_ _==_ _!=_ _<_ _<=_ _>_ _>=_ _?_:_ _[_] @in @not_strictly_false " +
    "size contains startsWith endsWith matches int uint double string bool type dyn " +
    "timestamp duration getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear getHours getMinutes getSeconds"
  ).split(" "),
);

function expression(text: string): Compiled | string {
  const before = kept.get(text);
  if (before !== undefined) return before;
  const made = compiled(text);
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
  kept.set(text, made);
  return made;
}

type Input = string | number | bigint | boolean | readonly string[] | Map<string, Input>;

const inputOf = (value: Value): Input =>
  typeof value === "number" && Number.isSafeInteger(value)
    ? BigInt(value)
    : typeof value === "string"
      ? value.slice(0, expressionLimits.value)
      : value;

/** `formData.name` is asked for as a field of formData. */
function bindings(vars: Values): Record<string, Input> {
  const made = Object.create(null) as Record<string, Input>;
  for (const [name, value] of Object.entries(vars)) {
    const [head = "", ...rest] = name.split(".");
    if (rest.length === 0) {
      if (!(made[head] instanceof Map)) made[head] = inputOf(value);
      continue;
    }
    const fields = made[head] instanceof Map ? (made[head] as Map<string, Input>) : new Map<string, Input>();
    fields.set(rest.join("."), inputOf(value));
    made[head] = fields;
  }
  return made;
}

const mostItems = 100;

function outputOf(value: unknown): Value | undefined {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "bigint") return Number(value);
  if (isCelUint(value)) return Number(value.value);
  if (!isCelList(value)) return undefined;
  const items: string[] = [];
  for (const item of value) {
    const one = outputOf(item);
    if (one === undefined || Array.isArray(one) || items.push(String(one)) > mostItems) return undefined;
  }
  return items;
}

function sentence(message: string): string {
  if (/unresolved attribute/.test(message)) return "用到了没有值的变量";
  if (/field not found|no such key/.test(message)) return "用到了没有的字段";
  if (/overload|type/.test(message)) return "值的类型不合适";
  if (/by zero|divide/.test(message)) return "除数为零";
  if (/正则表达式/.test(message)) return /正则表达式[^"]*/.exec(message)![0];
  return "计算出错";
}

/** `error`: a sentence for people. Never throws. */
export function evaluate(text: string, vars: Values): { readonly value: Value } | { readonly error: string } {
  const made = expression(text);
  if (typeof made === "string") return { error: `表达式${made}` };
  try {
    const result = made.run(bindings(vars));
    if (isCelError(result)) return { error: `表达式${sentence(result.message)}` };
    const value = outputOf(result);
    return value === undefined ? { error: "表达式的结果不是文本、数字、是否或列表" } : { value };
  } catch {
    return { error: "表达式计算出错" };
  }
}

/** µs: to read and plan one, to bind the variables to it, a step of its tree (measured 2026-11-30: 140 to 1,200; 25; 0.2 to 0.5). */
const times = { text: 50, character: 4, bind: 20, step: 0.5 } as const;

export function evaluateCost(text: string): Cost {
  const made = expression(text);
  return {
    first: times.text + times.character * text.length,
    each: times.bind + (typeof made === "string" ? 0 : made.cost * times.step),
  };
}

const anyUse: ExpressionUse = { condition: false, types: {} };

/** What is wrong with it before it ever runs; names: the variables there are, absent: any. undefined: nothing. */
export function expressionError(text: string, names?: ReadonlySet<string>, use = anyUse): string | undefined {
  if (text.trim() === "") return "表达式为空";
  const made = expression(text);
  if (typeof made === "string") return `表达式${made}`;
  const strange = names && namesUsed(made.tree).find((name) => !names.has(name) && !names.has(name.split(".")[0]!));
  if (strange !== undefined) return `表达式用到了没有定义的变量${strange}`;
  const fault = typeFault(made.tree, use, (name) => environment.funcs.find(name));
  return fault === undefined ? undefined : `表达式${fault}`;
}

/** Variables that it reads, fields with their dots; of one that is none nothing. */
export function expressionNames(text: string): readonly string[] {
  const made = expression(text);
  return typeof made === "string" ? [] : namesUsed(made.tree);
}

/** There are values that it cannot be reckoned with. Of one that is none no matter. */
export function expressionFails(text: string): boolean {
  const made = expression(text);
  return typeof made !== "string" && mayFail(made.tree);
}
