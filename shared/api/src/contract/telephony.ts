/** Telephony set-up, the customer's page and the agent's own day (realtime.md section 7). */
import { array, boolean, number, object, string } from "yup";
import { anyone, defineEndpoint, defineResource, listOf, pageFields, roles } from "./resource.ts";

const serverBody = object({ serverId: string(), wsType: string().oneOf(["ws", "wss"]).required() });
const serverReply = object({
  domain: string().required(),
  port: number().integer().required(),
  serverId: string().required(),
  path: string().required(),
});
/** Agents and monitors sit at a bar; an administrator may, too, when an agent is bound. */
const seats = roles([1, 2, 3, 4]);

export const telephonyApi = defineResource({
  getCti: defineEndpoint({
    name: "getCti",
    method: "POST",
    path: "/pbx/api/v1/server/getCti",
    summary: "Where the CTI socket is",
    permission: seats,
    body: serverBody,
    reply: serverReply,
    reads: true,
  }),
  getReg: defineEndpoint({
    name: "getReg",
    method: "POST",
    path: "/pbx/api/v1/server/getReg",
    summary: "Where the SIP registrar is",
    permission: seats,
    body: serverBody,
    reply: serverReply,
    reads: true,
  }),
  /** name = company id + agent id. The extension's password leaves the server only for the agent it is bound to. */
  querySecretKey: defineEndpoint({
    name: "querySecretKey",
    method: "GET",
    path: "/pbx/api/v1/extension/querySecretKey",
    summary: "The own extension with its SIP password",
    permission: roles([2, 3]),
    query: object({ name: string().label("分机登录名").required("请提供分机登录名") }),
    reply: object({
      user: string().required(),
      password: string().required(),
      realm: string().required(),
      extension: string().required(),
    }),
  }),
  /** For the bar: here and not with the administration, whose contract the bar does not load. */
  seatStatuses: defineEndpoint({
    name: "mySeatStatuses",
    method: "POST",
    path: "/pbx/api/v1/seatStatus/mine",
    summary: "Custom statuses that the own seat may use",
    permission: roles([2, 3]),
    reads: true,
    reply: array()
      .of(
        object({
          id: string().required(),
          statusName: string().required(),
          /** 0: it may last. */ maxMinutes: number().integer().required(),
        }),
      )
      .required(),
    tags: ["SeatStatus"],
  }),
  myDay: defineEndpoint({
    name: "myDay",
    method: "GET",
    path: "/dca/api/v1/agentState/today",
    summary: "Own calls, talk time and states of today",
    permission: roles([2, 3]),
    reply: object({
      inbound: number().required(),
      outbound: number().required(),
      answered: number().required(),
      talkS: number().required(),
      readyS: number().required(),
      busyS: number().required(),
      wrapUpS: number().required(),
      states: array()
        .of(
          object({
            code: number().required(),
            from: string().required(),
            to: string().nullable().defined(),
            reason: string().required(),
          }),
        )
        .required(),
    }),
    tags: ["MyDay"],
  }),
  enterpriseDay: defineEndpoint({
    name: "enterpriseDay",
    method: "GET",
    path: "/dca/api/v1/agentState/enterprise",
    summary: "Today of the enterprise: calls, answer rate, queue, agents by state",
    permission: roles([1, 3, 4]),
    reply: object({
      inbound: number().required(),
      answered: number().required(),
      abandoned: number().required(),
      outbound: number().required(),
      waiting: number().required(),
      agents: array()
        .of(
          object({
            agentId: string().required(),
            name: string().required(),
            code: number().required(),
            since: string().required(),
            reason: string().required(),
          }),
        )
        .required(),
    }),
    tags: ["EnterpriseDay"],
  }),
});

/** The customer's page /customer/call/NUMBER. */
export const customerApi = defineResource({
  /** Refuses in words a customer understands when the number does not exist or nobody serves it. */
  customerSession: defineEndpoint({
    name: "customerSession",
    method: "POST",
    path: "/customer/api/v1/session",
    summary: "Temporary SIP credentials that may call one access number",
    permission: anyone,
    ratePerMinute: 30,
    body: object({
      number: string()
        .label("接入号码")
        .required("请提供接入号码")
        .matches(/^\d{3,20}$/, "接入号码只能是数字"),
      phone: string()
        .label("您的号码")
        .matches(/^\d{3,20}$/, { message: "号码只能是数字", excludeEmptyString: true }),
    }),
    reply: object({
      user: string().required(),
      password: string().required(),
      realm: string().required(),
      socket: string().required(),
      number: string().required(),
      title: string().required(),
      expiresIn: number().required(),
    }),
  }),
});

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
  hasRecording: boolean().required(),
});

/** One step of the call's track: an event of the contact log, already in words. */
const trackRow = object({
  seq: number().required(),
  at: string().required(),
  /** ms since the call began. */
  offsetMs: number().required(),
  type: string().required(),
  title: string().required(),
  detail: string().defined(),
  agentId: string().nullable().defined(),
});

const records = roles([1, 2, 3, 4]);
const listeners = roles([1, 2, 3, 4], { purview: "listen" });

export const callRecordFilters = {
  /** Default: the whole of today. */
  startTime: string().label("开始时间"),
  endTime: string().label("结束时间"),
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
};

export const cdrApi = defineResource({
  callRecords: defineEndpoint({
    name: "callRecords",
    method: "POST",
    path: "/cdr/api/v1/master/getMasterCdrList",
    summary: "Call records, newest first; agents see their own, monitors their groups",
    permission: records,
    reads: true,
    body: object({ ...pageFields, ...callRecordFilters }),
    reply: listOf(callRecordRow),
    tags: ["CallRecord"],
  }),
  callDetail: defineEndpoint({
    name: "callDetail",
    method: "POST",
    path: "/cdr/api/v1/detail/getDetailCdrList",
    summary: "One call record",
    permission: records,
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
    permission: records,
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
    timeoutMs: 300_000,
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
