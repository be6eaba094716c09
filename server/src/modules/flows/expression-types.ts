/**
 * Types of an expression before it runs. The library's own check knows texts, numbers and names alone (0.6.1), so this one walks the tree
 * with the overloads that a call is resolved by. What it cannot know may be anything, so what it finds fails whenever it is come to.
 */
import type { ExpressionUse } from "@liantai/api/flows";
import type { CelFunc } from "@bufbuild/cel";
import type { Expr } from "./cost.ts";

/** Names of types that a value can have; undefined: any. */
type Types = ReadonlySet<string> | undefined;
type Scope = ReadonlyMap<string, Types>;
type Overloads = (name: string) => Iterable<CelFunc> | undefined;

const words: Readonly<Record<string, string>> = {
  int: "数字",
  uint: "数字",
  double: "数字",
  string: "文本",
  bool: "是否",
  list: "列表",
  map: "映射",
  bytes: "字节",
  null_type: "空值",
  type: "类型",
  "google.protobuf.Timestamp": "时间",
  "google.protobuf.Duration": "时长",
};
const signs: Readonly<Record<string, string>> = { "@in": "in", "-_": "-", "!_": "!" };
const signOf = (name: string): string | undefined => signs[name] ?? /^_(\W+)_$/.exec(name)?.[1];

const of = (...names: readonly string[]): Types => new Set(names);
const bool = of("bool");
const declared: Readonly<Record<ExpressionUse["types"][string], Types>> = {
  number: of("int", "double"),
  boolean: bool,
  list: of("list"),
};
const results = of("string", "bool", "int", "uint", "double", "list");

const both = (a: Types, b: Types): Types => a && b && new Set([...a, ...b]);
const may = (types: Types, wanted: Types): boolean => !types || !wanted || [...types].some((each) => wanted.has(each));
const said = (types: Types): string =>
  types ? [...new Set([...types].map((each) => words[each] ?? each))].join("或") : "";

class TypeFault extends Error {}

const literals: Readonly<Record<string, string>> = {
  boolValue: "bool",
  int64Value: "int",
  uint64Value: "uint",
  doubleValue: "double",
  stringValue: "string",
  bytesValue: "bytes",
  nullValue: "null_type",
};

class Checker {
  readonly #overloads: Overloads;
  constructor(overloads: Overloads) {
    this.#overloads = overloads;
  }

  /** Throws TypeFault. */
  of(expr: Expr | undefined, scope: Scope): Types {
    const kind = expr?.exprKind;
    switch (kind?.case) {
      case "constExpr": {
        const name = literals[kind.value.constantKind.case ?? ""];
        return name === undefined ? undefined : of(name);
      }
      case "identExpr":
        return scope.get(kind.value.name);
      case "selectExpr": {
        const operand = this.of(kind.value.operand, scope);
        if (!may(operand, structured)) throw new TypeFault(`${said(operand)}没有字段${kind.value.field}`);
        return kind.value.testOnly ? bool : undefined;
      }
      case "listExpr":
        for (const each of kind.value.elements) this.of(each, scope);
        return of("list");
      case "structExpr":
        for (const { keyKind, value } of kind.value.entries) {
          if (keyKind.case === "mapKey") this.of(keyKind.value, scope);
          this.of(value, scope);
        }
        return of("map");
      case "comprehensionExpr":
        return this.#fold(kind.value, scope);
      case "callExpr": {
        const { function: name, target, args } = kind.value;
        const on = target && { types: this.of(target, scope) };
        return this.#call(
          name,
          on,
          args.map((each) => this.of(each, scope)),
        );
      }
      default:
        return undefined;
    }
  }

  #fold({ iterRange, accuInit, loopCondition, loopStep, result, ...names }: Fold, scope: Scope): Types {
    const range = this.of(iterRange, scope);
    if (!may(range, walked)) throw new TypeFault(`${said(range)}不能逐项判断`);
    const inside = (accu: Types): Scope =>
      new Map([...scope, [names.iterVar, undefined], [names.iterVar2, undefined], [names.accuVar, accu]]);
    const first = this.of(accuInit, scope);
    this.of(loopCondition, inside(first));
    const then = this.of(loopStep, inside(first));
    const same = first && then && [...then].every((each) => first.has(each));
    return this.of(result, inside(same ? first : undefined));
  }

  #call(name: string, on: { readonly types: Types } | undefined, args: readonly Types[]): Types {
    const wants = (which: Types, ...given: readonly Types[]): void => {
      if (given.some((each) => !may(each, which))) throw unfit(name, given);
    };
    switch (name) {
      case "_&&_":
      case "_||_":
        wants(bool, ...args);
        return bool;
      case "_?_:_":
        if (!may(args[0], bool)) throw new TypeFault(`“?”前面应为是或否，这里是${said(args[0])}`);
        return both(args[1], args[2]);
      case "_[_]":
        if (!may(args[0], structured)) throw new TypeFault(`${said(args[0])}不能用[]取值`);
        return undefined;
      case "@not_strictly_false":
        return bool;
    }
    const known = [...(this.#overloads(name) ?? [])];
    const shaped = known.filter((each) => each.arguments.length === args.length && !each.target === !on);
    if (shaped.length === 0) throw new TypeFault(`函数${name}的参数个数不对`);
    const fitting = shaped.filter(
      (each) =>
        (!each.target || may(on?.types, typesOf(each.target))) &&
        each.arguments.every((wanted, at) => may(args[at], typesOf(wanted))),
    );
    if (fitting.length === 0) throw unfit(name, on ? [on.types, ...args] : args);
    return fitting.map(({ result }) => typesOf(result)).reduce(both);
  }
}

