/** 随路数据 as it is typed on the call's card, before it is saved: pure. */
import {
  callDataBytes,
  callDataEntries,
  callDataFits,
  callDataMax,
  callDataTooLong,
  isCallDataKey,
  mergeCallData,
  type CallData,
} from "@liantai/api/contract";

export interface DraftRow {
  readonly key: string;
  readonly text: string;
  /** Its key is typed here, too. */
  readonly added: boolean;
}

/** base: what stood there when the rows were made of it; who else writes meanwhile loses nothing. */
export interface CallDataDraft {
  readonly base: CallData;
  readonly rows: readonly DraftRow[];
}

/** row: its place; none: the whole. */
export interface DraftFault {
  readonly row?: number;
  readonly text: string;
}

const emptyRow: DraftRow = { key: "", text: "", added: true };

export const draftOf = (data: CallData): CallDataDraft => {
  const rows = Object.entries(data).map(([key, text]) => ({ key, text, added: false }));
  return { base: data, rows: rows.length === 0 ? [emptyRow] : rows };
};

export const withRow = ({ base, rows }: CallDataDraft): CallDataDraft => ({ base, rows: [...rows, emptyRow] });
export const withoutRow = ({ base, rows }: CallDataDraft, at: number): CallDataDraft => ({
  base,
  rows: rows.filter((_, place) => place !== at),
});
export const changedRow = ({ base, rows }: CallDataDraft, at: number, part: Partial<DraftRow>): CallDataDraft => ({
  base,
  rows: rows.map((row, place) => (place === at ? { ...row, ...part } : row)),
});

const keyOf = ({ key }: DraftRow): string => key.trim();
const isBlank = (row: DraftRow): boolean => row.added && keyOf(row) === "" && row.text === "";

/** What is to be told to the server: texts that are others now, and '' for keys that are gone. What was not touched stays untold. */
export function changesOf({ base, rows }: CallDataDraft): CallData {
  const typed = rows.filter((row) => !isBlank(row)).map((row) => [keyOf(row), row.text] as const);
  const kept = new Set(typed.map(([key]) => key));
  const gone = Object.keys(base).filter((key) => !kept.has(key));
  const others = typed.filter(([key, text]) => !Object.hasOwn(base, key) || base[key] !== text);
  return Object.fromEntries([...gone.map((key) => [key, ""] as const), ...others]);
}

export const isTouched = (draft: CallDataDraft): boolean => Object.keys(changesOf(draft)).length > 0;

/** Bytes of what would travel with the call. present: what does now. */
export const bytesOf = (draft: CallDataDraft, present: CallData): number =>
  callDataBytes(mergeCallData(present, changesOf(draft)));

function rowFault({ base, rows }: CallDataDraft, present: CallData, at: number): string | undefined {
  const row = rows[at]!;
  if (!row.added || isBlank(row)) return undefined;
  const key = keyOf(row);
  if (key === "") return "请输入名称";
  if (!isCallDataKey(key)) return "名称只能是文字、数字和 _ . -，最多64个字符";
  const known = Object.hasOwn(present, key) || Object.hasOwn(base, key);
  if (known || rows.some((other, place) => place < at && keyOf(other) === key)) return `“${key}”已存在，请直接修改`;
  return row.text === "" ? "请输入内容" : undefined;
}

export function faultOf(draft: CallDataDraft, present: CallData): DraftFault | undefined {
  for (const row of draft.rows.keys()) {
    const text = rowFault(draft, present, row);
    if (text !== undefined) return { row, text };
  }
  const whole = mergeCallData(present, changesOf(draft));
  if (Object.keys(whole).length > callDataEntries) return { text: `随路数据最多${callDataEntries}项` };
  return callDataBytes(whole) > callDataMax ? { text: callDataTooLong } : undefined;
}

/** One command says 2 KB: what is taken out goes first where it does not fit beside what is added. */
export function partsOf(changes: CallData): readonly CallData[] {
  if (callDataFits(changes)) return [changes];
  const entries = Object.entries(changes);
  return [entries.filter(([, text]) => text === ""), entries.filter(([, text]) => text !== "")].map((part) =>
    Object.fromEntries(part),
  );
}

/** As it is kept over a fold of the card and a reload of the page. undefined: none of this call. */
export function readDraft(kept: string | null, callId: string): CallDataDraft | undefined {
  if (!kept?.startsWith(`${callId} `)) return undefined;
  try {
    return JSON.parse(kept.slice(callId.length + 1)) as CallDataDraft;
  } catch {
    return undefined;
  }
}
export const writtenDraft = (callId: string, draft: CallDataDraft): string => `${callId} ${JSON.stringify(draft)}`;
