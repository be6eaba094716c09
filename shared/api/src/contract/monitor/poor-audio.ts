/** The worst connections of the day: calls whose audio was measured as poor. A call of its own. */
import { array, boolean, number, object, string } from "yup";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

/** Below it some users are dissatisfied (ITU-T G.109: R under 80). */
export const satisfiedMos = 4.03;
/** Below it many, below that one nearly all (R under 70, under 60). */
export const poorMos = { many: 3.6, nearlyAll: 3.1 } as const;

export const poorAudioRow = object({
  callId: string().required(),
  seq: number().required(),
  /** The customer's telephone; otherwise the agent's, or of somebody outside. */
  customer: boolean().required(),
  agentId: string().nullable().defined(),
  agentName: string().nullable().defined(),
  /** Masked by the server. */
  number: string().defined(),
  /** yyyy-MM-dd HH:mm:ss */
  startTime: string().required(),
  talkS: number().required(),
  /** Mean opinion scores, 1 to 4.4. */
  mos: number().required(),
  worstMos: number().required(),
  /** Share of packets, 0 to 1. */
  loss: number().required(),
  jitterMs: number().required(),
  rttMs: number().nullable().defined(),
});

export const poorAudioApi = defineResource({
  list: defineEndpoint({
    name: "poorAudio",
    method: "GET",
    path: "/dca/api/v1/agentState/poorAudio",
    summary: "The 50 worst connections of today in calls of seats that the caller may follow",
    permission: onPages(roles(RoleTypes.supervisors), "/realtimemonitoring", "/headmanmonitor"),
    reads: true,
    reply: array().of(poorAudioRow).required(),
    tags: ["MonitorSeats"],
  }),
});
