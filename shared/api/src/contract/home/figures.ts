/** Figures of the home pages: live, from what exists so far. */
import { array, number, object, string } from "yup";
import { RoleTypes } from "../roles.ts";
import { defineEndpoint, defineResource, roles, onPages } from "../resource.ts";
import type { SumName } from "./metrics.ts";

const count = () => number().integer().min(0).required();
/** 0 to 100, one decimal; null: nothing to divide by. */
const percent = () => number().nullable().defined();
/** metrics.ts says what each is; lengths in ms. */
const stretch = () =>
  object({
    inbound: count(),
    answered: count(),
    queued: count(),
    abandoned: count(),
    shortAbandoned: count(),
    lost: count(),
    decided: count(),
    leveled: count(),
    withinLevel: count(),
    queueAnswered: count(),
    waitMs: count(),
    dialled: count(),
    connected: count(),
    handled: count(),
    talkMs: count(),
    wrapMs: count(),
    occupiedMs: count(),
    idleMs: count(),
  } satisfies Readonly<Record<SumName, unknown>>);

/** Today up to now, and yesterday up to the same time of day. */
const compared = {
  /** yyyy-MM-dd HH:mm:ss. */
  asOf: string().required(),
  /** The whole of today, for the list of the calls behind a figure. */
  from: string().required(),
  to: string().required(),
  today: stretch(),
  yesterday: stretch(),
};

const administrators = onPages(roles(RoleTypes.administrators), "/", "/enterprisehomepage");
/** The first tab of every seat, and its own figures: no role is without. */
const seats = roles(RoleTypes.seats);

export const homeApi = defineResource({
  /** Of today by the time the calls began; waiting and talking are of this moment, whenever those calls began. */
  enterprise: defineEndpoint({
    name: "homeEnterprise",
    method: "POST",
    path: "/da/api/v1/component/serviceAmount",
    summary: "Today of the enterprise at a glance, beside yesterday up to the same time",
    permission: administrators,
    reads: true,
    tags: ["EnterpriseDay"],
    body: object({}),
    reply: object({
      ...compared,
      live: object({
        waiting: count(),
        talking: count(),
        /** When the first of those who wait came into the queue. */
        waitingSince: string().nullable().defined(),
        /** When the first call of both began. */
        from: string().nullable().defined(),
      }),
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
  /** Balance in yuan, 4 decimals. storageBytes: uploads, exports, voices, recordings. Changes slowly: asked for once and by hand. */
  account: defineEndpoint({
    name: "homeAccount",
    method: "POST",
    path: "/da/api/v1/component/account",
    summary: "Balance and storage of the enterprise",
    permission: onPages(roles(RoleTypes.administrators), "/enterprisehomepage"),
    reads: true,
    tags: ["EnterpriseDay"],
    body: object({}),
    reply: object({
      balance: string().nullable().defined(),
      arrears: number().oneOf([0, 1]).required(),
      storageBytes: count(),
    }),
  }),
  /** Calls of each hour: today up to now, and the whole of yesterday. */
  trend: defineEndpoint({
    name: "homeTrend",
    method: "POST",
    path: "/cdr/api/v1/largeScreen/getIcomingTrendInfo",
    summary: "Calls by hour, today and yesterday",
    permission: administrators,
    reads: true,
    tags: ["EnterpriseDay"],
    body: object({}),
    reply: array()
      .of(object({ hour: count(), inbound: count(), answered: count(), outbound: count(), yesterday: count() }))
      .required(),
  }),
  /** The own figures; the seat is the session's, whatever the body says. */
  seat: defineEndpoint({
    name: "homeSeat",
    method: "POST",
    path: "/da/api/v1/component/agentCallCount",
    summary: "Own figures of today beside yesterday up to the same time",
    permission: seats,
    reads: true,
    tags: ["MyDay"],
    body: object({}),
    reply: object({ agentId: string().required(), ...compared }),
  }),
  /** The own last seven days, today last. */
  seatDays: defineEndpoint({
    name: "homeSeatDays",
    method: "POST",
    path: "/cdr/api/v1/findAgentCdrByDay",
    summary: "Own calls by day",
    permission: seats,
    reads: true,
    tags: ["MyDay"],
    body: object({}),
    reply: array()
      .of(object({ day: string().required(), inbound: count(), outbound: count(), answered: count(), talkS: count() }))
      .required(),
  }),
});
