/** Rows of conversations as frames of the chat socket carry them. */
import { formatTime } from "@liantai/api/contract";
import type { ChatFriend, ChatMessage } from "@liantai/api/contract/im";
import type { ChatSessionRow } from "../types.ts";
import type { ChatMessageRow, FriendRow } from "./talk-repository.ts";

export function presentMessage(session: ChatSessionRow, row: ChatMessageRow): ChatMessage {
  const fromVisitor = row.sender === "visitor";
  const other = session.agentId === "" ? "robot" : session.agentId;
  return {
    id: row.id,
    sessionId: row.sessionId,
    seq: row.seq,
    from: row.senderId === "" ? row.sender : row.senderId,
    to: fromVisitor ? other : session.visitorId,
    content: row.content,
    msgType: row.msgType,
    createTime: formatTime(row.createdAt),
    flag: row.seq <= (fromVisitor ? session.agentRead : session.visitorRead) ? 1 : 0,
    extras: {
      guid: row.guid,
      direction: fromVisitor ? "in" : "out",
      accessMode: "web",
      sender: row.sender,
      senderName: row.senderName,
      ...(row.keys ? { keys: row.keys } : {}),
    },
  };
}

/** online: a page of his is open. */
export const presentFriend = (row: FriendRow, online: boolean): ChatFriend => ({
  userId: row.visitorId,
  nick: row.nick,
  accessMode: "web",
  status: online ? 1 : 0,
  number: row.unread,
  temporaryTidings: row.lastText,
  sessionId: row.id,
  sessionStartTime: formatTime(row.startedAt),
  recentTime: formatTime(row.lastAt),
  fromData: {
    skillGroupId: row.skillGroupId,
    skillGroupName: row.skillGroupName ?? "",
    webName: row.webName ?? "",
  },
  phone: "",
  openid: "",
  externalUserId: "",
});
