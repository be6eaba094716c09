/** A tree into functions over an environment. Neither eval nor new Function: the console's own policy forbids both (decision 058). */
import { type ControlType, formLimits, isChoice } from "../definition.ts";
import type { OperandType, Run, RunNumber } from "./environment.ts";
import { functionNamed } from "./functions.ts";
import {
  add,
  compare,
  divide,
  equals,
  isList,
  isRows,
  multiply,
  numberOf,
  type Operand,
  remainder,
  subtract,
  textOfOperand,
  truthOf,
} from "./operands.ts";
import { type BinarySign, parseExpression, type Tree } from "./parse.ts";
import { ExpressionError } from "./tokens.ts";

/** A field as an expression meets it. */
export interface ScopeField {
  readonly at: number;
  readonly name: string;
  readonly label: string;
  readonly type: ControlType;
  readonly isNumber: boolean;
  readonly optionNames: ReadonlyMap<string, string>;
  /** Of values that are none of its options; for sentences alone. */
  readonly otherNames?: ReadonlyMap<string, string>;
  readonly columns: readonly ScopeField[];
}

/** Names: keys or labels of fields. In a row its columns come first. */
export interface Scope {
  readonly field: (name: string) => ScopeField | undefined;
  readonly column?: (name: string) => ScopeField | undefined;
}

export interface Expression {
  readonly source: string;
  readonly run: Run;
  readonly type: OperandType;
  /** Places of the fields it reads; of columns of its own row. */
  readonly reads: ReadonlySet<number>;
  readonly readsColumns: ReadonlySet<number>;
}

interface Part {
  readonly run: Run;
  readonly number: RunNumber;
  readonly type: OperandType;
}

const part = (type: OperandType, run: Run): Part => ({ type, run, number: (env) => numberOf(run(env)) });
const numeric = (number: RunNumber): Part => ({ type: "number", run: number, number });

function typeOf({ type, isNumber }: ScopeField): OperandType {
  if (isNumber) return "number";
  if (type === "rows") return "rows";
  return type === "checkbox" || type === "uploads" || type === "cascading select"
    ? "list"
    : isChoice(type)
      ? "any"
      : "text";
}

type Count = (left: RunNumber, right: RunNumber) => RunNumber;

/** Each sign a function of its own: one that is shared by all would be slow for all. */
function arithmetic(sign: BinarySign): Count | undefined {
  switch (sign) {
    case "+":
      return (left, right) => (env) => add(left(env), right(env));
    case "-":
      return (left, right) => (env) => subtract(left(env), right(env));
    case "*":
      return (left, right) => (env) => multiply(left(env), right(env));
    case "/":
      return (left, right) => (env) => divide(left(env), right(env));
    case "%":
      return (left, right) => (env) => remainder(left(env), right(env));
    default:
      return undefined;
  }
}

function compared(sign: BinarySign, left: Run, right: Run): Run {
  switch (sign) {
    case "=":
      return (env) => equals(left(env), right(env));
    case "!=":
      return (env) => !equals(left(env), right(env));
    case "<":
      return (env) => compare(left(env), right(env)) < 0;
    case "<=":
      return (env) => compare(left(env), right(env)) <= 0;
    case ">":
      return (env) => compare(left(env), right(env)) > 0;
    case ">=":
      return (env) => compare(left(env), right(env)) >= 0;
    case "and":
      return (env) => truthOf(left(env)) && truthOf(right(env));
    case "or":
      return (env) => truthOf(left(env)) || truthOf(right(env));
    default:
      return (env) => (textOfOperand(left(env)) + textOfOperand(right(env))).slice(0, formLimits.textarea);
  }
}

const named = (value: Operand, { optionNames }: ScopeField): Operand => {
  const name = (one: string): string => optionNames.get(one) ?? one;
  if (typeof value === "string") return name(value);
  return value !== null && typeof value === "object" && isList(value) ? value.map(name) : value;
};

class Builder {
  readonly reads = new Set<number>();
  readonly readsColumns = new Set<number>();
  private readonly scope: Scope;
  constructor(scope: Scope) {
    this.scope = scope;
  }

  build(tree: Tree): Part {
    switch (tree.kind) {
      case "number": {
        const { value } = tree;
        return numeric(() => value);
      }
      case "text":
      case "boolean": {
        const { value } = tree;
        return part(tree.kind, () => value);
      }
      case "field":
        return this.field(tree);
      case "call":
        return this.call(tree);
      case "minus": {
        const { number } = this.operand(tree.of);
        return numeric((env) => -number(env));
      }
      case "not": {
        const { run } = this.build(tree.of);
        return part("boolean", (env) => !truthOf(run(env)));
      }
      case "binary":
        return this.binary(tree);
    }
  }

