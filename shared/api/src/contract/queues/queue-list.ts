/** 排队列表: who waits, in the order in which they come next, and what a supervisor may do about it. */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { targetField, type TargetKind } from "../groups/targets.ts";
import { isForwardNumber } from "../forward.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";

const prefix = "/sg/api/v1/queueList";
const press = (button: string) => roles(RoleTypes.supervisors, { button, purview: "monitor" });
const tags = ["QueueList"];

/** Where a waiting caller may be sent. */
export const queueTargets = ["skillGroup", "dispatchQueue", "seat"] as const satisfies readonly TargetKind[];

/** Besides, a number that is typed: an extension, or one outside. */
export const queueNumber = "number";
const sentTo = targetField("转移到", [...queueTargets, queueNumber]).test(
  "number",
  "号码应为分机号或电话号码",
  ({ kind, id }, { createError, path }) =>
    kind !== queueNumber ||
    isForwardNumber(id) ||
    createError({ path: `${path}.id`, message: "号码应为分机号或电话号码" }),
);

export const queuedCallRow = object({
  /** Of a callback the call in which it was asked for. */
  callId: string().required(),
  /** Who is not on the line: called back when it is his turn. nextAt: epoch ms, not before; null: at his turn. */
  callback: object({
    id: string().required(),
    tries: number().integer().required(),
    nextAt: number().nullable().defined(),
  })
    .nullable()
    .defined(),
  /** From 1; in the group where it is nearest. */
  position: number().integer().min(1).required(),
  /** Masked for who may not see numbers. */
  number: string().defined(),
  place: string().defined(),
  /** What the VIP is called, may be ''; null: no VIP. */
  vip: string().nullable().defined(),
  accessNumber: string().nullable().defined(),
  /** Skill groups it waits in, in the order it joined them. */
  groups: array()
    .of(object({ id: string().required(), name: string().required() }))
    .required(),
  /** Of the dispatch queue it came through; null: straight into a skill group. */
  queueName: string().nullable().defined(),
  /** Minutes that count as waited, one decimal, rounded up. */
  priority: number().required(),
  /** Of these, what supervisors gave it by 上移. */
  moved: number().required(),
  /** Epoch ms. */
  arrivedAt: number().required(),
  queuedAt: number().required(),
  /** s that it will go on waiting; null: not known. */
  expected: number().nullable().defined(),
  /** Seats that were rung for it, the last one last. */
  offered: array().of(string().required()).required(),
  /** The seat that rings now; null: none. */
  ringing: string().nullable().defined(),
});

const choices = array()
  .of(object({ id: string().required(), label: string().required() }))
  .required();

export const queueListApi = defineResource({
  list: defineEndpoint({
    name: "queueList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Callers that wait now, by their places; a monitor sees those of the groups that the own seats answer for",
    permission: onPages(roles(RoleTypes.supervisors), "/queuelist"),
    reads: true,
    body: object({ compId: compField(), skillGroupId: string().label("技能组").max(64) }),
    reply: object({
      at: number().required(),
      /** Groups to choose from. */
      groups: array()
        .of(object({ id: string().required(), name: string().required() }))
        .required(),
      calls: array().of(queuedCallRow).required(),
    }),
    tags,
  }),
  /** The change stays: nobody who comes later passes the call again (docs/protocol.md Q2). */
  moveUp: defineEndpoint({
    name: "queueMoveUp",
    method: "POST",
    path: `${prefix}/moveUp`,
    summary: "A waiting caller passes the one before it",
    permission: press("queuelist.moveUp"),
    body: object({ compId: compField(), callId: idField("通话编号") }),
    tags,
  }),
  /** It rings at the own seat and is answered by itself. */
  pickUp: defineEndpoint({
    name: "queuePickUp",
    method: "POST",
    path: `${prefix}/pickUp`,
    summary: "Takes a waiting caller at the own seat",
    permission: roles([3], { button: "queuelist.pickUp", purview: "monitor" }),
    body: object({ compId: compField(), callId: idField("通话编号") }),
    tags,
  }),
  targets: defineEndpoint({
    name: "queueTargets",
    method: "POST",
    path: `${prefix}/targets`,
    summary: "Where a waiting caller may be sent now: queues in service, seats that are ready",
    permission: press("queuelist.transfer"),
    reads: true,
    body: object({ compId: compField() }),
    reply: object({ skillGroup: choices, dispatchQueue: choices, seat: choices }),
    tags,
  }),
  transfer: defineEndpoint({
    name: "queueTransfer",
    method: "POST",
    path: `${prefix}/transfer`,
    summary: "A waiting caller is sent to another queue, a seat, or a number",
    permission: press("queuelist.transfer"),
    body: object({ compId: compField(), callId: idField("通话编号"), to: sentTo }),
    tags,
  }),
});
