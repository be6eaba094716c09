/** 回呼: who left the queue by key and keeps his place in it (docs/protocol.md Q11). */
import { number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { callingSeat, contactQuery } from "./contact-query.ts";

const prefix = "/sg/api/v1/queueCallback";
const tags = ["QueueList"];

export const callbackStates = {
  waiting: "等待回呼",
  dialling: "正在回呼",
  done: "已接通",
  failed: "未接通",
  cancelled: "已取消",
} as const;
export type CallbackState = keyof typeof callbackStates;
const states = Object.keys(callbackStates) as CallbackState[];

/** How often a customer is dialled at the most, and how many minutes apart. */
export const callbackTries = { most: 3, everyMin: 5 } as const;

const callbackRow = object({
  id: string().required(),
  /** Masked for who may not see numbers. */
  number: string().defined(),
  groupName: string().defined(),
  accessNumber: string().nullable().defined(),
  /** The call in which it was asked for. */
  callId: string().required(),
  /** When that call came; epoch ms. */
  arrivedAt: number().required(),
  askedAt: number().required(),
  state: string().oneOf(states).required(),
  tries: number().integer().required(),
  agentId: string().nullable().defined(),
  /** The call that was made for it last. */
  lastCallId: string().nullable().defined(),
  /** Key of endCauses: why nobody was reached. */
  lastCause: string().nullable().defined(),
  closedAt: number().nullable().defined(),
  closedBy: string().nullable().defined(),
});

export const queueCallbackApi = defineResource({
  list: defineEndpoint({
    name: "queueCallbackList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Callbacks that were asked for in a queue, newest first; a monitor sees those of the groups of queueList",
    permission: onPages(roles(RoleTypes.supervisors), "/queuelist"),
    reads: true,
    body: object(contactQuery(states)),
    findsBy: ["number"],
    reply: listOf(callbackRow),
    tags,
  }),
  cancel: defineEndpoint({
    name: "queueCallbackCancel",
    method: "POST",
    path: `${prefix}/cancel`,
    summary: "Nobody is called back",
    permission: roles(RoleTypes.supervisors, { button: "queuelist.cancelCallback", purview: "monitor" }),
    body: object({ compId: compField(), id: idField("回呼") }),
    tags,
  }),
  /** The own seat's telephone first, as with any call of the seat; who has none names a ready one. */
  callNow: defineEndpoint({
    name: "queueCallbackCallNow",
    method: "POST",
    path: `${prefix}/callNow`,
    summary: "Calls the customer back now, from the own seat, or from the one that an administrator names",
    permission: roles(RoleTypes.supervisors, { button: "queuelist.callNow", purview: "monitor" }),
    body: object({ compId: compField(), id: idField("回呼"), agentId: callingSeat() }),
    tags,
  }),
});
