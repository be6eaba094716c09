/** Tables of the area chats; joined in ../schema.ts. */
import type {
  ChatAgentState,
  ChatEnd,
  ChatKey,
  ChatMsgType,
  ChatSender,
  ChatStatus,
  ChatTargetKind,
} from "@liantai/api/contract/im";
import type { Values } from "@liantai/api/flows";
import type { ColumnType } from "kysely";
import type { At, AtNull, Flag, Json, Text, Unset, Word } from "./types.ts";

export interface ChatSiteTable {
  compId: string;
  id: string;
  webName: string;
  webKey: string;
  title: string;
  color: string;
  greeting: Text;
  targetKind: Word<ChatTargetKind>;
  targetId: string;
  timeRuleId: Text;
  offWords: Text;
  idleMinutes: Flag;
  maxWaiting: Flag;
  enabled: Flag;
  remark: Text;
  createdAt: At;
}

export interface ChatVisitorTable {
  compId: string;
  id: string;
  /** SHA-256 of what his page keeps, hex. */
  secretHash: string;
  nick: string;
  page: Text;
  device: Text;
  firstAt: At;
  lastAt: At;
}

export interface ChatSessionTable {
  compId: string;
  id: string;
  siteId: string;
  visitorId: string;
  status: Word<ChatStatus>;
  flowId: Text;
  flowVersionId: Text;
  flowName: Text;
  /** Sealed JSON of ChatFlow (modules/chats); '': it is in none. */
  flowState: Text;
  /** The robot line that its flow holds; '': none. */
  robotLineId: Text;
  dueAt: AtNull;
  skillGroupId: Text;
  agentId: Text;
  queuedAt: AtNull;
  waitUntil: AtNull;
  priorityMs: Flag;
  askedAgentId: Text;
  startedAt: At;
  answeredAt: AtNull;
  endedAt: AtNull;
  endReason: ColumnType<ChatEnd | "", string | undefined, string>;
  heardAt: At;
  lastSeq: Flag;
  lastText: Text;
  lastAt: At;
  agentRead: Flag;
  visitorRead: Flag;
  score: Unset<number>;
  leftMessage: Flag;
}

export interface ChatMessageTable {
  compId: string;
  sessionId: string;
  seq: number;
  id: string;
  sender: Word<ChatSender>;
  senderId: Text;
  senderName: Text;
  msgType: Word<ChatMsgType>;
  content: string;
  keys: ColumnType<readonly ChatKey[] | null, string | null | undefined, string | null>;
  guid: Text;
  createdAt: At;
}

export interface ChatTrackTable {
  compId: string;
  sessionId: string;
  n: number;
  seq: number;
  action: string;
  nodeId: Text;
  nodeName: Text;
  text: Text;
  createdAt: At;
}

export interface ChatGatheredTable {
  compId: string;
  sessionId: string;
  n: number;
  formId: string;
  flowName: Text;
  robot: Flag;
  values: Json<Values>;
  secret: Flag;
  writtenAt: AtNull;
  formName: Text;
  recordId: Text;
  refusal: Text;
}

export interface ChatAgentTable {
  compId: string;
  agentId: string;
  status: Word<ChatAgentState>;
  changedAt: At;
  givenAt: AtNull;
  seenAt: At;
}

export interface ChatsTables {
  chat_site: ChatSiteTable;
  chat_visitor: ChatVisitorTable;
  chat_session: ChatSessionTable;
  chat_message: ChatMessageTable;
  chat_track: ChatTrackTable;
  chat_agent: ChatAgentTable;
  chat_gathered: ChatGatheredTable;
}
