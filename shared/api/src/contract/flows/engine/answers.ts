/** Answers of the world, read with care: whoever answers is on the other side of a socket or of a log. */
import type { Value } from "./session.ts";
import { put } from "./values.ts";

type Answer = Readonly<Record<string, unknown>>;

export const textIn = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

export const numberIn = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);

export const textAt = (answer: Answer, key: string): string => textIn(answer[key]);

const isValue = (value: unknown): value is Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" || Array.isArray(value);

/** Only variables that were asked for. */
export function valuesAt(answer: Answer, key: string, names: readonly string[]): Readonly<Record<string, Value>> {
  const given = answer[key];
  if (typeof given !== "object" || given === null) return {};
  const values: Record<string, Value> = {};
  for (const name of Object.keys(given)) {
    const value = (given as Answer)[name];
    if (names.includes(name) && isValue(value)) put(values, name, value);
  }
  return values;
}
