/** Conditions of edges on an order's values, by the form engine's own language: a field is what its value is. */
import { conditionGaps } from "../forms/condition-gaps.ts";
import { buildCondition, type BuiltCondition } from "../forms/conditions.ts";
import type { ScopeField } from "../forms/expression/build.ts";
import type { Operand } from "../forms/expression/operands.ts";
import { ExpressionError } from "../forms/expression/tokens.ts";
import { plainNumber } from "../forms/decimal.ts";
import { isRecord } from "../forms/values.ts";
import type { EdgeCondition, Judge } from "./flow.ts";

interface Built {
  readonly names: readonly string[];
  readonly condition: BuiltCondition;
}

const field = (name: string, at: number): ScopeField => ({
  at,
  name,
  label: name,
  type: "input",
  isNumber: true,
  optionNames: new Map(),
  columns: [],
});

/** Throws ExpressionError. */
function build(when: EdgeCondition, known?: ReadonlySet<string>): Built {
  const names: string[] = [];
  const scope = (name: string): ScopeField | undefined => {
    if (known && !known.has(name)) return undefined;
    const at = names.indexOf(name);
    return field(name, at >= 0 ? at : names.push(name) - 1);
  };
  return { condition: buildCondition(when, { field: scope }), names };
}

/** A number as a number, a choice by its id, several each. */
function operandOf(value: unknown): Operand {
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return value.trim() === "" ? null : (plainNumber(value.trim()) ?? value.trim());
  if (Array.isArray(value)) return value.length > 0 ? value.map((one: unknown) => String(one)) : null;
  if (!isRecord(value)) return null;
  if (Array.isArray(value["ids"])) return value["ids"].map(String);
  return typeof value["id"] === "string" ? value["id"] : null;
}

const built = new WeakMap<EdgeCondition, Built | "wrong">();

function builtOf(when: EdgeCondition): Built | "wrong" {
  const before = built.get(when);
  if (before) return before;
  let made: Built | "wrong";
  try {
    made = build(when);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    made = "wrong";
  }
  built.set(when, made);
  return made;
}

/** At this moment. What cannot be read holds of nothing. */
export const judgeAt =
  (now: number): Judge =>
  (when, values) => {
    const one = builtOf(when);
    if (one === "wrong") return false;
    const given = one.names.map((name) => (Object.hasOwn(values, name) ? operandOf(values[name]) : null));
    return one.condition.holds({ values: given, context: { now } });
  };

/** Why a condition cannot be read, or what it lacks; `fields`: those it may ask; `called`: a field's name for people. */
export function conditionFaults(
  when: EdgeCondition,
  fields?: readonly string[],
  called = (name: string): string => name,
): readonly string[] {
  try {
    build(when, fields && new Set(fields));
    return conditionGaps(when, called);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [error.message];
  }
}
