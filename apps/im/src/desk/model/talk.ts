/** What was said in one conversation, as far as the page has it. Pure. */
import type { ReplyOf } from "@liantai/api/contract";
import type { ChatMessage, ChatMsgType, chatSessionApi } from "@liantai/api/contract/im";

type Page = ReplyOf<typeof chatSessionApi.messages>;
export type TrackStep = Page["track"][number];

export interface Talk {
  /** By seq, without a gap but for what is being asked for. */
  readonly messages: readonly ChatMessage[];
  /** There are older ones. */
  readonly more: boolean;
  readonly track: readonly TrackStep[];
}

/** Typed here, not yet with the server; why: it did not get there. */
export interface Unsent {
  readonly guid: string;
  readonly content: string;
  readonly why?: string;
}

export const messageOf = (row: Page["messages"][number]): ChatMessage => ({
  ...row,
  msgType: row.msgType as ChatMsgType,
  flag: row.flag === 1 ? 1 : 0,
  extras: { ...row.extras, keys: row.extras.keys ?? [] },
});

/** Each once; of two with one seq the later one holds, but what was read stays so. */
export function withMessages(before: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const all = new Map(before.map((message) => [message.seq, message]));
  for (const message of more) {
    const known = all.get(message.seq);
    all.set(message.seq, known?.flag === 1 ? { ...message, flag: 1 } : message);
  }
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

/** The last message before the first gap; undefined: there is none. */
export function gapAfter(messages: readonly ChatMessage[]): number | undefined {
  const at = messages.findIndex(({ seq }, place) => place > 0 && seq !== messages[place - 1]!.seq + 1);
  return at < 0 ? undefined : messages[at - 1]!.seq;
}

/** What came since the page was away. Where even that does not reach back, what is older is asked for again when it is wanted. */
export function withMissed(talk: Talk, missed: readonly ChatMessage[], more: boolean): Talk {
  const messages = withMessages(talk.messages, missed);
  const gap = gapAfter(messages);
  if (gap === undefined || !more) return { ...talk, messages };
  return { ...talk, messages: messages.filter(({ seq }) => seq > gap), more: true };
}

/** The other side has read up to this one. */
export const readUpTo = (messages: readonly ChatMessage[], upTo: number): readonly ChatMessage[] =>
  messages.map((message) =>
    message.seq <= upTo && message.extras.sender === "agent" && message.flag === 0 ? { ...message, flag: 1 } : message,
  );

/** The last word of the robot, which what an agent said comes after; -1: none led it. */
export const lastOfRobot = (messages: readonly ChatMessage[]): number =>
  messages.findLastIndex(({ extras }) => extras.sender === "robot");

const kinds: Readonly<Record<number, string>> = { 1: "[图片]", 2: "[语音]", 3: "[视频]", 5: "[文件]" };
/** A message in words. */
export const wordsOf = ({ msgType, content }: Pick<ChatMessage, "msgType" | "content">): string =>
  kinds[msgType] ?? content;
