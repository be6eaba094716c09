/** Seats and displayed numbers of tasks, and the hours in which anybody may be dialled (B5, B9). */
import { array, number, object, string } from "yup";
import { compField, countReply, listBody } from "../crud.ts";
import { timeRangeFields } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { onTasks, taskIdField, taskPrefix } from "./parts.ts";

const tags = ["TaskMember", "DialTask"];
const agentIds = () =>
  array().label("坐席").of(string().required().max(10)).min(1, "请选择坐席").max(1_000).required("请选择坐席");

export const taskMemberApi = defineResource({
  list: defineEndpoint({
    name: "taskMemberList",
    method: "POST",
    path: `${taskPrefix}/taskMember/list`,
    summary: "Seats that are allotted to a task, and which of them have joined",
    permission: onTasks,
    reads: true,
    body: listBody({ taskId: taskIdField() }),
    reply: listOf(
      object({
        agentId: string().required(),
        name: string().defined(),
        groupName: string().defined(),
        participateStatus: number().oneOf([0, 1]).required(),
        /** Signed in and joined in this session. */
        joined: number().oneOf([0, 1]).required(),
        calls: number().required(),
        talkS: number().required(),
      }),
    ),
    tags,
  }),
  add: defineEndpoint({
    name: "taskMemberAdd",
    method: "POST",
    path: `${taskPrefix}/taskMember/add`,
    summary: "Allots seats to a task",
    permission: onTasks,
    body: object({ compId: compField(), taskId: taskIdField(), agentIds: agentIds() }),
    reply: countReply,
    tags,
  }),
  delete: defineEndpoint({
    name: "taskMemberDelete",
    method: "POST",
    path: `${taskPrefix}/taskMember/delete`,
    summary: "Takes seats out of a task",
    permission: onTasks,
    body: object({ compId: compField(), taskId: taskIdField(), agentIds: agentIds() }),
    reply: countReply,
    tags,
  }),
});

const displayedNumber = object({
  number: string().required(),
  title: string().defined(),
  city: string().defined(),
  /** Of the last 7 days over all tasks (D5). */
  calls: number().required(),
  answered: number().required(),
  /** Answered and hung up within 5 s. */
  quick: number().required(),
  complaints: number().required(),
  /** Why it is not shown for now; '': it is. */
  rests: string().defined(),
});

export const taskAccessNumApi = defineResource({
  list: defineEndpoint({
    name: "taskAccessNumList",
    method: "POST",
    path: `${taskPrefix}/taskAccessNum/list`,
    summary: "Access numbers that tasks may show, with their reputation; of a task: those it shows",
    permission: onTasks,
    reads: true,
    body: listBody({ taskId: string().label("任务").max(64) }),
    reply: listOf(displayedNumber),
    tags: ["TaskAccessNum"],
  }),
  save: defineEndpoint({
    name: "taskAccessNumSave",
    method: "POST",
    path: `${taskPrefix}/taskAccessNum/save`,
    summary: "Which numbers a task shows",
    permission: onTasks,
    body: object({
      compId: compField(),
      taskId: taskIdField(),
      numbers: array().label("外显号码").of(string().required().max(32)).max(50).required(),
    }),
    tags: ["TaskAccessNum", "DialTask"],
  }),
});

const frame = timeRangeFields();

/** The legal frame: nobody is dialled outside of it, whatever a task says. Operators may narrow the installation's 08:00 to 21:00. */
export const dialTimeApi = defineResource({
  list: defineEndpoint({
    name: "dialTimeList",
    method: "POST",
    path: `${taskPrefix}/time/list`,
    summary: "The hours in which an enterprise may dial",
    permission: roles(RoleTypes.managers),
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      from: string().required(),
      to: string().required(),
      legalFrom: string().required(),
      legalTo: string().required(),
    }),
    tags: ["DialTime"],
  }),
  save: defineEndpoint({
    name: "dialTimeSave",
    method: "POST",
    path: `${taskPrefix}/time/save`,
    summary: "Narrows the hours of an enterprise",
    permission: roles(RoleTypes.operators, { operate: "enterprise.update" }),
    body: object({ compId: compField().required("请选择企业"), ...frame }),
    tags: ["DialTime"],
  }),
});

/** 08:00 to 21:00 (B9). */
export const legalFrame = { from: "08:00", to: "21:00" } as const;
