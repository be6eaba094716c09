/** Reads one thing of a definition: what it is as it is kept, or undefined and a sentence. */
import { lengthOf } from "../fields.ts";
import { isRecord } from "./values.ts";

export type Say = (message: string) => void;
export type Reader<T> = (value: unknown, say: Say) => T | undefined;

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ["1", true],
  ["0", false],
]);
export const flag: Reader<boolean> = (value, say) => {
  const read = flags.get(value);
  if (read === undefined) say("应为是或否");
  return read;
};

export const amount =
  (min: number, max: number, whole = true): Reader<number> =>
  (value, say) => {
    const read = typeof value === "string" && /^-?\d{1,12}(?:\.\d{1,6})?$/.test(value) ? Number(value) : value;
    if (typeof read === "number" && read >= min && read <= max && (!whole || Number.isInteger(read))) return read;
    say(`应为${min}到${max}的${whole ? "整数" : "数字"}`);
    return undefined;
  };

/** Neither NUL nor half a surrogate pair: no database keeps them. */
const isKept = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** As it was written: whoever asks for the definition gets what he gave. */
export const text =
  (max: number, least = 0): Reader<string> =>
  (value, say) => {
    if (typeof value !== "string" || !isKept(value)) say("应为文字");
    else if (lengthOf(value) > max) say(`最多输入${max}个字符`);
    else if (value.trim().length < least) say("不能为空");
    else return value;
    return undefined;
  };

export const oneOf =
  <T extends string>(values: readonly T[]): Reader<T> =>
  (value, say) => {
    const read = values.find((one) => one === value);
    if (read === undefined) say(`只能是以下值之一：${values.join("、")}`);
    return read;
  };

export const list =
  <T>(reader: Reader<T>, max: number): Reader<readonly T[]> =>
  (value, say) => {
    if (!Array.isArray(value)) say("应为列表");
    else if (value.length > max) say(`最多${max}项`);
    else {
      const read = value.map((one, at) => reader(one, (message) => say(`第${at + 1}项${message}`)));
      return read.every((one) => one !== undefined) ? read : undefined;
    }
    return undefined;
  };

type Readers<T> = { readonly [K in keyof T]-?: Reader<Exclude<T[K], undefined>> };

/**
 * An object's known parts; what is null or not given stays not given, except `must`. Unknown parts go. `named`: what a part is called in
 * sentences.
 */
export const parts =
  <T extends object>(
    readers: Readers<T>,
    must: readonly (keyof T & string)[],
    named: (key: string) => string = () => "",
  ): Reader<T> =>
  (value, say) => {
    if (!isRecord(value)) {
      say("格式有误");
      return undefined;
    }
    const kept: Partial<Record<keyof T, unknown>> = {};
    let whole = true;
    for (const key of Object.keys(readers) as (keyof T & string)[]) {
      const given = Object.hasOwn(value, key) ? value[key] : undefined;
      if (given === undefined || given === null) {
        if (!must.includes(key)) continue;
        say(`${named(key)}不能为空`);
        whole = false;
        continue;
      }
      const read = readers[key](given, (message) => say(named(key) + message));
      if (read === undefined) whole = false;
      else kept[key] = read;
    }
    return whole ? (kept as T) : undefined;
  };

/** A map of texts by keys. */
export const textMap =
  (max: number, length: number): Reader<Readonly<Record<string, string>>> =>
  (value, say) => {
    const entries = isRecord(value) ? Object.entries(value) : undefined;
    const good = entries?.every(
      ([key, one]) =>
        key !== "__proto__" && key.length <= length && typeof one === "string" && one.length <= length && isKept(one),
    );
    if (entries && good && entries.length <= max) return Object.fromEntries(entries) as Record<string, string>;
    say("格式有误");
    return undefined;
  };
