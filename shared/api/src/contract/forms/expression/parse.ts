/** An expression as a tree, by precedence climbing: or, and, not, comparison, + - &, * / %, minus. */
import { ExpressionError, type Token, tokensOf } from "./tokens.ts";

export type BinarySign = "or" | "and" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "&" | "*" | "/" | "%";

export type Tree =
  | { readonly kind: "number"; readonly at: number; readonly value: number }
  | { readonly kind: "text"; readonly at: number; readonly value: string }
  | { readonly kind: "boolean"; readonly at: number; readonly value: boolean }
  /** A field; with a column: that of its rows. */
  | { readonly kind: "field"; readonly at: number; readonly name: string; readonly column?: string }
  | { readonly kind: "call"; readonly at: number; readonly name: string; readonly args: readonly Tree[] }
  | { readonly kind: "minus" | "not"; readonly at: number; readonly of: Tree }
  | {
      readonly kind: "binary";
      readonly at: number;
      readonly sign: BinarySign;
      readonly left: Tree;
      readonly right: Tree;
    };

const powers: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  "=": 4,
  "!=": 4,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "&": 5,
  "*": 6,
  "/": 6,
  "%": 6,
};
const notPower = 3;
const minusPower = 7;
const words: Readonly<Record<string, string>> = { and: "and", or: "or", not: "not", 且: "and", 或: "or", 非: "not" };
const constants: Readonly<Record<string, boolean>> = { true: true, false: false, 真: true, 假: false };
/** Of brackets in brackets. */
const deepest = 60;

const own = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;

export function parseExpression(source: string): Tree {
  const tokens = tokensOf(source);
  let next = 0;
  let depth = 0;
  const peek = (): Token => tokens[next]!;
  const isSign = (value: string): boolean => peek().kind === "sign" && peek().value === value;
  /** What an operator or a word for one says; '': it is none. */
  const signOf = ({ kind, value }: Token): string =>
    kind === "sign" ? value : kind === "name" ? (own(words, value) ?? "") : "";
  const unexpected = ({ kind, at, value }: Token): ExpressionError =>
    new ExpressionError(kind === "end" ? "公式不完整" : `“${value}”的位置不对`, at);
  const expect = (value: string): void => {
    if (!isSign(value))
      throw peek().kind === "end" ? new ExpressionError(`缺少“${value}”`, peek().at) : unexpected(peek());
    next++;
  };

  function argsOf(): readonly Tree[] {
    const args: Tree[] = [];
    expect("(");
    if (!isSign(")")) {
      args.push(expression(0));
      while (isSign(",")) {
        next++;
        args.push(expression(0));
      }
    }
    expect(")");
    return args;
  }

  function named({ at, value }: Token): Tree {
    const name = String(value);
    if (isSign("(")) return { kind: "call", at, name, args: argsOf() };
    const constant = own(constants, name);
    if (constant !== undefined) return { kind: "boolean", at, value: constant };
    if (!isSign(".")) return { kind: "field", at, name };
    next++;
    const column = peek();
    if (column.kind !== "name") throw unexpected(column);
    next++;
    return { kind: "field", at, name, column: column.value };
  }

  function primary(): Tree {
    const token = peek();
    next++;
    if (token.kind === "number") return { kind: "number", at: token.at, value: token.value };
    if (token.kind === "text") return { kind: "text", at: token.at, value: token.value };
    const sign = signOf(token);
    if (sign === "-") return { kind: "minus", at: token.at, of: expression(minusPower) };
    if (sign === "not") return { kind: "not", at: token.at, of: expression(notPower) };
    if (sign === "(") {
      const inside = expression(0);
      expect(")");
      return inside;
    }
    if (token.kind === "name" && sign === "") return named(token);
    throw unexpected(token);
  }

  function expression(least: number): Tree {
    if (++depth > deepest) throw new ExpressionError("公式嵌套过深", peek().at);
    let left = primary();
    for (;;) {
      const token = peek();
      const sign = signOf(token);
      const power = own(powers, sign);
      if (power === undefined || power <= least) break;
      next++;
      left = { kind: "binary", at: token.at, sign: sign as BinarySign, left, right: expression(power) };
    }
    depth--;
    return left;
  }

  if (peek().kind === "end") throw new ExpressionError("公式为空", 0);
  const tree = expression(0);
  if (peek().kind !== "end") throw unexpected(peek());
  return tree;
}
