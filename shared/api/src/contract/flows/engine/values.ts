/** Variables: texts made of them, values kept within their bounds, chance. */
import { maxValue } from "./flow.ts";
import type { Value, Values } from "./session.ts";

/**
 * What stands there itself: names that people gave ('constructor') find nothing that every object has. What every object has are functions
 * and its __proto__: only of these it is asked whose they are, for asking takes longer than reading.
 */
export function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  if (record === undefined) return undefined;
  const value = record[key];
  return (typeof value === "function" || key === "__proto__") && !Object.hasOwn(record, key) ? undefined : value;
}

/** Of a record by name that may be written: a copy of all of it. Object.assign would set a prototype where a name is '__proto__'. */
export const copied = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.hasOwn(record, "__proto__") ? { ...record } : Object.assign<Record<string, T>, typeof record>({}, record);

/** Under a name that people gave. */
export function put<T>(record: Record<string, T>, name: string, value: T): void {
  if (name === "__proto__")
    Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
  else record[name] = value;
}

export const textOf = (value: Value | undefined): string =>
  typeof value === "string"
    ? value
    : value === undefined
      ? ""
      : Array.isArray(value)
        ? value.join("、")
        : String(value);

const isName = /^[A-Za-z_][\w.]{0,60}$/;

/** A text cut at its ${vName}: one more text than names. */
interface Template {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** One text that names are looked up by; a text that was cut out of another is looked up among all names first, each time. */
const nameOf = (text: string): string => Object.keys({ [text]: 0 })[0]!;

/** Read by hand, because a replace with a function takes four times as long. */
function cut(text: string): Template {
  const texts: string[] = [];
  const names: string[] = [];
  let from = 0;
  let end = -1;
  for (let at = text.indexOf("${"); at >= 0; at = text.indexOf("${", Math.max(from, at + 1))) {
    if (end < at) end = text.indexOf("}", at);
    if (end < 0) break;
    const name = text.slice(at + 2, end);
    if (!isName.test(name)) continue;
    texts.push(text.slice(from, at));
    names.push(nameOf(name));
    from = end + 1;
  }
  texts.push(text.slice(from));
  return { texts, names };
}

/** Of flows that calls are in: so many texts at most. */
const mostTemplates = 5_000;
const templates = new Map<string, Template>();

function templateOf(text: string): Template {
  const known = templates.get(text);
  if (known) return known;
  if (templates.size >= mostTemplates) templates.clear();
  const made = cut(text);
  templates.set(text, made);
  return made;
}

/** ${vName} and ${formData.x}; what is not there is nothing. of: what has a name. */
export function fill(
  text: string,
  vars: Values,
  of: (vars: Values, name: string) => Value | undefined = own<Value>,
): string {
  const { texts, names } = templateOf(text);
  let filled = texts[0]!;
  for (let at = 0; at < names.length; at++) filled += textOf(of(vars, names[at]!)) + texts[at + 1]!;
  return filled;
}

/** It has a ${vName} of these. */
export function hasName(text: string, is: (name: string) => boolean): boolean {
  for (const name of templateOf(text).names) if (is(name)) return true;
  return false;
}

export const namesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\$\{([A-Za-z_][\w.]{0,60})\}/g), ([, name = ""]) => name);

/** Without secrets, wherever they stand in it. */
export function masked<T>(value: T, secrets: readonly string[]): T {
  const real = secrets.filter((secret) => secret !== "");
  if (real.length === 0) return value;
  const of = (each: unknown): unknown =>
    typeof each === "string"
      ? real.reduce((text, secret) => text.replaceAll(secret, "***"), each)
      : Array.isArray(each)
        ? each.map(of)
        : typeof each === "object" && each !== null
          ? Object.fromEntries(Object.entries(each).map(([key, own]) => [key, of(own)]))
          : each;
  return of(value) as T;
}

const mostItems = 100;

/** As it may be kept: a text of at most 290 characters, a finite number, a list of at most 100 texts. */
export function bounded(value: unknown): Value {
  if (typeof value === "string") return value.length > maxValue ? value.slice(0, maxValue) : value;
  if (typeof value === "number") return Number.isFinite(value) ? value : 0;
  if (typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => String(item).slice(0, maxValue));
  if (value === null || value === undefined) return "";
  return (typeof value === "object" ? JSON.stringify(value) : String(value)).slice(0, maxValue);
}

/** The next number of a seeded row, 0 to 1, and the seed after it (mulberry32). */
export function draw(seed: number): { readonly at: number; readonly seed: number } {
  const next = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(next ^ (next >>> 15), 1 | next);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return { at: ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296, seed: next };
}
