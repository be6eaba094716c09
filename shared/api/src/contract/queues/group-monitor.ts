/** /sg/api/v1/skillGroupMonitor and execute: live figures of skill groups, their seats, and joining a call. */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { seatIdDigits, seatIdField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import type { GroupFigureId } from "./group-figures.ts";

const watchers = onPages(roles(RoleTypes.supervisors), "/skillgroupmonitor");

const count = () => number().integer().min(0).required();
/** null: nothing to divide by. */
const quotient = () => number().nullable().defined();

export const groupMonitorRow = object({
  id: string().required(),
  name: string().required(),
  /** Limit of the service level, s. */
  levelS: count(),
  signedIn: count(),
  idle: count(),
  ringing: count(),
  talking: count(),
  wrapUp: count(),
  busy: count(),
  waiting: count(),
  /** s at the moment of the reply; null: nobody waits. */
  longestWait: quotient(),
  /** s; null: not known. */
  estimatedWait: quotient(),
  /** Percent; null: too few callers yet. */
  estimateError: quotient(),
  inbound: count(),
  answered: count(),
  abandoned: count(),
  shortAbandoned: count(),
  overflowed: count(),
  callbacks: count(),
  /** 0 to 100, one decimal. */
  answerRate: quotient(),
  serviceLevel: quotient(),
  /** s */
  answerSpeed: quotient(),
  handleTime: quotient(),
} satisfies Readonly<Record<GroupFigureId | "id" | "name" | "levelS", unknown>>);

/** How the seats of a group are sorted into its figures; 其他 codes do not occur. */
export const seatKinds = ["offline", "idle", "ringing", "talking", "wrapUp", "busy"] as const;
export type SeatKind = (typeof seatKinds)[number];

export const groupMonitorApi = defineResource({
  list: defineEndpoint({
    name: "skillGroupMonitorList",
    method: "POST",
    path: "/sg/api/v1/skillGroupMonitor/list",
    summary: "Live figures of skill groups; a monitor sees the groups that the own seats answer for",
    permission: watchers,
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      /** Server's clock, epoch ms. */
      at: number().required(),
      /** The whole of today, for the calls behind a figure; yyyy-MM-dd HH:mm:ss. */
      from: string().required(),
      to: string().required(),
      groups: array().of(groupMonitorRow).required(),
    }),
    tags: ["GroupMonitor"],
  }),
  detail: defineEndpoint({
    name: "skillGroupMonitorDetail",
    method: "POST",
    path: "/sg/api/v1/skillGroupMonitor/detail",
    summary: "The seats of a skill group and what each does now; a monitor sees the own seats among them",
    permission: watchers,
    reads: true,
    body: object({ compId: compField(), id: idField("技能组") }),
    reply: object({
      at: number().required(),
      seats: array()
        .of(
          object({
            agentId: string().required(),
            name: string().required(),
            level: number().integer().required(),
            code: number().integer().required(),
            kind: string().oneOf(seatKinds).required(),
            /** Of the custom status. */
            statusName: string().nullable().defined(),
            /** Epoch ms; 0: it was not signed in since the engine started. */
            since: number().required(),
            reason: string().required(),
            /** Of the call it is in, masked; null: none. */
            number: string().nullable().defined(),
            direction: string().oneOf(["inbound", "outbound", "internal"]).nullable().defined(),
          }),
        )
        .required(),
    }),
    tags: ["GroupMonitor"],
  }),
  /** Everybody hears everybody: the supervision `insert` of K22, from the own seat. */
  join: defineEndpoint({
    name: "executeJoin",
    method: "POST",
    path: "/sg/api/v1/execute/join",
    summary: "Joins the call of a seat from the own seat",
    permission: roles([3], { button: "skillgroupmonitor.join", purview: "monitor" }),
    body: object({ compId: compField(), agentId: seatIdField(seatIdDigits) }),
    tags: ["GroupMonitor"],
  }),
  /** 排队量 (realtime.md section 7): for other screens and systems. */
  inlineNum: defineEndpoint({
    name: "skillGroupInlineNum",
    method: "POST",
    path: "/da/api/v1/rpt/skillGroup/inlineNum",
    summary: "Callers that wait in each skill group now",
    permission: onPages(roles(RoleTypes.supervisors), "/skillgroupmonitor", "/queuelist", "/enterprisehomepage"),
    reads: true,
    body: object({ compId: compField() }),
    reply: array()
      .of(object({ id: string().required(), name: string().required(), count: count() }))
      .required(),
    tags: ["GroupMonitor"],
  }),
});
