/** Dialling tasks that a supervisor may start and stop (taskStart and taskStop of the CTI link), as their list on his screens has them. */
import { number, object, string } from "yup";
import { listBody } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { taskStates, taskTypes, type TaskState, type TaskType } from "./kinds.ts";

export const taskSupervisionApi = defineResource({
  list: defineEndpoint({
    name: "supervisedTaskList",
    method: "POST",
    path: "/taskapi/api/v1/agentTask/supervised",
    summary: "Tasks that are not over: all of them, or those that a seat of the monitor's groups is allotted to",
    permission: roles(RoleTypes.supervisors, { page: ["/realtimemonitoring", "/headmanmonitor"], purview: "monitor" }),
    reads: true,
    body: listBody({ taskIdentity: lengthField("任务标识") }),
    reply: listOf(
      object({
        id: string().required(),
        taskIdentity: string().required(),
        ftype: number<TaskType>()
          .oneOf(Object.keys(taskTypes).map(Number) as TaskType[])
          .required(),
        state: string<TaskState>()
          .oneOf(Object.keys(taskStates) as TaskState[])
          .required(),
        /** Seats that are allotted to it, of those that the caller supervises. */
        seats: number().required(),
        /** Of them those that have joined it. */
        joined: number().required(),
      }),
    ),
    tags: ["SeatTask"],
  }),
});
