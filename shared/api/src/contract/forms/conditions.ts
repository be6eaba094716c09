/** A condition tree into a function, and into sentences that say why it holds or not. */
import type { Condition, ConditionOp } from "./rules.ts";
import { conditionOps } from "./rules.ts";
import { buildExpression, type Expression, type Scope, type ScopeField } from "./expression/build.ts";
import type { Environment } from "./expression/environment.ts";
import {
  compare,
  equals,
  isEmptyOperand,
  isList,
  type Operand,
  textOfOperand,
  truthOf,
} from "./expression/operands.ts";
import { ExpressionError } from "./expression/tokens.ts";

export interface BuiltCondition {
  readonly holds: (env: Environment) => boolean;
  readonly reads: ReadonlySet<number>;
  /** One line a leaf. */
  readonly why: (env: Environment) => readonly string[];
}

type Asked = Extract<Condition, { field: string }>;
type Value = Asked["value"];

const texts = (value: Value): readonly string[] =>
  Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
const plain = (value: Value): Operand =>
  Array.isArray(value) ? value.map(String) : ((value ?? null) as string | number | boolean | null);

const has = (operand: Operand, one: string): boolean =>
  operand !== null && typeof operand === "object" && isList(operand) ? operand.includes(one) : equals(operand, one);
const within = (operand: Operand, part: string): boolean =>
  operand !== null && typeof operand === "object" ? has(operand, part) : textOfOperand(operand).includes(part);

/** What is empty equals nothing but '' and contains nothing. */
function asked(op: ConditionOp, value: Value): (operand: Operand) => boolean {
  const list = texts(value);
  const single = plain(value);
  switch (op) {
    case "empty":
      return isEmptyOperand;
    case "notEmpty":
      return (operand) => !isEmptyOperand(operand);
    case "eq":
      return (operand) => equals(operand, single);
    case "ne":
      return (operand) => !equals(operand, single);
    case "gt":
      return (operand) => compare(operand, single) > 0;
    case "gte":
      return (operand) => compare(operand, single) >= 0;
    case "lt":
      return (operand) => compare(operand, single) < 0;
    case "lte":
      return (operand) => compare(operand, single) <= 0;
    case "in":
      return (operand) => list.some((one) => has(operand, one));
    case "notIn":
      return (operand) => !list.some((one) => has(operand, one));
    case "contains":
      return (operand) => !isEmptyOperand(operand) && list.every((one) => within(operand, one));
    case "notContains":
      return (operand) => isEmptyOperand(operand) || !list.every((one) => within(operand, one));
    case "startsWith":
      return (operand) => !isEmptyOperand(operand) && list.some((one) => textOfOperand(operand).startsWith(one));
  }
}

const named =
  ({ optionNames, otherNames }: ScopeField) =>
  (one: string): string =>
    optionNames.get(one) ?? otherNames?.get(one) ?? one;

const inWords = (operand: Operand, field: ScopeField): string => {
  if (isEmptyOperand(operand)) return "空";
  const names = operand !== null && typeof operand === "object" && isList(operand) ? operand : [textOfOperand(operand)];
  return names.map(named(field)).join("、");
};

function leaf(condition: Asked, scope: Scope): BuiltCondition {
  const field = scope.field(condition.field);
  if (!field) throw new ExpressionError(`条件中没有字段“${condition.field}”`, 0);
  const test = asked(condition.op, condition.value);
  const against = texts(condition.value).map(named(field)).join("、");
  const holds = ({ values }: Environment): boolean => test(values[field.at] ?? null);
  return {
    holds,
    reads: new Set([field.at]),
    why: (env) => [
      `“${field.label}”的值是${inWords(env.values[field.at] ?? null, field)}，条件“${conditionOps[condition.op]}${against}”${
        holds(env) ? "成立" : "不成立"
      }`,
    ],
  };
}

const told = (expression: Expression): BuiltCondition => ({
  holds: (env) => truthOf(expression.run(env)),
  reads: expression.reads,
  why: (env) => [`公式“${expression.source}”${truthOf(expression.run(env)) ? "成立" : "不成立"}`],
});

const together = (parts: readonly BuiltCondition[], holds: BuiltCondition["holds"]): BuiltCondition => ({
  holds,
  reads: new Set(parts.flatMap((one) => [...one.reads])),
  why: (env) => parts.flatMap((one) => one.why(env)),
});

/** Throws ExpressionError for a field that is not there or an expression that is none. */
export function buildCondition(condition: Condition, scope: Scope): BuiltCondition {
  if ("field" in condition) return leaf(condition, scope);
  if ("expression" in condition) return told(buildExpression(condition.expression, scope));
  if ("not" in condition) {
    const inside = buildCondition(condition.not, scope);
    return together([inside], (env) => !inside.holds(env));
  }
  const all = "all" in condition;
  const parts = (all ? condition.all : condition.any).map((one) => buildCondition(one, scope));
  return together(parts, (env) => (all ? parts.every((one) => one.holds(env)) : parts.some((one) => one.holds(env))));
}
