/** 留言派送: a message that the seat may take, until endsAt. Times are epoch ms. */
export interface MessageOffer {
  readonly id: string;
  readonly callId: string;
  /** Masked for who may not see numbers. */
  readonly number: string;
  readonly groupName: string;
  readonly leftAt: number;
  /** null: its recording is not stored yet. */
  readonly lengthS: number | null;
  readonly endsAt: number;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isText = (value: unknown): value is string => typeof value === "string";

/** What `messageOffer` carries as json. undefined: it is none that can be shown. */
export function readMessageOffer(json: string): MessageOffer | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { id, callId, number, groupName, leftAt, lengthS, endsAt } = value as Readonly<Record<string, unknown>>;
  return isText(id) &&
    isText(callId) &&
    isText(number) &&
    isText(groupName) &&
    isNumber(leftAt) &&
    (lengthS === null || isNumber(lengthS)) &&
    isNumber(endsAt)
    ? { id, callId, number, groupName, leftAt, lengthS, endsAt }
    : undefined;
}
