/** Dialling tasks as a seat has them: those it takes part in, those it may join, and leaving one (realtime.md section 7). */
import { array, number, object, string } from "yup";
import { idField } from "../crud.ts";
import { defineEndpoint, defineResource, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { seatTaskTypes, taskStates, type SeatTaskType, type TaskState } from "./kinds.ts";

const prefix = "/taskapi/api/v1/agentTask";
const tags = ["SeatTask"];
const own = roles(RoleTypes.seats);

/** 3 automatic, 2 preview. */
const ftype = () =>
  number<SeatTaskType>()
    .label("任务类型")
    .oneOf([...seatTaskTypes])
    .required();
const seat = {
  agentId: idField("工号"),
  compid: idField("企业编号"),
};

const seatTask = object({
  id: string().required(),
  taskIdentity: string().required(),
  ftype: ftype(),
  state: string<TaskState>()
    .oneOf(Object.keys(taskStates) as TaskState[])
    .required(),
  /** 1: the seat takes part, over its sign-outs. */
  participateStatus: number().oneOf([0, 1]).required(),
  /** 1: it has joined in this session. */
  joined: number().oneOf([0, 1]).required(),
  agentId: string().required(),
  compid: string().required(),
});

export const taskSeatApi = defineResource({
  auto: defineEndpoint({
    name: "getSeatAutoCallTask",
    method: "GET",
    path: `${prefix}/getSeatAutoCallTask`,
    summary: "Tasks of a type that the own seat takes part in and that are not over",
    permission: own,
    reads: true,
    query: object({ ftype: ftype() }),
    reply: array().of(seatTask).required(),
    tags,
  }),
  joinable: defineEndpoint({
    name: "getSeatJoinTaskList",
    method: "POST",
    path: `${prefix}/getSeatJoinTaskList`,
    summary: "Tasks of a type that the own seat is allotted to, joined or not",
    permission: own,
    reads: true,
    body: object({ ...seat, ftype: ftype() }),
    reply: array().of(seatTask).required(),
    tags,
  }),
  /** As the CTI link's taskJoin; refused with the codes 35, 36 and 40 (joinRefusals). */
  join: defineEndpoint({
    name: "agentTaskJoin",
    method: "POST",
    path: `${prefix}/join`,
    summary: "The own seat joins a task",
    permission: own,
    body: object({ ...seat, id: idField("任务编号") }),
    tags,
  }),
  update: defineEndpoint({
    name: "updateTaskSeat",
    method: "POST",
    path: `${prefix}/updateTaskSeat`,
    summary: "The own seat leaves a task",
    permission: own,
    body: object({
      ...seat,
      id: idField("任务编号"),
      taskIdentity: idField("任务标识"),
      /** Joining is agentTask/join, or a command of the CTI link (taskJoin). */
      participateStatus: number().label("参与状态").oneOf([0]).required(),
    }),
    tags,
  }),
});
