/** Figures of the home pages: live, from what exists so far. */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { defineEndpoint, defineResource, roles, onPages } from "../resource.ts";

const count = () => number().integer().min(0).required();
/** 0 to 100, one decimal; null: nothing to divide by. */
const percent = () => number().nullable().defined();

export const homeApi = defineResource({
  /**
   * Calls of today (Asia/Shanghai, by the time they began); calls between seats count as outbound. waiting and live (talking) are of
   * this moment. Service level: answered within a group's threshold of those that were offered to it and wait no more. Balance in yuan,
   * 4 decimals. storageBytes: uploads, exports, voices, recordings.
   */
  enterprise: defineEndpoint({
    name: "homeEnterprise",
    method: "POST",
    path: "/da/api/v1/component/serviceAmount",
    summary: "Today of the enterprise at a glance",
    permission: onPages(roles(RoleTypes.administrators), "/", "/enterprisehomepage"),
    reads: true,
    tags: ["EnterpriseDay"],
    body: object({}),
    reply: object({
      inbound: count(),
      answered: count(),
      abandoned: count(),
      outbound: count(),
      connected: count(),
      waiting: count(),
      live: count(),
      answerRate: percent(),
      serviceLevel: percent(),
      averageWaitS: count(),
      averageTalkS: count(),
      balance: string().nullable().defined(),
      arrears: number().oneOf([0, 1]).required(),
      storageBytes: count(),
      groups: array()
        .of(
          object({
            id: string().required(),
            name: string().required(),
            offered: count(),
            answered: count(),
            abandoned: count(),
            waiting: count(),
            serviceLevel: percent(),
            thresholdS: count(),
            averageWaitS: count(),
          }),
        )
        .required(),
      /** By seat, the busiest first, at most 10. */
      agents: array()
        .of(
          object({
            agentId: string().required(),
            name: string().required(),
            calls: count(),
            answered: count(),
            talkS: count(),
          }),
        )
        .required(),
    }),
  }),
  /** Calls of each hour: today up to now, and the whole of yesterday. */
  trend: defineEndpoint({
    name: "homeTrend",
    method: "POST",
    path: "/cdr/api/v1/largeScreen/getIcomingTrendInfo",
    summary: "Calls by hour, today and yesterday",
    permission: onPages(roles(RoleTypes.administrators), "/", "/enterprisehomepage"),
    reads: true,
    tags: ["EnterpriseDay"],
    body: object({}),
    reply: array()
      .of(object({ hour: count(), inbound: count(), answered: count(), outbound: count(), yesterday: count() }))
      .required(),
  }),
  /** The own last seven days, today last. */
  seatDays: defineEndpoint({
    name: "homeSeatDays",
    method: "POST",
    path: "/cdr/api/v1/findAgentCdrByDay",
    summary: "Own calls by day",
    permission: onPages(roles(RoleTypes.seats), "/", "/seathomepage"),
    reads: true,
    tags: ["MyDay"],
    body: object({}),
    reply: array()
      .of(object({ day: string().required(), inbound: count(), outbound: count(), answered: count(), talkS: count() }))
      .required(),
  }),
});
