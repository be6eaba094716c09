/** 通话记录: the list, one call, its track and its recording. */
import { RoleTypes } from "../roles.ts";
import { array, boolean, number, object, string } from "yup";
import { sortFields } from "../crud.ts";
import { defineEndpoint, defineResource, listOf, pageFields, roles, onPages, timeouts } from "../resource.ts";
import { dateTimeField } from "../validators.ts";
import { callFigures } from "./figures.ts";
import { trackRow } from "./track.ts";

/** A row of 通话记录. Numbers are masked by the server; times yyyy-MM-dd HH:mm:ss; lengths in seconds. */
export const callRecordRow = object({
  callId: string().required(),
  direction: string().oneOf(["inbound", "outbound", "internal"]).required(),
  caller: string().defined(),
  callee: string().defined(),
  accessNumber: string().nullable().defined(),
  skillGroupId: string().nullable().defined(),
  skillGroupName: string().nullable().defined(),
  agentId: string().nullable().defined(),
  agentName: string().nullable().defined(),
  startTime: string().required(),
  answerTime: string().nullable().defined(),
  endTime: string().nullable().defined(),
  waitS: number().required(),
  ringS: number().required(),
  talkS: number().required(),
  holdS: number().required(),
  /** Call result code, console.md section 9. */
  result: number().required(),
  /** Key of endCauses; null while the call lives. */
  cause: string().nullable().defined(),
  /** Who talked first; agentId is who talked last. */
  firstAgentId: string().nullable().defined(),
  firstAgentName: string().nullable().defined(),
  /** Transfers that somebody took. */
  transfers: number().required(),
  /** 1: it was a conference for a while. */
  conference: number().oneOf([0, 1]).required(),
  /** Key of hangupSides; null while the call lives. */
  hungUpBy: string().nullable().defined(),
  /** What the callee of an outbound call saw. */
  displayNumber: string().nullable().defined(),
  /** 归属地 of the number outside: 广东省深圳市 中国移动; '' where it is not known. */
  place: string().defined(),
  /** Minutes that counted as waited besides the wait. */
  priority: number().required(),
  /** 随路数据 in words, numbers in it masked as others are: 工单=A1，等级=金; '' where there is none. */
  callData: string().defined(),
  /** Of a callback the call in which it was asked for, and of that one the callback dialled last. */
  linkedCallId: string().nullable(),
  /** Of a call from the bar: 1 callType is what was asked for (fixCallType), 0 the seat's terminal type. */
  callStyle: number().oneOf([0, 1]).nullable().defined(),
  callType: number().integer().nullable().defined(),
  /** The customer's mark of the survey. */
  satisfaction: number().nullable().defined(),
  /** From the beginning to the first answer. */
  firstResponseS: number().nullable().defined(),
  hasRecording: boolean().required(),
  /** What the recording lacks and is silence in it, ms from its beginning; empty: it is complete. */
  recordingMissing: array()
    .of(object({ fromMs: number().required(), toMs: number().required() }))
    .required(),
});

const records = roles(RoleTypes.enterprise);
const details = roles(RoleTypes.enterprise, { button: "callrecord.detail" });
const listeners = roles(RoleTypes.enterprise, { button: "callrecord.play", purview: "listen" });

export const callRecordFilters = {
  /** Default: the whole of today. */
  startTime: dateTimeField("开始时间"),
  endTime: dateTimeField("结束时间"),
  direction: string().oneOf(["", "inbound", "outbound", "internal"]).label("呼叫方向"),
  caller: string()
    .label("主叫号码")
    .matches(/^\d{0,20}$/, "主叫号码只能是数字"),
  callee: string()
    .label("被叫号码")
    .matches(/^\d{0,20}$/, "被叫号码只能是数字"),
  agentId: string()
    .label("坐席工号")
    .matches(/^\d{0,10}$/, "坐席工号只能是数字"),
  skillGroupId: string().label("技能组"),
  answered: string().oneOf(["", "yes", "no"]).label("是否接听"),
  /** The calls that a figure of the home pages counts. */
  figure: string()
    .oneOf(["", ...callFigures] as const, "没有这种统计口径")
    .label("统计口径"),
};

/** Not the numbers: their order would tell them to who may not see them. */
const callRecordOrders = [
  "startTime",
  "answerTime",
  "endTime",
  "agentId",
  "result",
  "waitS",
  "ringS",
  "talkS",
  "holdS",
] as const;

/** What a list of calls is asked. */
export const callRecordQuery = { ...pageFields, ...sortFields(callRecordOrders), ...callRecordFilters };

export const cdrApi = defineResource({
  callRecords: defineEndpoint({
    name: "callRecords",
    method: "POST",
    path: "/cdr/api/v1/master/getMasterCdrList",
    summary: "Call records, newest first; agents see their own, monitors their groups",
    permission: onPages(records, "/callrecord"),
    reads: true,
    body: object(callRecordQuery),
    findsBy: ["caller", "callee"],
    reply: listOf(callRecordRow),
    tags: ["CallRecord"],
  }),
  callDetail: defineEndpoint({
    name: "callDetail",
    method: "POST",
    path: "/cdr/api/v1/detail/getDetailCdr",
    summary: "One call record",
    permission: details,
    reads: true,
    body: object({ callId: string().label("通话编号").required() }),
    reply: callRecordRow,
    tags: ["CallRecord"],
  }),
  callTrack: defineEndpoint({
    name: "callTrack",
    method: "POST",
    path: "/cdr/api/v1/callinTrack/getListByCallId",
    summary: "The track of one call",
    permission: details,
    reads: true,
    body: object({ callId: string().label("通话编号").required() }),
    reply: array().of(trackRow).required(),
    tags: ["CallRecord"],
  }),
  /** audio/wav with byte ranges; left channel the customer, right the agent. */
  playRecording: defineEndpoint({
    name: "playRecording",
    method: "GET",
    path: "/file/api/v1/file/play",
    summary: "The recording of a call",
    permission: listeners,
    query: object({ callId: string().label("通话编号").required() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  /** 400 peaks of each channel, 0..1. */
  recordingPeaks: defineEndpoint({
    name: "recordingPeaks",
    method: "GET",
    path: "/file/api/v1/file/peaks",
    summary: "Waveform of a recording",
    permission: listeners,
    query: object({ callId: string().label("通话编号").required() }),
    reply: object({
      durationMs: number().required(),
      left: array().of(number().required()).required(),
      right: array().of(number().required()).required(),
    }),
    tags: ["CallRecord"],
  }),
});
