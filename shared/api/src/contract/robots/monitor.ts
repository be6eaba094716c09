/** 机器人监控: calls that robots have, what is said in them, and the lines they use. What becomes of them is pushed (robotCall). */
import { array, boolean, number, object, string } from "yup";
import { compField } from "../crud.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

const said = object({
  id: string().required(),
  side: string<"customer" | "robot">().oneOf(["customer", "robot"]).required(),
  text: string().defined(),
  at: number().required(),
});

export const robotMonitorApi = defineResource({
  list: defineEndpoint({
    name: "robotMonitor",
    method: "POST",
    path: "/callin/api/v1/robot/monitor",
    summary: "Calls that robots have now, with what was said, and robot lines",
    permission: onPages(roles(RoleTypes.supervisors), "/robotmonitor"),
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      /** Epoch ms. */
      at: number().required(),
      lines: array()
        .of(
          object({
            id: string().required(),
            name: string().required(),
            concurrency: number().integer().required(),
            /** Enabled and not expired. */
            serves: boolean().required(),
            /** Enabled, and its last day is over. */
            expired: boolean().required(),
          }),
        )
        .required(),
      /** As RobotCall, with the dialogue so far. */
      calls: array()
        .of(
          object({
            callId: string().required(),
            number: string().defined(),
            accessNumber: string().nullable().defined(),
            flowId: string().required(),
            flowName: string().defined(),
            robotId: string().defined(),
            robotName: string().defined(),
            lineId: string().required(),
            line: string().defined(),
            startedAt: number().required(),
            since: number().required(),
            node: string().defined(),
            variables: array()
              .of(object({ name: string().required(), label: string().defined(), value: string().defined() }))
              .required(),
            taking: string().nullable().defined(),
            dialogue: array().of(said).required(),
          }),
        )
        .required(),
    }),
    tags: ["RobotMonitor"],
  }),
});
