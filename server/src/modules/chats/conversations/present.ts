/** Conversations as pages and lists have them. */
import { formatTime } from "@liantai/api/contract";
import type { ChatFriend, ChatMessage, ChatStage } from "@liantai/api/contract/im";
import type { ChatSessionRow } from "../types.ts";
import type { NamedSession } from "./names-repository.ts";
import type { ChatMessageRow } from "./repository.ts";

type Shown = Pick<ChatSessionRow, "visitorId" | "agentId" | "agentRead" | "visitorRead">;

export const robotName = "机器人";
export const systemName = "系统";

const senderOf = ({ sender, senderId }: Pick<ChatMessageRow, "sender" | "senderId">): string =>
  sender === "robot" || sender === "system" ? sender : senderId;

export function messageOf(row: Omit<ChatMessageRow, "compId">, session: Shown): ChatMessage {
  const { sender, keys, seq } = row;
  const fromVisitor = sender === "visitor";
  return {
    id: row.id,
    sessionId: row.sessionId,
    seq,
    from: senderOf(row),
    to: fromVisitor ? session.agentId || "robot" : session.visitorId,
    content: row.content,
    msgType: row.msgType,
    createTime: formatTime(row.createdAt),
    flag: seq <= (fromVisitor ? session.agentRead : session.visitorRead) ? 1 : 0,
    extras: {
      guid: row.guid,
      direction: fromVisitor ? "in" : "out",
      accessMode: "web",
      sender,
      senderName: row.senderName,
      ...(keys && { keys }),
    },
  };
}

/** As a row of a reply. */
export function messageRow(row: Omit<ChatMessageRow, "compId">, session: Shown) {
  const { extras, ...message } = messageOf(row, session);
  const { keys, ...rest } = extras;
  return { ...message, extras: { ...rest, ...(keys && { keys: [...keys] }) } };
}

/** As its visitor has it: what only waits for an agent to read it is over for him. */
export function stageOf(session: ChatSessionRow, position: number | undefined, agentName: string): ChatStage {
  const { id: sessionId, status, leftMessage, endReason } = session;
  if (status === "closed" || leftMessage === 1)
    return { sessionId, status: "closed", reason: status === "closed" && endReason !== "" ? endReason : "flow" };
  return {
    sessionId,
    status,
    ...(status === "waiting" && position !== undefined ? { position } : {}),
    ...(status === "talking" && agentName !== "" ? { agent: agentName } : {}),
  };
}

/** here: a page of his is open. */
export const friendOf = (row: NamedSession, here: boolean): ChatFriend => ({
  userId: row.visitorId,
  nick: row.nick,
  accessMode: "web",
  status: here ? 1 : 0,
  number: Number(row.unread),
  temporaryTidings: row.lastText,
  sessionId: row.id,
  sessionStartTime: formatTime(row.startedAt),
  recentTime: formatTime(row.lastAt),
  fromData: { skillGroupId: row.skillGroupId, skillGroupName: row.groupName ?? "", webName: row.webName ?? "" },
  ...{ phone: "", openid: "", externalUserId: "" },
});
