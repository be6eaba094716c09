/** 未接来电: who came into a queue, talked to nobody, and may be called back in a click (docs/protocol.md Q14). */
import { boolean, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { callingSeat, contactQuery } from "./contact-query.ts";

const prefix = "/sg/api/v1/abandoned";
const tags = ["QueueList"];

/** How long they stand in the list. */
export const abandonedDays = 3;

export const abandonedStates = { open: "未回拨", called: "已回拨" } as const;
export type AbandonedState = keyof typeof abandonedStates;
const states = Object.keys(abandonedStates) as AbandonedState[];

const abandonedRow = object({
  callId: string().required(),
  /** Masked for who may not see numbers. */
  number: string().defined(),
  place: string().defined(),
  groupName: string().defined(),
  accessNumber: string().nullable().defined(),
  /** Epoch ms. */
  arrivedAt: number().required(),
  waitS: number().required(),
  /** Key of endCauses. */
  cause: string().nullable().defined(),
  /** The last call back; null: nobody has called. */
  calledBack: object({
    callId: string().required(),
    agentId: string().nullable().defined(),
    at: number().required(),
    answered: boolean().required(),
  })
    .nullable()
    .defined(),
});

export const abandonedApi = defineResource({
  list: defineEndpoint({
    name: "abandonedList",
    method: "POST",
    path: `${prefix}/list`,
    summary:
      "Callers of the last days whom nobody answered, newest first; a monitor sees those of the groups of queueList",
    permission: onPages(roles(RoleTypes.supervisors), "/queuelist"),
    reads: true,
    body: object(contactQuery(states)),
    findsBy: ["number"],
    reply: listOf(abandonedRow),
    tags,
  }),
  /** The own seat's telephone first, as with any call of the seat; who has none names a ready one. */
  callBack: defineEndpoint({
    name: "abandonedCallBack",
    method: "POST",
    path: `${prefix}/callBack`,
    summary: "Calls an abandoned caller from the own seat, or from the one that an administrator names",
    permission: roles(RoleTypes.supervisors, { button: "queuelist.callNow", purview: "monitor" }),
    body: object({ compId: compField(), callId: idField("通话编号"), agentId: callingSeat() }),
    tags,
  }),
});
