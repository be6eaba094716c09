/**
 * What an expression can cost at the most, reckoned from its tree: a node is 1, a comprehension (all, exists, map, filter) its inside times
 * the longest list it can run over, a match of a pattern what the slowest pattern takes.
 */
import type { parse } from "@bufbuild/cel";

export type Expr = ReturnType<typeof parse>["expr"];

/** Items of a list that is a variable (values.ts of the engine). */
const mostItems = 100;
/** Steps that a match of the largest pattern with the longest text is worth. */
const matchCost = 2_000;
/** A sum may be one of texts, which grow. */
const sumCost = 5;
const costs: Readonly<Record<string, number>> = { matches: matchCost, "_+_": sumCost };
/** Where what patterns take is counted as they are matched. */
export const withoutPatterns: typeof costs = { "_+_": sumCost };

type Maybe = Expr | undefined;

/** Parts of a tree, comprehensions apart. */
function partsOf(expr: Expr): readonly Maybe[] {
  const { exprKind: kind } = expr;
  switch (kind.case) {
    case "selectExpr":
      return [kind.value.operand];
    case "callExpr":
      return [kind.value.target, ...kind.value.args];
    case "listExpr":
      return kind.value.elements;
    case "structExpr":
      return kind.value.entries.flatMap((entry) => [
        entry.keyKind.case === "mapKey" ? entry.keyKind.value : undefined,
        entry.value,
      ]);
    case "comprehensionExpr": {
      const { iterRange, accuInit, loopCondition, loopStep, result } = kind.value;
      return [iterRange, accuInit, loopCondition, loopStep, result];
    }
    default:
      return [];
  }
}

/** How many items it can have where it is a list; `nested`: what an item of a list of the text can have. */
function lengthOf(expr: Maybe, nested: number): number {
  const kind = expr?.exprKind;
  switch (kind?.case) {
    case "listExpr":
      return kind.value.elements.length;
    case "structExpr":
      return kind.value.entries.length;
    case "comprehensionExpr":
      return lengthOf(kind.value.iterRange, nested);
    case "callExpr": {
      const { args } = kind.value;
      if (kind.value.function === "_+_") return args.reduce((sum, each) => sum + lengthOf(each, nested), 0);
      return Math.max(nested, ...args.map((each) => lengthOf(each, nested)));
    }
    default:
      return nested;
  }
}

export function costOf(tree: Expr, ofCalls = costs): number {
  const size = sizeOf(tree);
  const nested = Math.max(mostItems, size);
  const cost = (expr: Maybe): number => {
    if (!expr) return 0;
    const { exprKind: kind } = expr;
    if (kind.case === "comprehensionExpr") {
      const { iterRange, accuInit, loopCondition, loopStep, result } = kind.value;
      return (
        cost(iterRange) +
        cost(accuInit) +
        cost(result) +
        Math.max(1, lengthOf(iterRange, nested)) * (1 + cost(loopCondition) + cost(loopStep))
      );
    }
    const own = kind.case === "callExpr" ? (ofCalls[kind.value.function] ?? 1) : 1;
    return partsOf(expr).reduce((sum, part) => sum + cost(part), own);
  };
  return cost(tree);
}

const sizeOf = (expr: Maybe): number => (expr ? partsOf(expr).reduce((sum, part) => sum + sizeOf(part), 1) : 0);

/** Functions and messages that it names. */
export function functionsIn(expr: Maybe): readonly string[] {
  if (!expr) return [];
  const { exprKind: kind } = expr;
  const own =
    kind.case === "callExpr"
      ? [kind.value.function]
      : kind.case === "structExpr" && kind.value.messageName !== ""
        ? [kind.value.messageName]
        : [];
  return [...own, ...partsOf(expr).flatMap(functionsIn)];
}

/** Patterns that stand in it as texts, for functions that take one: what is wrong with them can be said before it runs. */
export function patternsIn(expr: Maybe): readonly string[] {
  if (!expr) return [];
  const { exprKind: kind } = expr;
  const texts =
    kind.case === "callExpr" && kind.value.function === "matches"
      ? kind.value.args.flatMap(({ exprKind: arg }) =>
          arg.case === "constExpr" && arg.value.constantKind.case === "stringValue"
            ? [arg.value.constantKind.value]
            : [],
        )
      : [];
  return [...texts, ...partsOf(expr).flatMap(patternsIn)];
}

/** Variables it reads, fields with their dots; not those that its own comprehensions bind. */
export function namesUsed(expr: Maybe, bound: ReadonlySet<string> = new Set()): readonly string[] {
  if (!expr) return [];
  const { exprKind: kind } = expr;
  if (kind.case === "identExpr") return bound.has(kind.value.name) ? [] : [kind.value.name];
  if (kind.case === "selectExpr") {
    const path = pathOf(expr);
    if (path !== undefined) return bound.has(path.split(".")[0]!) ? [] : [path];
  }
  if (kind.case === "comprehensionExpr") {
    const { iterRange, accuInit, loopCondition, loopStep, result, iterVar, iterVar2, accuVar } = kind.value;
    const inside = new Set([...bound, iterVar, iterVar2, accuVar]);
    return [
      ...namesUsed(iterRange, bound),
      ...[accuInit, loopCondition, loopStep, result].flatMap((part) => namesUsed(part, inside)),
    ];
  }
  return partsOf(expr).flatMap((part) => namesUsed(part, bound));
}

function pathOf({ exprKind: kind }: Expr): string | undefined {
  if (kind.case === "identExpr") return kind.value.name;
  if (kind.case !== "selectExpr" || !kind.value.operand) return undefined;
  const head = pathOf(kind.value.operand);
  return head === undefined ? undefined : `${head}.${kind.value.field}`;
}