type Kind = Extract<Expr["exprKind"], { case: "comprehensionExpr" }>;
type Fold = Kind["value"];

const typesOf = ({ name }: CelFunc["result"]): Types => (name === "dyn" ? undefined : of(name));
/** What has fields or items. Times have fields as messages do. */
const structured = of("map", "list", "google.protobuf.Timestamp", "google.protobuf.Duration");
const walked = of("map", "list");

function unfit(name: string, args: readonly Types[]): TypeFault {
  const sign = signOf(name);
  const all = args.map(said).filter((each) => each !== "");
  return new TypeFault(`${sign === undefined ? `函数${name}` : `“${sign}”`}不能用于${all.join("和")}`);
}

/** A Chinese sentence; undefined: nothing that is sure to be wrong. */
export function typeFault(tree: Expr, { condition, types }: ExpressionUse, overloads: Overloads): string | undefined {
  const scope = new Map(Object.entries(types).map(([name, type]) => [name, declared[type]] as const));
  try {
    const made = new Checker(overloads).of(tree, scope);
    if (condition && !may(made, bool)) return `作为条件的结果应为是或否，这里是${said(made)}`;
    return may(made, results) ? undefined : `的结果不是文本、数字、是否或列表，而是${said(made)}`;
  } catch (error) {
    if (error instanceof TypeFault) return `里的${error.message}`;
    throw error;
  }
}

/** What compares anything; of fields, those that a flow is given or else has as ''. */
const total = new Set(["_==_", "_!=_", "_&&_", "_||_", "!_"]);
const given = new Set(["formData", "customer"]);

/** There are values of its variables that it cannot be reckoned with. */
export function mayFail({ exprKind: kind }: Expr): boolean {
  const judges = ({ exprKind: arg }: Expr): boolean =>
    (arg.case === "callExpr" && total.has(arg.value.function)) ||
    (arg.case === "constExpr" && arg.value.constantKind.case === "boolValue");
  switch (kind.case) {
    case "constExpr":
    case "identExpr":
      return false;
    case "selectExpr": {
      const { operand, testOnly } = kind.value;
      const of = operand?.exprKind;
      return testOnly || of?.case !== "identExpr" || !given.has(of.value.name);
    }
    case "callExpr": {
      const { function: name, args } = kind.value;
      if (!total.has(name) || args.some(mayFail)) return true;
      return name !== "_==_" && name !== "_!=_" && !args.every(judges);
    }
    default:
      return true;
  }
}
