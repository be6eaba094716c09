/** 服务目标 over HTTP: what is promised by each form of orders, what a change would do to the open ones, and doing it. */
import { array, boolean, mixed, number, object, string } from "yup";
import { compField, countReply, crud, idField } from "../../crud.ts";
import { nameField } from "../../fields.ts";
import { readOneCondition } from "../../forms/read-rules.ts";
import type { Reader } from "../../forms/reader.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../../resource.ts";
import { RoleTypes } from "../../roles.ts";
import type { OrderPriority } from "../codes.ts";
import type { EdgeCondition } from "../flow.ts";
import { orderPages, orderTags } from "../order-parts.ts";
import { targetLine } from "./line.ts";
import { readMoment, readPause } from "./read.ts";
import { targetKinds, targetLimits, type TargetKind, type TargetMoment } from "./target.ts";

const prefix = "/crm/api/v1/serviceTarget";
const tags = ["ServiceTarget"];
const save = roles(RoleTypes.administrators, { button: "serviceTarget.save" });
const keys = <T extends string>(words: Readonly<Record<T, string>>): T[] => Object.keys(words) as T[];

const read =
  (reader: Reader<unknown>) =>
  (value: unknown, test: { createError: (how: { message: string }) => unknown }): boolean => {
    if (value === undefined || value === null) return true;
    const said: string[] = [];
    reader(value, (message) => said.push(message));
    return said.length === 0 || (test.createError({ message: said.slice(0, 3).join("；") }) as boolean);
  };
const moment = (label: string) =>
  mixed<TargetMoment>().label(label).test("moment", `${label}格式有误`, read(readMoment)).default({});
const minutesField = (label: string) => number().label(label).integer().min(1).max(targetLimits.minutes);
const priority = () => number<OrderPriority>().label("优先级").oneOf([1, 2, 3, 4]);

const fields = {
  formId: idField("工单表单"),
  name: nameField("目标名称"),
  kind: string<TargetKind>().label("类型").oneOf(keys(targetKinds)).required("请选择类型"),
  priorities: array().label("优先级").of(priority().required()).max(4).default([]),
  applies: mixed<EdgeCondition>().label("适用条件").test("applies", "适用条件格式有误", read(readOneCondition)),
  retroactive: boolean().label("追溯").default(true),
  start: moment("开始计时").required(),
  stop: moment("停止计时").required(),
  reset: moment("重新计时").required(),
  pause: mixed<TargetMoment>()
    .label("暂停计时")
    .test("pause", "暂停计时格式有误", read(readPause))
    .default({})
    .required(),
  minutes: minutesField("时长").required("请输入时长"),
  minutesBy: object({
    1: minutesField("紧急的时长"),
    2: minutesField("高优先级的时长"),
    3: minutesField("普通的时长"),
    4: minutesField("低优先级的时长"),
  })
    .label("按优先级的时长")
    .default({}),
  warnMinutes: number().label("提前提醒").integer().min(0).max(targetLimits.minutes).default(0),
  timeRuleId: string().label("时间规则").max(64).default(""),
  enabled: number().label("状态").oneOf([0, 1]).default(1),
};

const asItIs = object({ phase: string().defined(), dueTime: string().defined() });
const targetChanges = object({
  /** Open orders of the form. */
  total: number().required(),
  changed: number().required(),
  /** The first 100 of those that change. */
  list: array()
    .of(
      object({
        id: string().required(),
        workCode: string().defined(),
        title: string().defined(),
        before: asItIs.required(),
        after: asItIs.required(),
      }),
    )
    .required(),
});

export const serviceTargetApi = defineResource({
  ...crud({
    name: "serviceTarget",
    prefix,
    noun: "service target",
    tag: "ServiceTarget",
    row: object({ id: string().required(), ...fields, updateTime: string().required() }),
    filters: { formId: string().label("工单表单").max(64) },
    sortable: ["name", "updateTime"],
    fields,
    permission: {
      list: onPages(roles(RoleTypes.administrators), "/workorderflow"),
      add: save,
      update: save,
      delete: save,
    },
  }),
  preview: defineEndpoint({
    name: "serviceTargetPreview",
    method: "POST",
    path: `${prefix}/preview`,
    summary: "What a target as it is typed would change for the open orders of its form; nothing is written",
    permission: save,
    timeoutMs: 60_000,
    body: object({ compId: compField(), id: string().label("编号").max(64), ...fields }),
    reply: targetChanges,
    tags,
  }),
  recompute: defineEndpoint({
    name: "serviceTargetRecompute",
    method: "POST",
    path: `${prefix}/recompute`,
    summary: "Reads the targets of a form's open orders anew from their histories, many of them as a job",
    permission: save,
    body: object({ compId: compField(), formId: idField("工单表单") }),
    reply: countReply.shape({ asJob: number().oneOf([0, 1]).required() }),
    tags: [...tags, ...orderTags],
  }),
  ofOrder: defineEndpoint({
    name: "serviceTargetOfOrder",
    method: "POST",
    path: `${prefix}/ofOrder`,
    summary: "An order's targets: how each stands, and which stretches of time counted",
    permission: orderPages,
    reads: true,
    body: object({ compId: compField(), id: idField("工单") }),
    reply: array()
      .of(
        object({
          ...targetLine,
          minutes: number().required(),
          startTime: string().required(),
          warnTime: string().defined(),
          endTime: string().defined(),
          spentMs: number().required(),
          pieces: array()
            .of(
              object({
                fromTime: string().required(),
                toTime: string().required(),
                counts: number().oneOf([0, 1]).required(),
                /** What it began with. */
                by: string().required(),
                ms: number().required(),
                stretches: array().of(string().required()).required(),
              }),
            )
            .required(),
        }),
      )
      .required(),
    tags: [...tags, ...orderTags],
  }),
});
