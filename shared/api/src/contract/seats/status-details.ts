/** 坐席状态明细: every interval of a seat's states with its length and its reason, from the event log's projection. */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, listBody } from "../crud.ts";
import { dateField, seatIdDigits, seatIdField } from "../fields.ts";
import { exportReply } from "../files/jobs.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles } from "../resource.ts";
import { seatStatus } from "../states.ts";
import { dateTimeField } from "../validators.ts";

const prefix = "/dca/api/v1/agentState/detail";
const readers = onPages(roles(RoleTypes.supervisors), "/seatstatusdetail");

/** How many rows one export holds. */
export const statusDetailExportRows = 1_000_000;

/** Codes that last: 12 and 14 are moments and no intervals. */
export const lastingCodes = Object.values(seatStatus).filter(
  (code) => code !== seatStatus.consultHungUp && code !== seatStatus.hangup,
);

const state = {
  code: number().integer().required(),
  /** Of the custom status; null without one. */
  statusName: string().nullable().defined(),
  from: string().required(),
  /** null: it lasts. */
  to: string().nullable().defined(),
  /** Key of agentReasons. */
  reason: string().required(),
};

export const statusDetailRow = object({
  agentId: string().required(),
  /** Counts a seat's states: with agentId it names the row. */
  seq: number().integer().required(),
  /** null: the seat was deleted. */
  agentName: string().nullable().defined(),
  groupName: string().nullable().defined(),
  ...state,
  /** Whole seconds; of one that lasts: up to now. */
  seconds: number().integer().required(),
  callId: string().nullable().defined(),
});

export const statusDetailFilters = {
  /** Default: the whole of today. Those that began in it. */
  startTime: dateTimeField("开始时间"),
  endTime: dateTimeField("结束时间"),
  agentId: string()
    .label("坐席工号")
    .matches(/^\d{0,10}$/, "坐席工号只能是数字"),
  /** With the groups below it. */
  agentGroupId: string().label("坐席组").max(64),
  code: string()
    .label("状态")
    .oneOf(["", ...lastingCodes.map(String)], "没有这种状态"),
  customStatusId: string().label("自定义状态").max(64),
};

export const statusDetailApi = defineResource({
  list: defineEndpoint({
    name: "statusDetailList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "States of seats with their lengths and reasons, newest first; a monitor sees the own groups",
    permission: readers,
    reads: true,
    body: listBody(statusDetailFilters, ["from", "seconds", "agentId"]),
    reply: listOf(statusDetailRow),
    tags: ["StatusDetail"],
  }),
  /** The parts of the states that lie in the day. */
  day: defineEndpoint({
    name: "statusDetailDay",
    method: "POST",
    path: `${prefix}/day`,
    summary: "The states of one seat on one day, in order",
    permission: readers,
    reads: true,
    body: object({
      compId: compField(),
      agentId: seatIdField(seatIdDigits),
      day: dateField("日期").required(),
    }),
    reply: array().of(object(state)).required(),
    tags: ["StatusDetail"],
  }),
  export: defineEndpoint({
    name: "statusDetailExport",
    method: "POST",
    path: `${prefix}/export`,
    summary: "Exports states of seats as a job; filters and scope as in the list",
    permission: roles(RoleTypes.supervisors, { button: "seatstatusdetail.export", purview: "export" }),
    body: object({ compId: compField(), ...statusDetailFilters }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
});
