/**
 * Numbers of customers as an interface without 发送完整号码 has them (docs/protocol.md, G153). What carries one is known by where it
 * comes from: digits that a caller typed or said are his answer, however much they look like a number.
 */
import { maskPhone } from "../../validators.ts";
import type { FlowState, Value, Values } from "./session.ts";
import { bounded, fill, hasName, own, put, textOf } from "./values.ts";

/** The customer's number wherever the call has it; the other end's is the enterprise's own, where it is known to be. */
function ofCall(vars: Values): Readonly<Record<string, string>> {
  const customerNumber = textOf(own(vars, "customerNumber"));
  const caller = textOf(own(vars, "caller"));
  const callee = textOf(own(vars, "callee"));
  if (caller === callee || (caller !== customerNumber && callee !== customerNumber))
    return { customerNumber, caller, callee };
  return caller === customerNumber ? { customerNumber, caller } : { customerNumber, callee };
}

/** masks: of what else carries a number. */
export function maskedVars(vars: Values, masks: Values = {}): Values {
  const shown: Record<string, Value> = { ...vars };
  for (const [name, number] of Object.entries(ofCall(vars))) put(shown, name, maskPhone(number));
  for (const name of Object.keys(masks)) put(shown, name, masks[name]!);
  return shown;
}

const carries: ReadonlySet<string> = new Set(["customerNumber", "caller", "callee"]);
/** One of them as `maskedVars` has it. */
function maskedValue(vars: Values, masks: Values | undefined, name: string): Value | undefined {
  const mask = own(masks, name);
  if (mask !== undefined) return mask;
  const number = carries.has(name) ? own(ofCall(vars), name) : undefined;
  return number === undefined ? own(vars, name) : maskPhone(number);
}

/** A text or an expression that names what carries a number; one too many costs a reckoning. */
export function namesNumber(text: string, masks: Values = {}): boolean {
  const roots = new Set(Object.keys(masks).map((name) => name.split(".")[0]));
  return (text.match(/[A-Za-z_]\w*/g) ?? []).some((word) => carries.has(word) || roots.has(word));
}

const isCarrier = (name: string): boolean => carries.has(name);

/** A text with variables in it, of masked numbers; undefined: none of them carries one. */
export function maskedFill(text: string, vars: Values, masks: Values | undefined): string | undefined {
  const named =
    hasName(text, isCarrier) || (masks !== undefined && hasName(text, (name) => own(masks, name) !== undefined));
  return named ? fill(text, vars, (of, name) => maskedValue(of, masks, name)) : undefined;
}

/** What is no list is the same, or stands otherwise in JSON. */
const same = (a: Value, b: Value): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));

/** Of a variable that got a value. mask: of that value; undefined, or the same: it carries no number. The same masks: nothing changes. */
export function masksWith(
  masks: Values | undefined,
  name: string,
  value: Value,
  mask: Value | undefined,
): Values | undefined {
  const kept = mask === undefined ? undefined : bounded(mask);
  // Yes or no is a branch like any other.
  const hides = kept !== undefined && typeof value !== "boolean" && !same(kept, value);
  if (!hides && own(masks, name) === undefined) return masks;
  const left = masks ? Object.fromEntries(Object.entries(masks).filter(([each]) => each !== name)) : {};
  if (hides) put(left, name, kept);
  return left;
}

/** Variables that another flow begins with; secret ones stay. */
export function handed({ vars, masks, secret }: FlowState, names: readonly string[]) {
  const given = names.filter((name) => !secret.includes(name));
  const masked = given.filter((name) => own(masks, name) !== undefined);
  return {
    vars: Object.fromEntries(given.map((name) => [name, own(vars, name) ?? ""])),
    ...(masked.length > 0 && { masks: Object.fromEntries(masked.map((name) => [name, masks![name]!])) }),
  };
}

const telephone = /^(?:\+?86)?(?:1[3-9]\d{9}|0\d{9,11})$/;
const maskOf = (text: string): string => {
  const digits = text.replace(/[ ()-]/g, "");
  return telephone.test(digits) ? maskPhone(digits) : text;
};

/** Of what came with a number of a task: the values that are, as a whole, a telephone number. */
export const numbersAmong = (given: Values): Values =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, Value][] => {
      if (typeof value === "boolean") return [];
      const mask = typeof value === "object" ? value.map(maskOf) : maskOf(String(value));
      return same(typeof value === "number" ? String(value) : value, mask) ? [] : [[name, mask]];
    }),
  );
