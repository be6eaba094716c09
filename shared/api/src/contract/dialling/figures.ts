/** What statistics and details read of tasks, robots and flows: callTaskCdr, robotTaskCdr, robotCdr, ivrCallCdr, ivrKey, commonFee. */
import { array, number, object, string } from "yup";
import { compField, sortFields } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, pageFields, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { keyset, pageOfRows, times } from "./keyset.ts";
import { diallingPages, onTasks, taskPages, taskPrefix } from "./parts.ts";
import { attemptRow } from "./phones.ts";

const prefix = "/crm/api/v1";
const admins = roles(RoleTypes.administrators);
const tags = ["DialFigures"];

const attemptFilters = {
  compId: compField(),
  ...times,
  taskId: lengthField("任务", 64),
  batchNumber: lengthField("批次"),
  /** The whole number. */
  phone: lengthField("号码", 32),
  agentId: lengthField("坐席", 10),
  code: lengthField("呼叫结果", 3).matches(/^\d*$/, "呼叫结果应为数字"),
  result: lengthField("业务结果"),
  level: lengthField("意向等级"),
};

const attempt = attemptRow.shape({
  taskId: string().required(),
  taskIdentity: string().defined(),
  ftype: number().required(),
  batchNumber: string().defined(),
  phoneId: string().required(),
  /** Masked for who may not see numbers. */
  phone: string().required(),
  agentName: string().defined(),
  score: number().nullable().defined(),
  /** Of robots' calls. */
  robotName: string().defined(),
  turns: number().nullable().defined(),
});

const attempts = (name: string, summary: string, pages: readonly string[]) =>
  defineEndpoint({
    name: `${name}List`,
    method: "POST",
    path: `${prefix}/${name}/list`,
    summary,
    permission: onPages(admins, ...pages),
    reads: true,
    findsBy: ["phone"],
    body: object({
      ...attemptFilters,
      /** Of robotTaskCdr: nothing but 1. */
      ftype: string().label("任务类型").oneOf(["", "1", "2", "3", "4", "5"]),
      ...keyset,
    }),
    reply: pageOfRows(attempt),
    tags,
  });

const robotPages = [taskPages[1].list];

export const callTaskCdrApi = defineResource({
  list: attempts("callTaskCdr", "Attempts of tasks, newest first", diallingPages),
});

export const robotTaskCdrApi = defineResource({
  list: attempts("robotTaskCdr", "Attempts of intelligent tasks, newest first", robotPages),
});

export const robotCdrApi = defineResource({
  list: defineEndpoint({
    name: "robotCdrList",
    method: "POST",
    path: `${prefix}/robotCdr/list`,
    summary: "Calls that robots had, of tasks and others, newest first",
    permission: onPages(admins, ...robotPages, "/robotList"),
    reads: true,
    findsBy: ["phone"],
    body: object({
      compId: compField(),
      ...times,
      robotId: lengthField("机器人", 64),
      taskId: lengthField("任务", 64),
      level: lengthField("意向等级"),
      phone: lengthField("号码", 32),
      ...keyset,
    }),
    reply: pageOfRows(
      object({
        callId: string().required(),
        seq: number().required(),
        robotId: string().defined(),
        robotName: string().defined(),
        phone: string().defined(),
        taskId: string().defined(),
        taskIdentity: string().defined(),
        startTime: string().required(),
        talkS: number().nullable().defined(),
        turns: number().required(),
        outcome: string().required(),
        level: string().defined(),
        score: number().nullable().defined(),
      }),
    ),
    tags,
  }),
});

const ivrPages = [taskPages[4].list];

export const ivrCallCdrApi = defineResource({
  list: defineEndpoint({
    name: "ivrCallCdrList",
    method: "POST",
    path: `${prefix}/ivrCallCdr/list`,
    summary: "Calls that flows had, newest first",
    permission: onPages(admins, ...ivrPages),
    reads: true,
    findsBy: ["phone"],
    body: object({
      compId: compField(),
      ...times,
      flowId: lengthField("流程", 64),
      taskId: lengthField("任务", 64),
      phone: lengthField("号码", 32),
      ...keyset,
    }),
    reply: pageOfRows(
      object({
        callId: string().required(),
        direction: string().required(),
        phone: string().defined(),
        accessNumber: string().defined(),
        flowId: string().required(),
        flowName: string().defined(),
        taskId: string().defined(),
        startTime: string().required(),
        /** In flows, seconds. */
        stayS: number().required(),
        nodes: number().required(),
        /** Where it was last. */
        lastNode: string().defined(),
        lastExit: string().defined(),
      }),
    ),
    tags,
  }),
});

