/** 试听: a flow with the browser as its line (realtime.md sections 4 and 7; flows.md B9). */
import { boolean, mixed, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { defineEndpoint, defineResource, timeouts } from "../resource.ts";
import { flowField, flowVoiceField, onFlows } from "./parts.ts";

/** What the page tells of it. eventData: keys, an area code, a sentence; '' otherwise. */
export const backEvents = ["playEnd", "digits", "areaCode", "text", "speechEnd", "hangup", "noInput"] as const;
export type BackEvent = (typeof backEvents)[number];

/**
 * The voice of who listens to an audition: a socket `?token=&msgId=`, a ticket for `audition`; 8,000 Hz, 16 bit, mono, little-endian,
 * frames of 20 ms, up to a second of them in a message (flows.md B13; docs/protocol.md, A12).
 */
export const auditionPush = {
  path: "/assist/v1/push",
  hz: 8_000,
  frameBytes: 320,
  mostBytes: 16_000,
  /** As the page sends them: sooner than the specification's second (A12). */
  pieceMs: 100,
  /** That may come ahead of its time. */
  aheadMs: 3_000,
} as const;
/** What is said where the page may not have the microphone (realtime.md section 8). */
export const microphoneTexts = { warning: "无法获取麦克风权限", ended: "未授予录音权限，试听已结束" } as const;

export const auditionApi = defineResource({
  /** Begins it: the message of type 1 with the same msgId follows. flow: a draft as the editor has it; absent: as it is stored. */
  play: defineEndpoint({
    name: "auditionPlay",
    method: "POST",
    path: "/audition/api/v1/audition/play",
    summary: "Begins an audition",
    permission: onFlows,
    body: object({
      compId: compField(),
      flowId: idField("流程"),
      flow: flowField(),
      tts: flowVoiceField(),
      /** Answers are typed instead of spoken. */ isText: boolean().label("文字对话").default(true),
      /** 真实调用: interfaces are called and short messages are sent. */ real: boolean()
        .label("真实调用")
        .default(false),
      caller: string()
        .label("主叫号码")
        .matches(/^\+?\d{0,19}$/, "主叫号码只能是数字，最多19位")
        .default("13800138000"),
      /** The page that hears it; absent: all of the account. */ socketId: string().label("页面").max(64),
    }),
    reply: object({ msgId: string().required() }),
    tags: ["Audition"],
  }),
  backEvent: defineEndpoint({
    name: "auditionBackEvent",
    method: "POST",
    path: "/audition/api/v1/event/backEvent",
    summary: "What the page tells of an audition",
    permission: onFlows,
    body: object({
      type: string().label("事件类型").oneOf(backEvents).required(),
      eventData: string().label("事件内容").max(1_000).default(""),
      msgId: idField("试听"),
      eventId: string().label("事件").max(64).default(""),
      flowId: idField("流程"),
      userId: string().label("用户").max(64).default(""),
      isText: mixed<boolean | number | string>().label("文字对话"),
    }),
    reply: object({ code: number().required(), msg: string().defined() }),
    tags: ["Audition"],
  }),
  /** audio/wav of what the message of type 2 with this event says. */
  voice: defineEndpoint({
    name: "auditionVoice",
    method: "GET",
    path: "/audition/api/v1/audition/voice",
    summary: "The sound of an audition",
    permission: onFlows,
    query: object({ msgId: idField("试听"), eventId: idField("事件") }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
});