  private binary({ sign, left, right }: Extract<Tree, { kind: "binary" }>): Part {
    const count = arithmetic(sign);
    if (count) return numeric(count(this.operand(left).number, this.operand(right).number));
    return part(sign === "&" ? "text" : "boolean", compared(sign, this.build(left).run, this.build(right).run));
  }

  /** Something to count with. */
  private operand(tree: Tree): Part {
    const built = this.build(tree);
    if (tree.kind === "text" && Number.isNaN(numberOf(tree.value)))
      throw new ExpressionError("文字不能参与计算，连接文字请用“&”", tree.at);
    if (built.type === "rows" || built.type === "list")
      throw new ExpressionError("明细和多选不能直接参与计算", tree.at);
    return built;
  }

  private field(tree: Extract<Tree, { kind: "field" }>): Part {
    const own = tree.column === undefined ? this.scope.column?.(tree.name) : undefined;
    if (own) {
      this.readsColumns.add(own.at);
      return part(typeOf(own), ({ row }) => row?.[own.at] ?? null);
    }
    const found = this.scope.field(tree.name);
    if (!found) throw new ExpressionError(`没有字段“${tree.name}”`, tree.at);
    const { at } = found;
    this.reads.add(at);
    if (tree.column !== undefined) return columnOf(tree, found);
    if (!found.isNumber) return part(typeOf(found), ({ values }) => values[at] ?? null);
    return numeric(({ values }) => {
      const value = values[at];
      return typeof value === "number" ? value : NaN;
    });
  }

  private call({ name, args, at }: Extract<Tree, { kind: "call" }>): Part {
    if (name === "if" || name === "如果") {
      counted(name, args, at, 2, 3);
      const [when, then, otherwise] = args.map((one) => this.build(one));
      const type = then!.type === otherwise?.type ? then!.type : "any";
      return part(type, (env) => (truthOf(when!.run(env)) ? then!.run(env) : (otherwise?.run(env) ?? null)));
    }
    if (name === "label" || name === "选项名称") {
      counted(name, args, at, 1, 1);
      return this.label(args[0]!, name);
    }
    const known = functionNamed(name);
    if (!known) throw new ExpressionError(`没有函数“${name}”`, at);
    counted(name, args, at, known.least, known.most);
    const runs = args.map((one) => this.build(one).run);
    return part(known.gives, (env) =>
      known.run(
        runs.map((run) => run(env)),
        env,
      ),
    );
  }

  /** The names of the chosen options. */
  private label(of: Tree, name: string): Part {
    const field = of.kind === "field" && of.column === undefined ? of.name : undefined;
    const found = field === undefined ? undefined : (this.scope.column?.(field) ?? this.scope.field(field));
    if (!found) throw new ExpressionError(`函数“${name}”的参数应为字段`, of.at);
    const { run } = this.build(of);
    return part("any", (env) => named(run(env), found));
  }
}

const counted = (name: string, args: readonly Tree[], at: number, least: number, most: number): void => {
  if (args.length >= least && args.length <= most) return;
  const wanted = least === most ? `${least}` : `${least}到${most}`;
  throw new ExpressionError(`函数“${name}”应有${wanted}个参数`, at);
};

function columnOf({ at, column }: Extract<Tree, { kind: "field" }>, of: ScopeField): Part {
  const found = of.columns.find((one) => one.name === column || one.label === column);
  if (of.type !== "rows") throw new ExpressionError(`“${of.label}”不是明细`, at);
  if (!found) throw new ExpressionError(`明细“${of.label}”没有列“${column}”`, at);
  return part("rows", ({ values }) => {
    const value = values[of.at] ?? null;
    return value !== null && typeof value === "object" && isRows(value)
      ? { rows: value.rows.map((row) => [row[found.at] ?? null]) }
      : null;
  });
}

/** Reads `source` in `scope`; throws ExpressionError and nothing else. */
export function buildExpression(source: string, scope: Scope): Expression {
  const builder = new Builder(scope);
  const { run, type } = builder.build(parseExpression(source));
  return { source, run, type, reads: builder.reads, readsColumns: builder.readsColumns };
}
