/** Limits of live figures that the server watches, and whom it tells: the same for groups (Q16) and for seats (Q17). */
import { array, number, object, string } from "yup";
import { compField, crud } from "./crud.ts";
import { flagField, nameField, numberField } from "./fields.ts";
import { defineEndpoint, listOf, pageFields, type Permission } from "./resource.ts";

export interface AlarmFigure {
  readonly id: string;
  readonly name: string;
  readonly formula: string;
  readonly unit: "count" | "percent" | "seconds";
  /** Which side of a limit is worse. */
  readonly worse: "more" | "less";
  /** Counted of the day; absent: of the moment. */
  readonly day?: true;
}

export const alarmComparisons = { more: "高于", less: "低于" } as const;
export type AlarmComparison = keyof typeof alarmComparisons;
const comparisons = Object.keys(alarmComparisons) as AlarmComparison[];

interface AlarmDefinition<Name extends string> {
  readonly name: Name;
  readonly prefix: string;
  readonly tag: string;
  readonly figures: readonly AlarmFigure[];
  /** What a rule may name one of: 技能组, 坐席组. */
  readonly of: string;
  readonly press: Permission;
  readonly looks: Permission;
}

const choices = array()
  .of(object({ id: string().required(), label: string().required() }))
  .required();

/** A monitor has the rules of single groups of his, an administrator all. */
export function alarmEndpoints<Name extends string>({
  name,
  prefix,
  tag,
  figures,
  of,
  press,
  looks,
}: AlarmDefinition<Name>) {
  const tags = [tag];
  const ids = figures.map(({ id }) => id);
  const group = () => string().label(of).max(64);
  return {
    ...crud({
      name,
      prefix,
      noun: "alarm rule",
      tag,
      row: object({
        id: string().required(),
        name: string().required(),
        /** '' : each. */
        groupId: string().defined(),
        groupName: string().defined(),
        figure: string().required(),
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
        figure: string().label("指标").oneOf(ids).required("请选择指标"),
        comparison: string().label("条件").oneOf(comparisons).required("请选择条件"),
        value: numberField("阈值", { max: 1_000_000, integer: false }).required("请输入阈值"),
        /** It is so for so long before anybody is told. */
        forS: numberField("持续时间", { max: 3_600 }).default(0),
        /** Between two messages of one group, or seat. */
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
      name: `${name}Choices`,
      method: "POST",
      path: `${prefix}/choices`,
      summary: "What may be watched, and administrators and monitors who may be told",
      permission: looks,
      reads: true,
      body: object({ compId: compField() }),
      reply: object({ groups: choices, accounts: choices }),
      tags,
    }),
    events: defineEndpoint({
      name: `${name}Events`,
      method: "POST",
      path: `${prefix}/events`,
      summary: "Alarms that were told, the latest first; a monitor sees those of what he watches",
      permission: looks,
      reads: true,
      body: object({ compId: compField(), ...pageFields, groupId: group() }),
      reply: listOf(
        object({
          id: string().required(),
          /** Of its rule, as it was. */
          name: string().defined(),
          /** Of the group or seat. */
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
  };
}

export type AlarmApi = ReturnType<typeof alarmEndpoints<string>>;
