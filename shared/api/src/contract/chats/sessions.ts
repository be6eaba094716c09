/** Conversations of web chats: what their agents do with them, and what an administrator reads of them (realtime.md section 7). */
import { array, number, object, string } from "yup";
import { compField, idField, listBody } from "../crud.ts";
import { lengthField, nameField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { dateTimeField } from "../validators.ts";
import { chatEnds, chatSenders, chatStatuses, type ChatEnd, type ChatStatus } from "./chat.ts";
import { chatSitePage } from "./sites.ts";

export const chatDeskPage = "/chateditor";

const statusKeys = Object.keys(chatStatuses) as ChatStatus[];
const endKeys = Object.keys(chatEnds) as ChatEnd[];

/** Of an agent at chats. An agent that is away or offline is given no conversation; those that it has stay. */
export const chatAgentStates = { online: "在线", busy: "忙碌", offline: "离线" } as const;
export type ChatAgentState = keyof typeof chatAgentStates;
const agentStateKeys = Object.keys(chatAgentStates) as ChatAgentState[];

/** Seats that may take chats. */
const seats = roles(RoleTypes.seats);
const desk = onPages(seats, chatDeskPage);
/** Administrators read all, seats what they took part in. */
const readers = onPages(roles(RoleTypes.enterprise), chatDeskPage, chatSitePage);

export const chatMessageRow = object({
  id: string().required(),
  sessionId: string().required(),
  seq: number().integer().required(),
  from: string().required(),
  to: string().defined(),
  content: string().defined(),
  msgType: number().integer().required(),
  createTime: string().required(),
  flag: number().oneOf([0, 1]).required(),
  extras: object({
    guid: string().defined(),
    direction: string().oneOf(["in", "out"]).required(),
    accessMode: string().oneOf(["web"]).required(),
    sender: string().oneOf(chatSenders).required(),
    senderName: string().defined(),
    keys: array().of(object({ key: string().required(), name: string().required() })),
  }).required(),
});

/** A step of the flow that led it, for people. n: its place, from 1; seq: of the message that it stands after, 0 before all. */
const trackRow = object({
  n: number().integer().required(),
  seq: number().integer().required(),
  createTime: string().required(),
  nodeId: string().defined(),
  nodeName: string().defined(),
  action: string().required(),
  text: string().defined(),
});

/** What its flow gathered was written into a form, or why not. recordId '': refused, or gone since. orderId '': it is no order's. */
const writtenRow = object({
  formId: string().required(),
  formName: string().defined(),
  formType: string().defined(),
  recordId: string().defined(),
  orderId: string().defined(),
  refusal: string().defined(),
  createTime: string().required(),
});

export const chatSessionRow = object({
  id: string().required(),
  webId: string().required(),
  webName: string().required(),
  userId: string().required(),
  nick: string().required(),
  status: string().oneOf(statusKeys).required(),
  /** '': none led it. */
  flowName: string().defined(),
  skillGroupName: string().defined(),
  agentId: string().defined(),
  agentName: string().defined(),
  startTime: string().required(),
  /** '': not yet. */
  answerTime: string().defined(),
  endTime: string().defined(),
  reason: string()
    .oneOf([...endKeys, ""])
    .defined(),
  messages: number().integer().required(),
  /** What the visitor gave, 1 to 10; null: nothing. */
  score: number().nullable().defined(),
});

export const chatSessionApi = defineResource({
  list: defineEndpoint({
    name: "chatSessionList",
    method: "POST",
    path: "/im/api/v1/session/list",
    summary: "Conversations, the newest first: an administrator's of all sites, a seat's own",
    permission: readers,
    reads: true,
    body: listBody({
      webId: string().label("网站").max(64),
      status: string()
        .label("状态")
        .oneOf(["", ...statusKeys]),
      nick: lengthField("访客"),
      startTime: dateTimeField("开始时间"),
      endTime: dateTimeField("结束时间"),
    }),
    reply: listOf(chatSessionRow),
    tags: ["ChatSession"],
  }),
  /** The last 20 that come before `before`, oldest first (realtime.md section 9). */
  messages: defineEndpoint({
    name: "chatSessionMessages",
    method: "POST",
    path: "/im/api/v1/session/messages",
    summary: "What was said in a conversation, a page at a time, with the steps of its flow",
    permission: readers,
    reads: true,
    body: object({
      compId: compField(),
      sessionId: idField("会话"),
      before: number().label("序号").integer().min(1),
    }),
    reply: object({
      messages: array().of(chatMessageRow).required(),
      track: array().of(trackRow).required(),
      /** With the newest page alone. */
      forms: array().of(writtenRow).required(),
      more: number().oneOf([0, 1]).required(),
    }),
    tags: ["ChatSession"],
  }),
  close: defineEndpoint({
    name: "chatSessionClose",
    method: "POST",
    path: "/im/api/v1/session/close",
    summary: "An agent ends a conversation that it has, an administrator any that is open",
    permission: readers,
    body: object({ sessionId: idField("会话") }),
    tags: ["ChatSession"],
  }),
});

export const chatAgentApi = defineResource({
  state: defineEndpoint({
    name: "chatAgentState",
    method: "GET",
    path: "/im/api/v1/state",
    summary: "How the own seat is at chats",
    permission: desk,
    reply: object({
      status: string().oneOf(agentStateKeys).required(),
      /** Conversations it has, may have, and that wait for its groups. */
      talking: number().integer().required(),
      most: number().integer().required(),
      waiting: number().integer().required(),
    }),
    tags: ["ChatAgent"],
  }),
  /** realtime.md section 7: POST imApi setState {agentId, companyId, loginAgentState, status}. */
  setState: defineEndpoint({
    name: "chatSetState",
    method: "POST",
    path: "/im/api/v1/setState",
    summary: "Goes online, busy or offline at chats",
    permission: desk,
    body: object({
      /** The own ones, where they are named. */
      agentId: string().label("坐席").max(64),
      companyId: compField(),
      loginAgentState: number().label("登录状态").oneOf([0, 1]),
      status: string<ChatAgentState>().label("状态").oneOf(agentStateKeys).required("请选择状态"),
    }),
    tags: ["ChatAgent"],
  }),
  /** A one-time ticket of the chat socket. */
  ticket: defineEndpoint({
    name: "chatTicket",
    method: "POST",
    path: "/im/api/v1/ticket",
    summary: "A single-use ticket that opens the chat socket",
    permission: desk,
    body: object({}),
    reply: object({ ticket: string().required(), expiresIn: number().required() }),
  }),
});

export const chatUserApi = defineResource({
  info: defineEndpoint({
    name: "chatUserInfo",
    method: "GET",
    path: "/im/api/v1/user/info",
    summary: "A visitor, as who talks with him sees him",
    permission: readers,
    query: object({ userId: idField("访客") }),
    reply: object({
      userId: string().required(),
      nick: string().required(),
      /** The page he wrote from, without its query; '': unknown. */
      page: string().defined(),
      device: string().defined(),
      firstTime: string().required(),
      sessions: number().integer().required(),
    }),
    tags: ["ChatUser"],
  }),
  saveNickName: defineEndpoint({
    name: "chatUserSaveNickName",
    method: "POST",
    path: "/im/api/v1/user/save/nick/name",
    summary: "Gives a visitor a name",
    permission: readers,
    body: object({ userId: idField("访客"), nickName: nameField("访客名称") }),
    tags: ["ChatUser", "ChatSession"],
  }),
});
