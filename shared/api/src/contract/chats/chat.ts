/**
 * The chat socket GET /api/chat/socket (realtime.md section 7, "Sockets"): JSON text frames `{cmd, ...}` in both directions, the same for
 * an agent and for a visitor's page. `token` is a ticket, used once (S3); an agent's page adds `extra`: base64 JSON {agentName, agentId},
 * which must be its own. The numbers are the specification's; what they mean is decision 105.
 */

export const chatSocketPath = "/api/chat/socket";

/** realtime.md section 9, ms. The heartbeat goes out every 20 s; a socket that was silent for three of them is closed. */
export const chatTimings = { heartbeat: 20_000, retry: 5_000, friendsDebounce: 300, pullUsers: 700 } as const;

export const chatCommands = {
  /** The first frame: 10007, or 10008 when the server closes the link. */
  state: 6,
  /** A conversation joins (came to this agent; to a visitor: somebody takes it). */
  joined: 9,
  /** A conversation leaves: it ended, or went to somebody else. */
  left: 10,
  message: 11,
  /** Answer to a message that was sent: its id. */
  sent: 12,
  heartbeat: 13,
  recall: 15,
  pullFriends: 17,
  friends: 18,
  pullMessages: 19,
  messages: 20,
  read: 21,
} as const;

/** realtime.md section 8, "Chat and audition". */
export const chatCodes = {
  /** The message has this id now; the other side has a page open, or (off) has none. */
  sent: 10_000,
  sentOff: 10_001,
  connected: 10_007,
  closed: 10_008,
  online: 10_011,
  /** What came since the number that was asked for, or a page of what was before it. */
  missed: 10_016,
  history: 10_018,
} as const;

/** Close codes of this socket (RFC 6455 section 7.4.2). After them the page does not connect again by itself. */
export const chatCloses = { sessionEnded: 4001, replaced: 4002, conversationEnded: 4003, malformed: 4004 } as const;

/** realtime.md section 3, "Chat message (conversation view)"; 0, text, is ours. */
export const chatMsgTypes = { text: 0, image: 1, voice: 2, video: 3, file: 5, system: 6, recall: 10 } as const;
export type ChatMsgType = (typeof chatMsgTypes)[keyof typeof chatMsgTypes];

export const chatSenders = ["visitor", "robot", "agent", "system"] as const;
export type ChatSender = (typeof chatSenders)[number];

/** A key that a robot's question may be answered with, and what it is for. */
export interface ChatKey {
  readonly key: string;
  readonly name: string;
}

/**
 * from, to: the visitor's userId, the agent's id, or 'robot' and 'system'. seq: its place in the conversation, from 1. createTime:
 * yyyy-MM-dd HH:mm:ss. flag: 1, the other side has read it. guid: what its sender called it, '' of the server's own. keys: of a question.
 */
export interface ChatMessage {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly from: string;
  readonly to: string;
  readonly content: string;
  readonly msgType: ChatMsgType;
  readonly createTime: string;
  readonly flag: 0 | 1;
  readonly extras: {
    readonly guid: string;
    readonly direction: "in" | "out";
    readonly accessMode: "web";
    readonly sender: ChatSender;
    readonly senderName: string;
    readonly keys?: readonly ChatKey[];
  };
}

/** realtime.md section 3, "Chat friend (visitor)". status: 1, a page of his is open. number: unread. times: yyyy-MM-dd HH:mm:ss. */
export interface ChatFriend {
  readonly userId: string;
  readonly nick: string;
  readonly accessMode: "web";
  readonly status: 0 | 1;
  readonly number: number;
  readonly temporaryTidings: string;
  readonly sessionId: string;
  readonly sessionStartTime: string;
  readonly recentTime: string;
  readonly fromData: { readonly skillGroupId: string; readonly skillGroupName: string; readonly webName: string };
  readonly phone: string;
  readonly openid: string;
  readonly externalUserId: string;
}

/** What a visitor's page is told of where his conversation is. position: of 'waiting', from 1. agent: a name to be shown. */
export interface ChatStage {
  readonly sessionId: string;
  readonly status: ChatStatus;
  readonly position?: number;
  readonly agent?: string;
  /** Of 'closed'. */
  readonly reason?: ChatEnd;
}

/** flow: a robot leads it; waiting: in the queue of a skill group; talking: an agent has it. */
export const chatStatuses = { flow: "机器人接待", waiting: "排队中", talking: "会话中", closed: "已结束" } as const;
export type ChatStatus = keyof typeof chatStatuses;

export const chatEnds = {
  visitor: "访客结束",
  agent: "坐席结束",
  flow: "流程结束",
  idle: "超时未回复",
  full: "排队已满",
  absent: "无人在线",
  off: "非服务时间",
  failed: "流程异常",
} as const;
export type ChatEnd = keyof typeof chatEnds;

/** What may be typed at once, characters. */
export const chatTextMost = 1_000;
/** realtime.md section 9. */
export const chatPageSize = 20;
/** A visitor may say so many a minute. */
export const chatTextsPerMinute = 60;

export type ChatServerFrame =
  | {
      readonly cmd: 6;
      readonly code: 10_007 | 10_008;
      readonly data: { readonly userId: string; readonly time: number };
    }
  /** To an agent. online 10011: a visitor's page was opened. */
  | { readonly cmd: 9; readonly code?: 10_011; readonly data: ChatFriend | ChatStage }
  | { readonly cmd: 10; readonly data: ChatStage }
  | { readonly cmd: 11; readonly data: ChatMessage }
  /** msg: why it was refused, code 0. content: as it stands now, where that is not what was sent (said in secret, a key's name). */
  | {
      readonly cmd: 12;
      readonly code: 10_000 | 10_001 | 0;
      readonly data: {
        readonly guid: string;
        readonly id: string;
        readonly seq: number;
        readonly createTime: string;
        readonly content?: string;
      };
      readonly msg?: string;
    }
  | { readonly cmd: 13 }
  | { readonly cmd: 18; readonly data: readonly ChatFriend[] }
  /** more: there is another page before it. */
  | {
      readonly cmd: 20;
      readonly code: 10_016 | 10_018;
      readonly data: { readonly sessionId: string; readonly messages: readonly ChatMessage[]; readonly more: boolean };
    }
  /** The other side has read up to this one. */
  | { readonly cmd: 21; readonly data: { readonly sessionId: string; readonly seq: number } };

export type ChatClientFrame =
  | { readonly cmd: 13 }
  | { readonly cmd: 17 }
  /** after: what came since; before: the page that ends before this one. */
  | {
      readonly cmd: 19;
      readonly data: { readonly sessionId: string; readonly after?: number; readonly before?: number };
    }
  | {
      readonly cmd: 11;
      readonly data: {
        readonly sessionId: string;
        readonly guid: string;
        readonly content: string;
        readonly key?: true;
      };
    }
  | { readonly cmd: 21; readonly data: { readonly sessionId: string; readonly seq: number } };
