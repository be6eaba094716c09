/** /pbx/api/v1/seatStatus: custom statuses (rest, training, meal), who may use them and how far. */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, idReply, listBody } from "../crud.ts";
import { seatIdDigits, seatIdField, flagField, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, roles, onPages } from "../resource.ts";

const prefix = "/pbx/api/v1/seatStatus";
const tags = ["SeatStatus"];

/** What happens when one of the counts is over. */
export const overEntryTexts: Readonly<Record<string, string>> = { refuse: "拒绝进入", warn: "允许并提醒坐席和班长" };
/** What happens when it lasts too long. */
export const overTimeTexts: Readonly<Record<string, string>> = {
  warn: "提醒坐席和班长",
  ready: "强制置闲",
  busy: "强制置忙",
};

export const seatStatusRow = object({
  id: string().required(),
  statusName: string().required(),
  enable: number().oneOf([0, 1]).required(),
  sort: number().integer().required(),
  remark: string().defined(),
  /** 1: every seat may use it. */
  everyone: number().oneOf([0, 1]).required(),
  groups: array()
    .of(object({ id: string().required(), name: string().required() }))
    .required(),
  seats: array()
    .of(object({ agentId: string().required(), name: string().required() }))
    .required(),
  /** 0 in each limit: none. */
  maxAtOnce: number().integer().required(),
  maxAtOnceGroup: number().integer().required(),
  maxMinutes: number().integer().required(),
  maxPerDay: number().integer().required(),
  overEntry: string().oneOf(["refuse", "warn"]).required(),
  overTime: string().oneOf(["warn", "ready", "busy"]).required(),
  /** Seats that are in it now. */
  inUse: number().integer().required(),
});

export const seatStatusFields = {
  statusName: nameField("状态名称", 10),
  enable: flagField("启用").default(1),
  sort: numberField("排序", { max: 9_999 }).default(0),
  remark: remarkField().default(""),
};

export const seatStatusLimits = {
  maxAtOnce: numberField("同时人数上限", { max: 9_999 }).default(0),
  maxAtOnceGroup: numberField("每组同时人数上限", { max: 9_999 }).default(0),
  maxMinutes: numberField("单次时长上限", { max: 1_440 }).default(0),
  maxPerDay: numberField("每日次数上限", { max: 999 }).default(0),
  overEntry: string().label("人数或次数超限时").oneOf(["refuse", "warn"]).default("refuse"),
  overTime: string().label("超过时长时").oneOf(["warn", "ready", "busy"]).default("warn"),
};

export const seatStatusAllocation = {
  everyone: flagField("全部坐席").required(),
  groupIds: array().label("坐席组").of(string().required().max(64)).max(1_000).default([]),
  agentIds: array().label("坐席").of(seatIdField(seatIdDigits)).max(10_000).default([]),
};

const adds = (button: string) => roles(RoleTypes.administrators, { button });

export const seatStatusApi = defineResource({
  /** For roleType 2 and 3: those that the seat may use. */
  list: defineEndpoint({
    name: "seatStatusList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Custom statuses",
    permission: onPages(
      roles(RoleTypes.enterprise),
      "/seatcustomstatus",
      "/allocationSeatCustomstatus",
      "/seatcustomstatusrestrictions",
      "/seatstatusdetail",
      "/seats",
      "/seathomepage",
      "/realtimemonitoring",
      "/headmanmonitor",
    ),
    reads: true,
    body: listBody(
      {
        name: string().max(30),
        enable: string().oneOf(["", "0", "1"]),
        /** Those that this seat may use; of roleType 3 a seat that he may supervise. */
        agentId: seatIdField(seatIdDigits).optional(),
      },
      ["sort", "statusName"],
    ),
    reply: listOf(seatStatusRow),
    tags,
  }),
  add: defineEndpoint({
    name: "seatStatusAdd",
    method: "POST",
    path: `${prefix}/add`,
    summary: "Adds a custom status",
    permission: adds("seatStatus.add"),
    body: object({ compId: compField(), ...seatStatusFields }),
    reply: idReply,
    tags,
  }),
  update: defineEndpoint({
    name: "seatStatusUpdate",
    method: "POST",
    path: `${prefix}/update`,
    summary: "Changes a custom status",
    permission: adds("seatStatus.update"),
    body: object({ compId: compField(), id: idField(), ...seatStatusFields }),
    tags,
  }),
  delete: defineEndpoint({
    name: "seatStatusDelete",
    method: "POST",
    path: `${prefix}/delete`,
    summary: "Deletes custom statuses",
    permission: adds("seatStatus.delete"),
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
  allocate: defineEndpoint({
    name: "seatStatusAllocate",
    method: "POST",
    path: `${prefix}/allocate`,
    summary: "Which groups and seats may use a custom status",
    permission: adds("seatStatus.allocate"),
    body: object({ compId: compField(), id: idField(), ...seatStatusAllocation }),
    tags,
  }),
  restrict: defineEndpoint({
    name: "seatStatusRestrict",
    method: "POST",
    path: `${prefix}/restrict`,
    summary: "Limits of a custom status and what happens when they are over",
    permission: adds("seatStatus.restrict"),
    body: object({ compId: compField(), id: idField(), ...seatStatusLimits }),
    tags,
  }),
  /** customStatus '' clears (console.md section 4). Agents bind their own; monitors and administrators those they look after. */
  bindCustomStatus: defineEndpoint({
    name: "bindCustomStatus",
    method: "POST",
    path: `${prefix}/bindCustomStatus`,
    summary: "Puts a signed-in seat into a custom status, or out of it",
    permission: roles(RoleTypes.enterprise),
    body: object({
      compId: compField(),
      agentId: seatIdField(seatIdDigits),
      customStatus: string().label("自定义状态").max(64).default(""),
    }),
  }),
});
