/** 随路数据: what travels with a call, as keys and texts. */

/** Bytes of its JSON: so the longest line of the CTI link has room for it (cti.ts). */
export const callDataMax = 2_048;
const entriesMax = 50;

export type CallData = Readonly<Record<string, string>>;

export const callDataFits = (data: CallData): boolean =>
  Object.keys(data).length <= entriesMax && new TextEncoder().encode(JSON.stringify(data)).length <= callDataMax;

export const callDataKey = /^[\p{L}\p{N}_.-]{1,64}$/u;
const isKey = (key: string): boolean => callDataKey.test(key) && key !== "__proto__";
const isText = (value: unknown): value is string =>
  typeof value === "string" && !value.includes("\0") && value.isWellFormed();

/** Undefined: no JSON of keys and texts, or more than may travel. */
export function readCallData(text: string): CallData | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => isKey(entry[0]) && isText(entry[1]),
  );
  const data = Object.fromEntries(entries);
  return entries.length === Object.keys(value).length && callDataFits(data) ? data : undefined;
}

/** Keys of the later one win; an empty text takes its key out. */
export const mergeCallData = (before: CallData, more: CallData): CallData =>
  Object.fromEntries(Object.entries({ ...before, ...more }).filter(([, text]) => text !== ""));
