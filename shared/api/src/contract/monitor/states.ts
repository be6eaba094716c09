/** States of seats for whoever asks once (endpoints.txt: agentState, largeScreenMonitor/agentState); pages follow them live (live.ts). */
import { array, number, object, string } from "yup";
import { compField } from "../crud.ts";
import { seatIdDigits, seatIdField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

const count = () => number().integer().min(0).required();
/** Seat status code (realtime.md section 4) and its name: that of the custom status, where there is one. */
const state = { code: number().integer().required(), name: string().required() };

export const seatStatesApi = defineResource({
  states: defineEndpoint({
    name: "agentState",
    method: "POST",
    path: "/dca/api/v1/agentState",
    summary: "What the seats that the caller may follow do now",
    permission: onPages(roles(RoleTypes.supervisors), "/realtimemonitoring", "/headmanmonitor"),
    reads: true,
    body: object({
      compId: compField(),
      /** Of these alone. */
      agentIds: array().label("坐席工号").of(seatIdField(seatIdDigits)).max(1_000),
    }),
    reply: object({
      /** Epoch ms. */
      at: number().required(),
      seats: array()
        .of(
          object({
            agentId: string().required(),
            ...state,
            /** Key of agentReasons. */
            reason: string().required(),
            /** Epoch ms; 0: not signed in since the engine started. */
            since: number().required(),
            callId: string().nullable().defined(),
            /** Of the call it is in, masked; null: none. */
            number: string().nullable().defined(),
            direction: string().oneOf(["inbound", "outbound", "internal"]).nullable().defined(),
          }),
        )
        .required(),
    }),
    tags: ["MonitorSeats"],
  }),
  counts: defineEndpoint({
    name: "largeScreenAgentState",
    method: "POST",
    path: "/da/api/v1/largeScreenMonitor/agentState",
    summary: "How many of the seats that the caller may follow are in each state now, the most first",
    permission: onPages(roles(RoleTypes.supervisors), "/realtimemonitoring", "/headmanmonitor"),
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      at: number().required(),
      seats: count(),
      signedIn: count(),
      states: array()
        .of(object({ ...state, count: count() }))
        .required(),
    }),
    tags: ["MonitorSeats"],
  }),
});
