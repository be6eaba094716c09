/** What of two rows the log keeps: the fields that differ, secrets never. */
import { isDeepStrictEqual } from "node:util";

export type Fields = Readonly<Record<string, unknown>>;

const secret = /password|secret|sealed|hash|token|credential|api_?key/i;

/** A list or an object is written as its JSON and read as itself. */
export function unfolded(value: unknown): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** PostgreSQL gives the keys of a JSON value back in an order of its own. */
const same = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b) || isDeepStrictEqual(unfolded(a), unfolded(b));

export function changedFields(before: Fields | undefined, after: Fields | undefined) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !(before && after) || !same(before[name], after[name]),
  );
  // That a secret changed is worth a line; what it is, is not.
  const pick = (of: Fields | undefined) =>
    of
      ? Object.fromEntries(
          names.filter((name) => name in of).map((name) => [name, secret.test(name) ? "******" : of[name]]),
        )
      : null;
  return { before: pick(before), after: pick(after), empty: names.length === 0 };
}

/** What a row had where it is changed, in the order of the changes. */
export function valuesBefore(row: object, changes: object): Fields {
  const values = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(Object.keys(changes).map((key) => [key, values.get(key)]));
}
