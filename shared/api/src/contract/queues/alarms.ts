/** 告警通知: limits of 技能组监控 that the server watches, and whom it tells (docs/protocol.md Q16). */
import { array, number, object, string } from "yup";
import { compField, crud } from "../crud.ts";
import { flagField, nameField, numberField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages, pageFields, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { groupFigures, type GroupFigure, type GroupFigureId } from "./group-figures.ts";

const prefix = "/sg/api/v1/alarm";
const tags = ["Alarm"];

/** Figures that may be watched. */
export const alarmFigures: readonly GroupFigure[] = groupFigures.filter((figure: GroupFigure) => figure.worse);
const figureIds = alarmFigures.map(({ id }) => id as GroupFigureId);

export const alarmComparisons = { more: "高于", less: "低于" } as const;
export type AlarmComparison = keyof typeof alarmComparisons;
const comparisons = Object.keys(alarmComparisons) as AlarmComparison[];

const press = roles(RoleTypes.supervisors, { button: "skillgroupmonitor.alarm", purview: "monitor" });
const looks = onPages(roles(RoleTypes.supervisors), "/skillgroupmonitor");
const group = () => string().label("技能组").max(64);
const choices = array()
  .of(object({ id: string().required(), label: string().required() }))
  .required();

export const alarmApi = defineResource({
  /** A monitor has the rules of single groups of skillGroupMonitorList, an administrator all. */
  ...crud({
    name: "alarm",
    prefix,
    noun: "alarm rule",
    tag: "Alarm",
    row: object({
      id: string().required(),
      name: string().required(),
      /** '' : each group. */
      groupId: string().defined(),
      groupName: string().defined(),
      figure: string().oneOf(figureIds).required(),
      comparison: string().oneOf(comparisons).required(),
      value: number().required(),
      forS: number().required(),
      restMin: number().required(),
      accountIds: array().of(string().required()).required(),
      /** Who is told, by name. */
      told: string().defined(),
      enabled: number().required(),
      createdBy: string().defined(),
    }),
    filters: { name: string().label("告警名称").max(30), groupId: group() },
    sortable: ["name"],
    fields: {
      name: nameField("告警名称"),
      groupId: group().defined(),
      figure: string().label("指标").oneOf(figureIds).required("请选择指标"),
      comparison: string().label("条件").oneOf(comparisons).required("请选择条件"),
      value: numberField("阈值", { max: 1_000_000, integer: false }).required("请输入阈值"),
      /** It is so for so long before anybody is told. */
      forS: numberField("持续时间", { max: 3_600 }).default(0),
      /** Between two messages of one group. */
      restMin: numberField("间隔时间", { max: 1_440 }).default(10),
      accountIds: array()
        .label("通知人员")
        .of(string().required().max(64))
        .min(1, "请选择通知人员")
        .max(50, "最多通知50人")
        .required("请选择通知人员"),
      enabled: flagField("状态").default(1),
    },
    permission: { list: looks, add: press, update: press, delete: press },
  }),
  choices: defineEndpoint({
    name: "alarmChoices",
    method: "POST",
    path: `${prefix}/choices`,
    summary: "Groups that may be watched, and administrators and monitors who may be told",
    permission: looks,
    reads: true,
    body: object({ compId: compField() }),
    reply: object({ groups: choices, accounts: choices }),
    tags,
  }),
  events: defineEndpoint({
    name: "alarmEvents",
    method: "POST",
    path: `${prefix}/events`,
    summary: "Alarms that were told, the latest first; a monitor sees those of the groups of skillGroupMonitorList",
    permission: looks,
    reads: true,
    body: object({ compId: compField(), ...pageFields, groupId: group() }),
    reply: listOf(
      object({
        id: string().required(),
        /** Of its rule, as it was. */
        name: string().defined(),
        groupName: string().defined(),
        /** 排队高于5，当时8 */
        text: string().required(),
        told: string().defined(),
        /** Epoch ms; endedAt null: it is still so. */
        at: number().required(),
        endedAt: number().nullable().defined(),
      }),
    ),
    tags,
  }),
});
