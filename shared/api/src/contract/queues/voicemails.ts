/** 留言: what a caller said instead of waiting. It is the recording of its call; who may hear that hears it (docs/protocol.md Q12). */
import { array, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { flagField, lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { contactQuery } from "./contact-query.ts";

const prefix = "/sg/api/v1/voicemail";
const tags = ["QueueList"];

export const voicemailStates = { open: "待处理", done: "已处理" } as const;
export type VoicemailState = keyof typeof voicemailStates;
const states = Object.keys(voicemailStates) as VoicemailState[];

const row = {
  id: string().required(),
  callId: string().required(),
  /** Masked for who may not see numbers. */
  number: string().defined(),
  groupName: string().defined(),
  accessNumber: string().nullable().defined(),
  /** Epoch ms. */
  leftAt: number().required(),
  /** s; null: the recording is not stored yet. */
  lengthS: number().nullable().defined(),
  state: string().oneOf(states).required(),
  /** The seat that sees to it. */
  agentId: string().nullable().defined(),
  agentName: string().defined(),
  doneAt: number().nullable().defined(),
  doneBy: string().nullable().defined(),
  /** What was said, in writing; numbers in it masked for who may not see them. null: nobody has written it down. */
  transcript: string().nullable().defined(),
};

export const voicemailApi = defineResource({
  list: defineEndpoint({
    name: "voicemailList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Messages of callers who waited, newest first; a monitor sees those of the groups of queueList",
    permission: onPages(roles(RoleTypes.supervisors), "/queuelist"),
    reads: true,
    body: object(contactQuery(states)),
    findsBy: ["number"],
    reply: listOf(object(row)),
    tags,
  }),
  /** '' : to nobody. The seat then finds the call in 通话记录, and among its 待办 until it is done. */
  assign: defineEndpoint({
    name: "voicemailAssign",
    method: "POST",
    path: `${prefix}/assign`,
    summary: "A seat is to see to a message",
    permission: roles(RoleTypes.supervisors, { button: "queuelist.assignVoicemail", purview: "monitor" }),
    body: object({
      compId: compField(),
      id: idField("留言"),
      agentId: string()
        .label("处理坐席")
        .matches(/^\d{0,10}$/, "坐席工号只能是数字")
        .defined(),
    }),
    tags: [...tags, "MyReminders"],
  }),
  /** Of one call, for its page: those who may see the call. None: it is no message. */
  ofCall: defineEndpoint({
    name: "voicemailOfCall",
    method: "POST",
    path: `${prefix}/ofCall`,
    summary: "The message of a call",
    permission: roles(RoleTypes.enterprise, { button: "callrecord.detail" }),
    reads: true,
    body: object({ compId: compField(), callId: idField("通话编号") }),
    reply: array().of(object(row)).max(1).required(),
    tags,
  }),
  /** By a recogniser that signs in as who may, or by who listened; '' takes it away. */
  setTranscript: defineEndpoint({
    name: "voicemailSetTranscript",
    method: "POST",
    path: `${prefix}/setTranscript`,
    summary: "Keeps what a message says in writing",
    permission: roles(RoleTypes.supervisors, { button: "queuelist.transcribeVoicemail", purview: "monitor" }),
    body: object({ compId: compField(), id: idField("留言"), transcript: lengthField("留言文字", 2_000).defined() }),
    tags,
  }),
  /** The own seat's telephone first, as with any call of the seat. */
  callBack: defineEndpoint({
    name: "voicemailCallBack",
    method: "POST",
    path: `${prefix}/callBack`,
    summary: "Calls who left a message from the own seat",
    permission: roles(RoleTypes.seats, { button: "callrecord.detail" }),
    body: object({ compId: compField(), id: idField("留言") }),
    tags,
  }),
  /** Supervisors, and the seat that sees to it. */
  setDone: defineEndpoint({
    name: "voicemailSetDone",
    method: "POST",
    path: `${prefix}/setDone`,
    summary: "A message was seen to, or was not after all",
    permission: roles(RoleTypes.enterprise, { button: "callrecord.detail" }),
    body: object({ compId: compField(), id: idField("留言"), done: flagField("处理完成").required() }),
    tags: [...tags, "MyReminders"],
  }),
});
