/** Questions of lists of orders, of their workbooks and of their counts. */
import { string } from "yup";
import { recordFilters } from "../customer-forms/records.ts";
import { recordSourceKeys, type RecordSource } from "../customer-forms/values.ts";
import { tagIdsField } from "../customer-forms/tags.ts";
import { lengthField } from "../fields.ts";
import { dateTimeField } from "../validators.ts";
import { orderLimits, priorityField, stateField } from "./order-parts.ts";

const keys = <T extends string>(words: Readonly<Record<T, string>>): T[] => Object.keys(words) as T[];

export const orderScopes = {
  mine: "我处理的",
  pool: "待领取的",
  created: "我创建的",
  taken: "我处理过的",
  group: "本组的",
  all: "全部",
} as const;
export type OrderScope = keyof typeof orderScopes;

export const orderDues = { overdue: "已超时", today: "今天到期", week: "7天内到期" } as const;
export type OrderDue = keyof typeof orderDues;

export const targetFilters = { missed: "已超时", soon: "即将超时" } as const;
export type TargetFilter = keyof typeof targetFilters;

/** What a list of orders, and a workbook of them, is asked. */
export const orderFilters = {
  scope: string<OrderScope>().label("范围").oneOf(keys(orderScopes)),
  state: stateField(),
  /** By what it is called. */
  node: lengthField("节点"),
  creator: string().label("创建人").max(64),
  /** A name that a flow has for a state. */
  status: lengthField("状态名称"),
  priority: priorityField(),
  due: string<OrderDue>().label("到期").oneOf(keys(orderDues)),
  target: string<TargetFilter>().label("服务目标").oneOf(keys(targetFilters)),
  source: string<RecordSource>().label("来源").oneOf(recordSourceKeys),
  /** Of its form, any of them. */
  tags: tagIdsField(),
  /** Times of creation, both included. */
  startTime: dateTimeField("创建时间"),
  endTime: dateTimeField("创建时间"),
  flowId: string().label("流程").max(64),
  formId: string().label("表单").max(64),
  parentId: string().label("主工单").max(64),
  workCode: lengthField("工单编号"),
  title: lengthField("标题", orderLimits.title),
  holder: string().label("处理人").max(64),
  /** By fields of the form that `formId` names. */
  filters: recordFilters.filters,
};
/** Of them, those that find by telephone numbers (Endpoint.findsBy). */
export const orderFinding: readonly (keyof typeof orderFilters)[] = ["title", "filters"];
