/** 计划: what somebody wants to be reminded of, once or again and again. */
import { number, object, string } from "yup";
import { crud } from "../crud.ts";
import { lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { dateTimeField } from "../validators.ts";

/** Times are of Asia/Shanghai; workdays are Monday to Friday. */
export const planRepeats = {
  none: "不重复",
  daily: "每天",
  weekly: "每周",
  monthly: "每月",
  workdays: "工作日（周一至周五）",
} as const;
export type PlanRepeat = keyof typeof planRepeats;
export const planRepeatNames = Object.keys(planRepeats) as PlanRepeat[];

/** A day. */
export const mostMinutesBefore = 1_440;

const press = (button: string) => roles(RoleTypes.enterprise, { button });

export const plansApi = crud({
  name: "plans",
  prefix: "/crm/api/v1/plans",
  noun: "plan",
  tag: "Plan",
  row: object({
    id: string().required(),
    des: string().defined(),
    remarks: string().defined(),
    /** The first time. */
    planTime: string().required(),
    repeat: string().oneOf(planRepeatNames).required(),
    minutesBefore: number().required(),
    /** The next time; null: there is none any more. */
    nextTime: string().nullable().defined(),
    /** Whose it is; '': of an account without a seat. */
    agentId: string().defined(),
    ownerName: string().defined(),
    createdBy: string().defined(),
    /** 1: the caller made it, and he alone changes it. */
    mine: number().oneOf([0, 1]).required(),
  }),
  filters: {
    des: lengthField("计划内容"),
    state: string().label("状态").oneOf(["", "open", "over"]),
    startTime: dateTimeField("开始时间"),
    endTime: dateTimeField("结束时间"),
  },
  sortable: ["nextTime"],
  fields: {
    des: nameField("计划内容", 50),
    remarks: remarkField(),
    planTime: dateTimeField("计划时间").required("请选择计划时间"),
    repeat: string().label("重复").oneOf(planRepeatNames).required(),
    minutesBefore: numberField("提前提醒", { max: mostMinutesBefore }).default(0),
    /** For whom; '': for oneself. Absent: for oneself, in a change for whom it is. Supervisors name a seat that they see. */
    agentId: string().label("提醒对象").max(10),
  },
  permission: {
    list: onPages(roles(RoleTypes.enterprise), "/planreminder"),
    add: press("plans.add"),
    update: press("plans.update"),
    delete: press("plans.delete"),
  },
});
