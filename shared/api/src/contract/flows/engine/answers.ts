/** Answers of the world, read with care: whoever answers is on the other side of a socket or of a log. */
import type { Value } from "./session.ts";

type Answer = Readonly<Record<string, unknown>>;

export const textAt = (answer: Answer, key: string): string => {
  const value = answer[key];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
};

export const numberAt = (answer: Answer, key: string): number => {
  const value = answer[key];
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
};

const isValue = (value: unknown): value is Value =>
  ["string", "number", "boolean"].includes(typeof value) || Array.isArray(value);

/** Only variables that were asked for. */
export function valuesAt(answer: Answer, key: string, names: readonly string[]): Readonly<Record<string, Value>> {
  const given = answer[key];
  if (typeof given !== "object" || given === null) return {};
  return Object.fromEntries(
    Object.entries(given as Answer).filter(
      (entry): entry is [string, Value] => names.includes(entry[0]) && isValue(entry[1]),
    ),
  );
}
