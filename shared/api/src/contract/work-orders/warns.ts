/** 工单状态提醒: who is told that an order's state does not change. */
import { array, number, object, string } from "yup";
import { compField, countReply, deleteBody } from "../crud.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { orderLimits } from "./order-parts.ts";

const keys = <T extends string>(words: Readonly<Record<T, string>>): T[] => Object.keys(words) as T[];

const warnPrefix = "/crm/api/v1/WorkStatusWarn";
const warnTags = ["WorkStatusWarn"];
export const warnHearers = { holders: "处理人", monitors: "班长", creator: "创建人" } as const;
export type WarnHearer = keyof typeof warnHearers;
export const warnedStates = ["draft", "pooled", "handling", "suspended", "transferred"] as const;

const warn = {
  formId: string().label("表单").max(64).default(""),
  state: string<(typeof warnedStates)[number]>()
    .label("状态")
    .oneOf([...warnedStates])
    .required("请选择状态"),
  minutes: number().label("时长").integer().min(1).max(525_600).required("请输入时长"),
  timeRuleId: string().label("时间规则").max(64).default(""),
  hearers: array()
    .label("提醒对象")
    .of(string<WarnHearer>().oneOf(keys(warnHearers)).required())
    .min(1, "请选择提醒对象")
    .max(3)
    .required(),
  enabled: number().label("状态").oneOf([0, 1]).default(1),
};

export const workStatusWarnApi = defineResource({
  list: defineEndpoint({
    name: "workStatusWarnList",
    method: "POST",
    path: `${warnPrefix}/list`,
    summary: "Reminders of orders whose state does not change",
    permission: onPages(roles(RoleTypes.administrators), "/workorderflow", "/workordernode"),
    reads: true,
    body: object({ compId: compField(), formId: string().label("表单").max(64) }),
    reply: array()
      .of(object({ id: string().required(), ...warn }))
      .required(),
    tags: warnTags,
  }),
  saveBatch: defineEndpoint({
    name: "workStatusWarnSaveBatch",
    method: "POST",
    path: `${warnPrefix}/saveBatch`,
    summary: "Adds reminders, or changes those with an id; orders in these states follow at once",
    permission: roles(RoleTypes.administrators, { button: "workStatusWarn.save" }),
    body: object({
      compId: compField(),
      list: array()
        .label("提醒")
        .of(object({ id: string().label("编号").max(64), ...warn }))
        .min(1, "请设置提醒")
        .max(orderLimits.warns)
        .required(),
    }),
    reply: countReply,
    tags: warnTags,
  }),
  delete: defineEndpoint({
    name: "workStatusWarnDelete",
    method: "POST",
    path: `${warnPrefix}/delete`,
    summary: "Deletes reminders",
    permission: roles(RoleTypes.administrators, { button: "workStatusWarn.save" }),
    body: deleteBody(),
    reply: countReply,
    tags: warnTags,
  }),
});
