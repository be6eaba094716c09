/** What a hostile or careless client sends instead of a field's value, and everywhere it can send it. */
const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < levels; n += 1) value = n % 2 === 0 ? [value] : { a: value };
  return value;
};

type Named = readonly (readonly [name: string, value: unknown])[];

/** What every run asks with, half of them at each place. `undefined`: the field is missing. */
export const hostileValues: Named = [
  ["missing", undefined],
  ["null", null],
  ["object in object", { name: {}, toString: 1, valueOf: null, trim: 1, length: -1 }],
  ["names of every object", { toString: "甲", constructor: "乙", hasOwnProperty: "丙" }],
  ["array", []],
  ["array of null", [null]],
  ["number", 7],
  ["negative", -1],
  ["boolean", true],
  ["huge text", "x".repeat(70_000)],
  ["NaN as text", "NaN"],
  ["NUL", "甲\u0000乙"],
  ["high surrogate", "甲\ud800"],
  ["nested deeply", deep(40)],
];

/** What the wide run asks with besides. */
export const rarerValues: Named = [
  ["object", {}],
  ["array of objects", [{}]],
  ["array of arrays", [[]]],
  ["fraction", 1.5],
  ["huge number", 1e308],
  ["past exact integers", 9_007_199_254_740_993],
  ["past four bytes", 4_294_967_297],
  ["empty text", ""],
  ["Infinity as text", "1e999"],
  ["digits without end", "9".repeat(30)],
  ["negative text", "-1"],
  ["low surrogate", "\udc00"],
  ["date that is none", "2026-13-45 99:99:99"],
  ["date before time", "0000-00-00 00:00:00"],
  ["last date", "9999-12-31 23:59:59"],
  ["SQL and patterns", "'\"\\%_;--(*+?["],
];

/** Every place of a sample: the whole, each field, each item. */
export function placesOf(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  const inner =
    value !== null && typeof value === "object"
      ? (Array.isArray(value) ? [...value.keys()] : Object.keys(value)).flatMap((key) =>
          placesOf((value as Record<string | number, unknown>)[key], [...path, key]),
        )
      : [];
  return path.length > 0 ? [[...path], ...inner] : inner;
}

/** A copy with one place replaced. */
export function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, n) => (n === key ? replaced(item, rest, by) : (item as unknown)));
  const copy = { ...(value as Record<string, unknown>) };
  const next = replaced(copy[key], rest, by);
  if (next === undefined) delete copy[key];
  else copy[key] = next;
  return copy;
}

/** JSON texts that are hostile as a whole. */
export const hostileBodies: readonly (readonly [name: string, text: string])[] = [
  ["null", "null"],
  ["text", '"x"'],
  ["number", "5"],
  ["array", "[]"],
  ["array of null", "[null]"],
  ["cut off", '{"a":'],
  ["prototype", '{"__proto__":{"pageSize":1}}'],
  ["constructor", '{"constructor":{"prototype":{"a":1}}}'],
  ["NUL in a key", '{"a\\u0000b":1}'],
  ["lone surrogate in a key", '{"\\ud800":1}'],
  ["NUL in something unknown", '{"unknown":{"x":["\\u0000"]}}'],
];

/** The same, of 100 KB each. */
export const hugeBodies: typeof hostileBodies = [
  ["nested beyond measure", "[".repeat(50_000) + "]".repeat(50_000)],
  ["ten thousand keys", JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n])))],
];

/** Raw text of one query value. */
export const hostileQueries: readonly (readonly [name: string, raw: string])[] = [
  ["empty", ""],
  ["NUL", "%00"],
  ["half a character", "%ED%A0%80"],
  ["broken escape", "%E0%A4%A"],
  ["long", "x".repeat(5_000)],
  ["NaN", "NaN"],
  ["digits without end", "9".repeat(30)],
  ["negative", "-1"],
  ["object", "%7B%7D"],
  ["date that is none", "2026-13-45+99:99:99"],
];
