/** What the visitor's page /customer/chat/WEBKEY asks; no sign-in. */
import { array, boolean, number, object, string } from "yup";
import { anyone, defineEndpoint, defineResource } from "../resource.ts";
import { chatEnds, chatStatuses, type ChatEnd, type ChatStatus } from "./chat.ts";
import { chatMessageRow } from "./sessions.ts";

/** The visitor's page; the embedded script shows it in a frame. */
export const chatRoute = "/customer/chat";
/** The script that a site embeds: a button that opens the page in a frame. `data-key` names the site. */
export const chatEmbedPath = "/customer/chat.js";

const webKey = string()
  .label("网站")
  .required("请提供网站")
  .matches(/^[\w-]{10,40}$/, "网站不存在");
/** Who he is, told by the server once and kept by the page. */
const visitor = string()
  .label("访客")
  .matches(/^[\w-]{43}$/, { message: "访客标识不正确", excludeEmptyString: true });

export const chatVisitorApi = defineResource({
  /** Opens a conversation, or goes on with the one that is open. */
  open: defineEndpoint({
    name: "chatOpen",
    method: "POST",
    path: "/customer/api/v1/chat/open",
    summary: "Opens a visitor's conversation with a site, or goes on with the one that is open",
    permission: anyone,
    ratePerMinute: 30,
    body: object({
      webKey,
      visitor,
      /** The page that embeds it; kept without its query. */
      page: string().label("来源页面").max(500).default(""),
      /** Without it one that ended is only shown. */
      begin: boolean().default(true),
    }),
    reply: object({
      /** Both '': he is nobody yet, for he was not known and began nothing. */
      visitor: string().defined(),
      userId: string().defined(),
      /** Opens the chat socket once; '': it is over. */
      ticket: string().defined(),
      title: string().required(),
      color: string().required(),
      /** '': he has none, and begins none. */
      sessionId: string().defined(),
      status: string()
        .oneOf(Object.keys(chatStatuses) as ChatStatus[])
        .required(),
      position: number().integer(),
      agent: string(),
      reason: string()
        .oneOf([...(Object.keys(chatEnds) as ChatEnd[]), ""])
        .defined(),
      messages: array().of(chatMessageRow).required(),
      more: number().oneOf([0, 1]).required(),
    }),
  }),
  close: defineEndpoint({
    name: "chatVisitorClose",
    method: "POST",
    path: "/customer/api/v1/chat/close",
    summary: "A visitor ends his conversation",
    permission: anyone,
    ratePerMinute: 30,
    body: object({ webKey, visitor: visitor.required("请提供访客标识"), sessionId: string().required().max(64) }),
  }),
  /** A voice that the flow plays, by the message that says it. */
  voice: defineEndpoint({
    name: "chatVoice",
    method: "POST",
    path: "/customer/api/v1/chat/voice",
    summary: "The sound of a voice message of a visitor's own conversation",
    permission: anyone,
    ratePerMinute: 60,
    body: object({ visitor: visitor.required("请提供访客标识"), id: string().required().max(64) }),
    reads: true,
    produces: "binary",
  }),
});
