/** 呼叫限制: barred numbers, hours and counts of calls. */
import { RoleTypes } from "../roles.ts";
import { array, boolean, number, object, string } from "yup";
import { compField, crud } from "../crud.ts";
import {
  dialField,
  flagField,
  limits,
  nameField,
  numberField,
  prefixesField,
  remarkField,
  timeRangeFields,
} from "../fields.ts";
import { defineEndpoint, defineResource, roles, onPages } from "../resource.ts";
import { dateTimeField } from "../validators.ts";
import { adminButton, admins } from "./parts.ts";

export const callDirections = ["in", "out", "both"] as const;
const ranges = () => array().label("允许时段").of(object(timeRangeFields())).max(10).required();
const limitFields = {
  name: nameField("限制名称"),
  direction: string().label("呼叫方向").oneOf(callDirections).required("请选择"),
  /** Numbers of the far side it concerns; '' : all. */
  prefixes: prefixesField("号码前缀"),
  /** 'bar': such numbers are barred; 'limit': they are limited by hours and counts. */
  kind: string().label("限制类型").oneOf(["bar", "limit"]).required("请选择"),
  hours: ranges(),
  /** Calls of one number a day; 0: no limit. */
  perNumberPerDay: numberField("每号码每日次数", { max: 1_000 }).required("请输入次数"),
  /** Seconds between two calls of one number; 0: none. */
  minIntervalS: numberField("最短间隔", { max: 86_400 }).required("请输入间隔秒数"),
  enabled: flagField("启用").required(),
  remark: remarkField(),
};
const limitRow = object({
  id: string().required(),
  name: string().required(),
  direction: string().oneOf(callDirections).required(),
  prefixes: string().defined(),
  kind: string().required(),
  hours: array()
    .of(object({ from: string().required(), to: string().required() }))
    .required(),
  perNumberPerDay: number().required(),
  minIntervalS: number().required(),
  enabled: number().required(),
  remark: string().defined(),
  blockedToday: number().required(),
});

export const callLimitApi = defineResource({
  ...crud({
    name: "callLimit",
    prefix: "/pbx/api/v1/callLimit",
    noun: "call limit",
    tag: "CallLimit",
    row: limitRow,
    filters: {
      name: string().label("限制名称").max(limits.input),
      direction: string()
        .label("呼叫方向")
        .oneOf(["", ...callDirections]),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
    },
    sortable: ["name", "direction"],
    fields: limitFields,
    permission: {
      list: onPages(admins, "/callbarringlist", "/callBarring"),
      add: adminButton("callLimit.add"),
      update: adminButton("callLimit.update"),
      delete: adminButton("callLimit.delete"),
    },
  }),
  /** Type two numbers and a time, see whether a call would be refused and by what. */
  test: defineEndpoint({
    name: "callLimitTest",
    method: "POST",
    path: "/pbx/api/v1/callLimit/test",
    summary: "Whether a call would be barred, and why",
    permission: onPages(roles(RoleTypes.administrators), "/callbarringlist", "/callBarring"),
    reads: true,
    body: object({
      compId: compField(),
      direction: string().label("呼叫方向").oneOf(["in", "out"]).required("请选择"),
      number: dialField("对方号码").required("请输入对方号码"),
      at: dateTimeField("时间"),
    }),
    reply: object({
      blocked: boolean().required(),
      reason: string().defined(),
      steps: array()
        .of(
          object({
            title: string().required(),
            detail: string().defined(),
            outcome: string().oneOf(["matched", "skipped", "blocked", "info"]).required(),
          }),
        )
        .required(),
    }),
  }),
});
