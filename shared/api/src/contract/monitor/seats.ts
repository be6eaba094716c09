/** The seats of 实时监控 and 组长监控: who they are and their figures of today. What they do now comes live (live.ts). */
import { array, boolean, number, object, string } from "yup";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

const count = () => number().integer().min(0).required();

export const monitorApi = defineResource({
  seats: defineEndpoint({
    name: "monitorSeats",
    method: "GET",
    path: "/dca/api/v1/agentState/monitor",
    summary: "Seats that the caller may follow, with their figures of today",
    permission: onPages(roles(RoleTypes.supervisors), "/realtimemonitoring", "/headmanmonitor"),
    reads: true,
    reply: object({
      /** Epoch ms: durations of today are as of then. */
      asOf: number().required(),
      seats: array()
        .of(
          object({
            agentId: string().required(),
            name: string().required(),
            groupId: string().nullable().defined(),
            groupName: string().defined(),
            skillGroups: array().of(string().required()).required(),
            extension: string().defined(),
            terminalType: number().required(),
            /** 呼转: modes between commas and where to; '' both: none. */
            forwardModes: string().defined(),
            forwardTo: string().defined(),
            /** The caller follows it (putAgentMonitor). */
            followed: boolean().required(),
            signedInS: count(),
            idleS: count(),
            busyS: count(),
            wrapUpS: count(),
            inbound: count(),
            outbound: count(),
            answered: count(),
            missed: count(),
            /** null: no talk. */
            averageTalkS: number().nullable().defined(),
          }),
        )
        .required(),
    }),
    tags: ["MonitorSeats"],
  }),
});
