/**
 * A schema's own tests without the machinery around them: imports ask millions of times, and nearly every cell is good. It
 * proves good, never bad: whatever is not plain (conditions, lists of values, a test that fails, throws, or takes its time)
 * goes to the schema itself, which then also words the fault.
 */
import type { Schema } from "yup";

interface Test {
  (...args: never[]): unknown;
  readonly OPTIONS?: { readonly test: (this: unknown, value: unknown, context: unknown) => unknown };
}
interface Inside {
  readonly type: string;
  readonly conditions: readonly unknown[];
  readonly transforms: readonly ((this: unknown, value: unknown, original: unknown, schema: unknown) => unknown)[];
  readonly tests: readonly Test[];
  readonly internalTests: Readonly<Record<string, unknown>>;
  readonly _whitelist: { readonly size: number };
  readonly _blacklist: { readonly size: number };
  isType(value: unknown): boolean;
}

/** A test that asks its context for anything is not plain. */
const nothing = new Proxy(
  {},
  {
    get() {
      throw new Error("not plain");
    },
  },
);

const isPlain = (schema: object): schema is Inside => {
  const { type, conditions, transforms, tests, _whitelist, _blacklist, isType }: Partial<Inside> = schema;
  return (
    (type === "string" || type === "number") &&
    conditions?.length === 0 &&
    _whitelist?.size === 0 &&
    _blacklist?.size === 0 &&
    Array.isArray(transforms) &&
    Array.isArray(tests) &&
    tests.every((test) => typeof test.OPTIONS?.test === "function") &&
    typeof isType === "function"
  );
};

/** The value, or undefined where the schema must be asked. */
export function plainCheck(schema: Schema): (text: string) => unknown {
  // What yup keeps to itself: `isPlain` looks whether it is there as this knows it.
  const inside: object = schema;
  if (!isPlain(inside)) return () => undefined;
  const tests = inside.tests.map((test) => test.OPTIONS!.test);
  return (text) => {
    try {
      let value: unknown = text;
      for (const transform of inside.transforms) value = transform.call(inside, value, text, inside);
      if (value === undefined || value === null || value === "" || !inside.isType(value)) return undefined;
      for (const test of tests) if (test.call(nothing, value, nothing) !== true) return undefined;
      return value;
    } catch {
      return undefined;
    }
  };
}
