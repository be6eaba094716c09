/** What several endpoints of work orders share: pages, a row, texts, what a batch answers. */
import { array, number, object, string } from "yup";
import { lengthField } from "../fields.ts";
import { onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import {
  orderPhases,
  orderPriorities,
  orderStates,
  type OrderPhaseKind,
  type OrderPriority,
  type OrderState,
} from "./codes.ts";

export const orderPrefix = "/crm/api/v1/formStream";
export const orderTags = ["WorkOrder"];

/** Pages of orders. */
export const orderPages = onPages(
  roles(RoleTypes.enterprise),
  "/workorderinformation",
  "/relationWorkorder",
  "/robotworkorderinformation",
);
export const pressOrder = (button: string) => roles(RoleTypes.enterprise, { button });

/** seats: so many are offered to choose from; who has more types a part of the name. */
export const orderLimits = { title: 100, text: 500, batch: 200, warns: 50, seats: 500 } as const;

const keys = <T extends string>(words: Readonly<Record<T, string>>): T[] => Object.keys(words) as T[];

export const stateField = () => string<OrderState>().label("状态").oneOf(keys(orderStates));
export const priorityField = () =>
  number<OrderPriority>()
    .label("优先级")
    .oneOf(Object.keys(orderPriorities).map(Number) as OrderPriority[]);
export const orderText = (label = "说明") => lengthField(label, orderLimits.text);
export const orderIds = () =>
  array().label("工单").of(string().required().max(64)).min(1, "请选择工单").max(orderLimits.batch).required();

export const orderRow = object({
  id: string().required(),
  workCode: string().defined(),
  title: string().defined(),
  formId: string().defined(),
  recordId: string().defined(),
  flowId: string().required(),
  flowName: string().defined(),
  flowVersion: number().required(),
  state: stateField().required(),
  /** One step finer than the state. */
  phase: string<OrderPhaseKind>().oneOf(keys(orderPhases)).required(),
  /** That its flow names for its state; '': none. */
  statusId: string().defined(),
  statusName: string().defined(),
  nodeId: string().defined(),
  nodeName: string().defined(),
  holder: string().defined(),
  holderName: string().defined(),
  creator: string().defined(),
  creatorName: string().defined(),
  groupId: string().defined(),
  priority: priorityField().required(),
  seq: number().required(),
  urges: number().required(),
  upgrades: number().required(),
  parentId: string().defined(),
  /** The next limit to run out; '': none. */
  dueTime: string().defined(),
  /** When a limit of its present node, or of the whole order, ran out; '': none did. */
  overdueTime: string().defined(),
  createTime: string().required(),
  updateTime: string().required(),
});

export const batchReply = object({
  succeed: number().required(),
  failing: number().required(),
  list: array()
    .of(object({ id: string().required(), workCode: string().defined(), text: string().required() }))
    .required(),
});
