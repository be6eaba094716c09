/** What a page sends over the chat socket, read by hand: whatever it is, it is a frame of the contract or nothing. Pure. */
import type { ChatClientFrame } from "@liantai/api/contract/im";

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The largest PostgreSQL integer: a place in a conversation is one. */
const seqMost = 2 ** 31 - 1;
const idMost = 64;

const isId = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= idMost && !value.includes("\0") && value.isWellFormed();
const isSeq = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= seqMost;

function messageOf({ sessionId, guid, content, key }: Plain): ChatClientFrame | undefined {
  if (!isId(sessionId) || !isId(guid) || typeof content !== "string") return undefined;
  if (key === undefined || key === false) return { cmd: 11, data: { sessionId, guid, content } };
  return key === true ? { cmd: 11, data: { sessionId, guid, content, key } } : undefined;
}

/** One of the two at most. */
function pullOf({ sessionId, after, before }: Plain): ChatClientFrame | undefined {
  if (!isId(sessionId) || (after !== undefined && before !== undefined)) return undefined;
  if (after === undefined && before === undefined) return { cmd: 19, data: { sessionId } };
  if (isSeq(after)) return { cmd: 19, data: { sessionId, after } };
  return isSeq(before) ? { cmd: 19, data: { sessionId, before } } : undefined;
}

/** undefined: it is none. */
export function readChatFrame(text: string): ChatClientFrame | undefined {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isPlain(frame)) return undefined;
  const { cmd, data } = frame;
  if (cmd === 13 || cmd === 17) return { cmd };
  if (!isPlain(data)) return undefined;
  if (cmd === 11) return messageOf(data);
  if (cmd === 19) return pullOf(data);
  const { sessionId, seq } = data;
  return cmd === 21 && isId(sessionId) && isSeq(seq) ? { cmd, data: { sessionId, seq } } : undefined;
}

/** `extra` of an agent's page. undefined: it is none. */
export function readExtra(text: string): { readonly agentId: string } | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64").toString("utf8"));
    return isPlain(value) && typeof value["agentId"] === "string" ? { agentId: value["agentId"] } : undefined;
  } catch {
    return undefined;
  }
}
