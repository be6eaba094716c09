/** 接待记录: which calls a robot had, for how long, what was said and how it ended (docs/protocol.md, Y25 and Y26). */
import { number, object, string } from "yup";
import { compField, sortFields } from "../crud.ts";
import { defineEndpoint, defineResource, listOf, onPages, pageFields, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { dateTimeField } from "../validators.ts";

/**
 * How a robot's part in a call ended. open: it goes on. ended: by the robot's own flow. handedOver: whom the flow led him to answered;
 * unreached: nobody did, and the call ended. elsewhere: a supervisor or an emergency switch led him away.
 */
export const robotOutcomes = [
  "open",
  "ended",
  "handedOver",
  "unreached",
  "takenOver",
  "hungUp",
  "failed",
  "elsewhere",
] as const;
export type RobotOutcome = (typeof robotOutcomes)[number];

const record = object({
  callId: string().required(),
  /** From 1 within the call, which may come to several robots. */
  seq: number().integer().required(),
  /** '': no robot was named for the flow. */
  robotId: string().defined(),
  /** As it is called now, or was when it had the call. */
  robotName: string().defined(),
  flowId: string().required(),
  /** '': the flow is gone. */
  flowName: string().defined(),
  /** Of the customer; masked for who may see none. */
  number: string().defined(),
  accessNumber: string().nullable().defined(),
  /** Name of the robot line. */
  line: string().defined(),
  startTime: string().required(),
  /** null: it goes on. */
  endTime: string().nullable().defined(),
  /** Seconds with the robot, without those in which he was led elsewhere; null: it goes on. */
  talkS: number().nullable().defined(),
  /** How often the customer spoke or pressed keys. */
  turns: number().integer().required(),
  outcome: string<RobotOutcome>().oneOf(robotOutcomes).required(),
  /** What its intention rule made of the call; '': nothing. */
  level: string().defined(),
  score: number().nullable().defined(),
  /** What gave points, and why it is that level. */
  scoredBy: string().defined(),
  /** Who had him next, of handedOver and takenOver alone; '' otherwise. */
  agentId: string().defined(),
  agentName: string().defined(),
  skillGroupName: string().defined(),
});

/** Not the number: its order would tell it to who may not see it. */
const orders = ["startTime", "talkS", "turns"] as const;

const recordList = (name: string, path: string, summary: string) =>
  defineEndpoint({
    name,
    method: "POST",
    path,
    summary,
    permission: onPages(roles(RoleTypes.administrators), "/robotList"),
    reads: true,
    body: object({
      ...pageFields,
      ...sortFields(orders),
      compId: compField(),
      /** Default: all of the enterprise. */
      robotId: string().label("机器人").max(64),
      /** Default: the whole of today. */
      startTime: dateTimeField("开始时间"),
      endTime: dateTimeField("结束时间"),
      number: string()
        .label("客户号码")
        .matches(/^\d{0,20}$/, "客户号码只能是数字"),
      outcome: string()
        .label("结束方式")
        .oneOf(["", ...robotOutcomes] as const),
    }),
    findsBy: ["number"],
    reply: listOf(record),
    tags: ["RobotRecord"],
  });

export const robotRecordApi = defineResource({
  list: recordList("robotRecordList", "/callin/api/v1/robot/recordList", "Calls that robots had, newest first"),
  /** Of robots that are digital humans now. */
  digital: recordList(
    "digitalHumanRecordList",
    "/callin/api/v1/digitalhuman/recordList",
    "Calls that digital humans had, newest first",
  ),
});