export const ivrKeyApi = defineResource({
  list: defineEndpoint({
    name: "ivrKeyList",
    method: "POST",
    path: `${prefix}/ivrKey/list`,
    summary: "How often each key was pressed at each node, and how often none or a wrong one was",
    permission: onPages(admins, ...ivrPages, taskPages[5].list, taskPages[5].numbers),
    reads: true,
    body: object({
      compId: compField(),
      ...times,
      flowId: lengthField("流程", 64),
      taskId: lengthField("任务", 64),
      ...pageFields,
      ...sortFields([]),
    }),
    reply: object({
      list: array()
        .of(
          object({
            flowId: string().required(),
            flowName: string().defined(),
            nodeId: string().required(),
            nodeName: string().defined(),
            /** A key; 'timeout': none was pressed; 'invalid': none that leads anywhere; 'collected': several. */
            key: string().required(),
            /** Visits that were left by it. */
            count: number().required(),
            calls: number().required(),
          }),
        )
        .required(),
      total: number().required(),
      pageNo: number().required(),
      pageSize: number().required(),
    }),
    tags,
  }),
});

export const intentionFiguresApi = defineResource({
  figures: defineEndpoint({
    name: "intentionLevelFigures",
    method: "POST",
    path: `${prefix}/intentionLevel/figures`,
    summary: "How many calls came to each level, by task and robot",
    permission: onPages(admins, taskPages[1].list, "/robotList"),
    reads: true,
    body: object({
      compId: compField(),
      ...times,
      taskId: lengthField("任务", 64),
      robotId: lengthField("机器人", 64),
    }),
    reply: array()
      .of(
        object({
          taskId: string().defined(),
          taskIdentity: string().defined(),
          robotId: string().defined(),
          robotName: string().defined(),
          level: string().defined(),
          count: number().required(),
          score: number().required(),
        }),
      )
      .required(),
    tags,
  }),
});

export const commonFeeApi = defineResource({
  list: defineEndpoint({
    name: "commonFeeList",
    method: "POST",
    path: `${prefix}/commonFee/list`,
    summary: "What tasks cost, by day",
    permission: onPages(admins, ...diallingPages),
    reads: true,
    body: object({ compId: compField(), ...times, taskId: lengthField("任务", 64) }),
    reply: array()
      .of(
        object({
          day: string().required(),
          taskId: string().required(),
          taskIdentity: string().defined(),
          ftype: number().required(),
          attempts: number().required(),
          answered: number().required(),
          talkS: number().required(),
          /** Yuan. */
          cost: number().required(),
        }),
      )
      .required(),
    tags,
  }),
});

/** Customers of intelligent tasks. */
export const robotTaskApi = defineResource({
  list: defineEndpoint({
    name: "robotTaskList",
    method: "POST",
    path: `${taskPrefix}/robotTask/list`,
    summary: "Numbers of intelligent tasks with what came of them, last called first",
    permission: onTasks,
    reads: true,
    findsBy: ["phone"],
    body: object({
      compId: compField(),
      taskId: lengthField("任务", 64),
      level: lengthField("意向等级"),
      phone: lengthField("号码", 32),
      ...keyset,
    }),
    reply: pageOfRows(
      object({
        id: string().required(),
        taskId: string().required(),
        taskIdentity: string().defined(),
        phone: string().required(),
        contact: string().defined(),
        state: string().required(),
        level: string().defined(),
        score: number().nullable().defined(),
        result: string().defined(),
        lastCode: number().nullable().defined(),
        lastAt: string().required(),
        formDataId: string().defined(),
      }),
    ),
    tags: ["RobotTask"],
  }),
});
