/** The legs of a call (realtime.md section 7, detail/getDetailCdrList), and the words of its facts. */
import { array, number, object, string } from "yup";
import { defineEndpoint, defineResource, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

export const callLegRoles = {
  customer: "客户",
  agent: "坐席",
  consulted: "被咨询方",
  member: "参会成员",
  supervisor: "监控人",
} as const;
export type CallLegRole = keyof typeof callLegRoles;

/** How a party's stretch ended. */
export const callLegEnds = {
  customerHungUp: "客户挂断",
  agentHungUp: "坐席挂断",
  partyHungUp: "第三方挂断",
  consultedHungUp: "被咨询方挂断",
  consultCancelled: "取消咨询",
  transferredBlind: "释放转",
  forwarded: "呼转",
  transferredConsult: "通话转",
  transferredSuccess: "成功转",
  surveyed: "转满意度评价",
  takenOver: "被班长接管",
  tookOver: "接手通话",
  joined: "加入会议",
  supervisionOver: "监控结束",
  lost: "连接中断",
  byMonitor: "班长强拆",
  closed: "系统结束",
  noAnswer: "无人接听",
  refused: "拒接",
  callerGone: "客户已挂断",
  cancelled: "取消",
  notReached: "未接通",
} as const;
export type CallLegEnd = keyof typeof callLegEnds;

export type VisitOutcome = "open" | "answered" | "abandoned" | "flowed";
/** Where a customer went who left a queue neither answered nor by himself. */
export type VisitFlow = "overflow" | "transfer" | "elsewhere" | "closed" | "callback" | "voicemail";

/** 挂机方 */
export const hangupSides = {
  customer: "客户",
  agent: "坐席",
  party: "第三方",
  monitor: "班长",
  system: "系统",
} as const;
export type HangupSide = keyof typeof hangupSides;

/** One party's stretch. Numbers are masked by the server; times yyyy-MM-dd HH:mm:ss; lengths in seconds. */
export const callLegRow = object({
  seq: number().required(),
  /** Stretches of one telephone share it. */
  party: number().required(),
  /** Key of callLegRoles. */
  role: string().required(),
  agentId: string().nullable().defined(),
  agentName: string().nullable().defined(),
  number: string().defined(),
  skillGroupId: string().nullable().defined(),
  skillGroupName: string().nullable().defined(),
  startTime: string().required(),
  ringTime: string().nullable().defined(),
  answerTime: string().nullable().defined(),
  endTime: string().nullable().defined(),
  talkS: number().required(),
  holdS: number().required(),
  consultS: number().required(),
  conferenceS: number().required(),
  /** Of a supervisor: the furthest he went. */
  supervision: string().nullable().defined(),
  /** Call result code, console.md section 9. */
  result: number().required(),
  /** Key of callLegEnds; null while it lives. */
  left: string().nullable().defined(),
  sipCode: number().nullable().defined(),
  q850: number().nullable().defined(),
  /** Mean opinion score of its audio, 1 to 4.4, share of packets lost, ms; null: not measured. */
  mos: number().nullable().defined(),
  worstMos: number().nullable().defined(),
  loss: number().nullable().defined(),
  jitterMs: number().nullable().defined(),
  rttMs: number().nullable().defined(),
});

export const callLegApi = defineResource({
  list: defineEndpoint({
    name: "callLegs",
    method: "POST",
    path: "/cdr/api/v1/detail/getDetailCdrList",
    summary: "What each party did in one call",
    permission: roles(RoleTypes.enterprise, { button: "callrecord.detail" }),
    reads: true,
    body: object({ callId: string().label("通话编号").max(64).required() }),
    reply: array().of(callLegRow).required(),
    tags: ["CallRecord"],
  }),
});
