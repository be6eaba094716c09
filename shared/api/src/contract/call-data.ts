/** 随路数据: what travels with a call, as keys and texts. */

/** Bytes of its JSON: so the longest line of the CTI link has room for it (cti.ts). */
export const callDataMax = 2_048;
export const callDataEntries = 50;

export type CallData = Readonly<Record<string, string>>;

export const callDataBytes = (data: CallData): number => new TextEncoder().encode(JSON.stringify(data)).length;

export const callDataFits = (data: CallData): boolean =>
  Object.keys(data).length <= callDataEntries && callDataBytes(data) <= callDataMax;

export const callDataTooLong = "随路数据合计不能超过2KB";

export const callDataKey = /^[\p{L}\p{N}_.-]{1,64}$/u;
export const isCallDataKey = (key: string): boolean => callDataKey.test(key) && key !== "__proto__";
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
    (entry): entry is [string, string] => isCallDataKey(entry[0]) && isText(entry[1]),
  );
  const data = Object.fromEntries(entries);
  return entries.length === Object.keys(value).length && callDataFits(data) ? data : undefined;
}

/** Keys of the later one win; an empty text takes its key out. */
export const mergeCallData = (before: CallData, more: CallData): CallData =>
  Object.fromEntries(Object.entries({ ...before, ...more }).filter(([, text]) => text !== ""));
