/** Telephony set-up, the customer's page and the agent's own day (realtime.md section 7). */
import type { DeviceCheckMode } from "./device-check.ts";
import { readCallData } from "./call-data.ts";
import { RoleTypes } from "./roles.ts";
import { array, boolean, number, object, string, type InferType } from "yup";
import { anyone, defineEndpoint, defineResource, roles, onPages } from "./resource.ts";
import { isTelephone, telephoneText } from "./validators.ts";

const serverBody = object({
  serverId: string().label("服务器"),
  wsType: string().label("连接协议").oneOf(["ws", "wss"]).required(),
});
const serverReply = object({
  /** '': none is configured, -101 of ctiErrors; port 0: -102. */
  domain: string().defined(),
  port: number().integer().required(),
  serverId: string().required(),
  path: string().required(),
});
/** TURN servers for a page's calls, as RTCConfiguration takes them; absent where none is set up (docs/protocol.md P24). */
const iceServers = array(
  object({
    urls: array(string().required()).required(),
    username: string().required(),
    credential: string().required(),
  }),
);
export type IceServers = InferType<typeof iceServers>;
/** Agents and monitors sit at a bar; an administrator may, too, when an agent is bound. */
const seats = roles(RoleTypes.enterprise);

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
  /** name = company id + agent id, of administrators + account, whose page is a telephone of its session without an extension. */
  querySecretKey: defineEndpoint({
    name: "querySecretKey",
    method: "GET",
    path: "/pbx/api/v1/extension/querySecretKey",
    summary: "The own extension, or page, with a SIP password for this session and a few minutes",
    permission: roles(RoleTypes.enterprise),
    query: object({ name: string().label("分机登录名").required("请提供分机登录名") }),
    reply: object({
      user: string().required(),
      password: string().required(),
      realm: string().required(),
      extension: string().defined(),
      /** Seconds that the password is good for; before that the page asks for the next. */
      expiresIn: number().integer().required(),
      /** Of terminal type 4: path of the script that may open the local soft phone's socket; opened once, within 30 s. */
      localPhone: string(),
      deviceCheck: string<DeviceCheckMode>().required(),
      iceServers,
    }),
  }),
  /** For the bar: here and not with the administration, whose contract the bar does not load. */
  seatStatuses: defineEndpoint({
    name: "mySeatStatuses",
    method: "POST",
    path: "/pbx/api/v1/seatStatus/mine",
    summary: "Custom statuses that the own seat may use",
    permission: roles(RoleTypes.seats),
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
    permission: roles(RoleTypes.seats),
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
  /** Whom the own seat may consult or send a call to. */
  colleagues: defineEndpoint({
    name: "colleagues",
    method: "GET",
    path: "/dca/api/v1/agentState/colleagues",
    summary: "Seats of the enterprise with the state they are in, and its skill groups with their ready agents",
    permission: roles(RoleTypes.seats),
    reads: true,
    reply: object({
      agents: array()
        .of(
          object({
            agentId: string().required(),
            name: string().required(),
            /** '' : a line outside alone. */
            extension: string().defined(),
            code: number().required(),
            /** Of the custom status; '' without one. */
            statusName: string().defined(),
            /** What is for it now goes to its transfer number (docs/protocol.md, K39). */
            forwards: boolean().required(),
          }),
        )
        .required(),
      groups: array()
        .of(object({ id: string().required(), name: string().required(), ready: number().required() }))
        .required(),
      /** Dispatch queues (调度队列) in service. */
      queues: array()
        .of(object({ id: string().required(), name: string().required(), ready: number().required() }))
        .required(),
      /** Where the customer may be sent who comes back by himself (挂起转). */
      voices: array()
        .of(object({ id: string().required(), name: string().required(), want: string().required() }))
        .required(),
    }),
    tags: ["Colleagues"],
  }),
  startCsr: defineEndpoint({
    name: "startCsr",
    method: "POST",
    path: "/callout/api/v1/satisfaction/startCSR",
    summary: "Asks the customer of the own call for a mark by key; the agent leaves the call",
    permission: roles(RoleTypes.seats),
    body: object({ callId: string().label("通话编号").max(64).required("请提供通话编号") }),
    tags: ["Satisfaction"],
  }),
  enterpriseDay: defineEndpoint({
    name: "enterpriseDay",
    method: "GET",
    path: "/dca/api/v1/agentState/enterprise",
    summary: "Agents of the enterprise and the states they are in",
    permission: onPages(roles(RoleTypes.supervisors), "/", "/enterprisehomepage", "/seathomepage"),
    reply: object({
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
      /** 随路数据 of its calls: JSON of keys and texts. */
      callData: string()
        .label("随路数据")
        .test("callData", "随路数据应为文本键值的JSON，不超过2KB", (text) => !text || readCallData(text) !== undefined),
      phone: string()
        .label("您的号码")
        .matches(/^\d+$/, { message: "您的号码只能是数字", excludeEmptyString: true })
        .test("telephone", telephoneText("您的号码"), (v) => !v || isTelephone(v)),
    }),
    reply: object({
      user: string().required(),
      password: string().required(),
      realm: string().required(),
      socket: string().required(),
      number: string().required(),
      title: string().required(),
      expiresIn: number().required(),
      iceServers,
    }),
  }),
});
