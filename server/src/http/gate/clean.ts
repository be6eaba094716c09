/**
 * What no input may hold, wherever it stands and whether or not the contract knows the field: NUL and lone surrogates, which
 * PostgreSQL cannot keep, keys that reach a prototype, and more depth or parts than anything honest has.
 */
export interface Dirt {
  /** Keys and indexes down to the place. */
  readonly path: readonly (string | number)[];
  /** Reads on from the field's label. */
  readonly message: string;
}

/** The deepest body of a contract has seven levels; the most values has a list of 10,000 seats. */
const most = { depth: 16, values: 25_000, keys: 1_000 } as const;

/** Whether a text can be kept and sent on as it is. */
export const isCleanText = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

const prototypeKeys: ReadonlySet<string> = new Set(["__proto__"]);

/** The first fault of a decoded body, query or path; undefined when there is none. */
export function dirtOf(value: unknown): Dirt | undefined {
  let values = 0;
  const visit = (item: unknown, path: readonly (string | number)[]): Dirt | undefined => {
    values += 1;
    if (values > most.values) return { path: [], message: "的数据过多" };
    if (typeof item === "string") return isCleanText(item) ? undefined : { path, message: "含有无法识别的字符" };
    if (typeof item !== "object" || item === null) return undefined;
    if (path.length >= most.depth) return { path: path.slice(0, 1), message: "的层级过多" };
    const keys = Array.isArray(item) ? [...item.keys()] : Object.keys(item);
    if (!Array.isArray(item) && keys.length > most.keys) return { path, message: "的数据过多" };
    for (const key of keys) {
      if (typeof key === "string" && (prototypeKeys.has(key) || !isCleanText(key)))
        return { path, message: "含有无法识别的字段名" };
      const found = visit((item as Record<string | number, unknown>)[key], [...path, key]);
      if (found) return found;
    }
    return undefined;
  };
  return visit(value, []);
}
