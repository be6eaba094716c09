/** Work orders over HTTP: making them, every step (formStream/handle), their history, what may be done, many at once. */
import { array, boolean, mixed, number, object, string } from "yup";
import { compField, idField, listBody } from "../crud.ts";
import { tagReply } from "../customer-forms/tags.ts";
import { recordSourceKeys, type RecordSource } from "../customer-forms/values.ts";
import { lengthField } from "../fields.ts";
import type { OtherRender } from "../forms/context.ts";
import { defineEndpoint, defineResource, listOf } from "../resource.ts";
import { orderCommands, type OrderCommandType } from "./codes.ts";
import { nodeKinds, type NodeKind, type OrderValues } from "./flow.ts";
import { orderFilters, orderFinding } from "./order-filters.ts";
import {
  batchReply,
  orderIds,
  orderLimits,
  orderPages,
  orderPrefix,
  orderRow,
  orderTags,
  orderText,
  pressOrder,
  priorityField,
} from "./order-parts.ts";
import { targetLine } from "./targets/line.ts";

const prefix = orderPrefix;
const tags = orderTags;
/** What is written of an order is written into its record. */
const writes = [...orderTags, "FormRecord"];
const keys = <T extends string>(words: Readonly<Record<T, string>>): T[] => Object.keys(words) as T[];

const values = () =>
  mixed<OrderValues>()
    .label("字段值")
    .test(
      "values",
      "字段值格式有误",
      (v) =>
        v === undefined ||
        v === null ||
        (typeof v === "object" &&
          !Array.isArray(v) &&
          Object.keys(v).length <= 300 &&
          JSON.stringify(v).length <= 200_000),
    );
const command = () => string<OrderCommandType>().label("操作").oneOf(keys(orderCommands));
/** In `data.conflicts` of a refused step (409), the first in `data` itself, too: what was sent, and what somebody else wrote since. */
export interface FieldConflict {
  readonly field: string;
  readonly label: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export const orderRelations = { parent: "主工单", child: "子工单", customer: "同一客户的工单" } as const;
export type OrderRelation = keyof typeof orderRelations;

export const formStreamApi = defineResource({
  create: defineEndpoint({
    name: "formStreamCreate",
    method: "POST",
    path: `${prefix}/create`,
    summary: "A work order: a draft of the caller's, or submitted at once",
    permission: pressOrder("formStream.create"),
    body: object({
      compId: compField(),
      flowId: idField("流程"),
      title: lengthField("标题", orderLimits.title).required("请输入标题"),
      priority: priorityField().default(3),
      values: values(),
      /** The order it is a sub-order of. */
      parentId: string().label("主工单").max(64),
      /** The call it was made in: a number that nobody typed is the call's. */
      callId: string().label("通话编号").max(64),
      /** The customer it is about: what nobody typed of code, name, number and place is the customer's. */
      customerId: string().label("客户").max(64),
      /** What its draft was about (formDraft), which goes with it. */
      aboutId: string().label("所属编号").max(64),
      /** Default: the call where there is one, else by hand. */
      source: string<RecordSource>().label("来源").oneOf(recordSourceKeys),
      submit: boolean().label("提交"),
    }),
    reply: object({ id: string().required(), workCode: string().defined(), seq: number().required() }),
    tags: writes,
  }),
  list: defineEndpoint({
    name: "formStreamList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Work orders: own, those to claim, those of the groups that are monitored, all",
    permission: orderPages,
    reads: true,
    findsBy: orderFinding,
    body: listBody(orderFilters, ["updateTime", "createTime", "priority", "dueTime"]),
    reply: listOf(
      orderRow.shape({
        values: mixed<OrderValues>().required(),
        /** Where it came from. */
        source: string<RecordSource>().oneOf(recordSourceKeys).required(),
        tags: array().of(tagReply),
        /** Those it stands to, open ones that are over soonest first. */
        targets: array().of(object(targetLine)).required(),
      }),
    ),
    // Values and tags of its rows are their records'.
    tags: writes,
  }),
  related: defineEndpoint({
    name: "formStreamRelated",
    method: "POST",
    path: `${prefix}/related`,
    summary: "The order it is a sub-order of, its sub-orders, and other orders of its customers",
    permission: orderPages,
    reads: true,
    body: object({ compId: compField(), id: idField("工单") }),
    reply: array()
      .of(orderRow.shape({ relation: string<OrderRelation>().oneOf(keys(orderRelations)).required() }))
      .required(),
    tags,
  }),
  find: defineEndpoint({
    name: "formStreamFind",
    method: "POST",
    path: `${prefix}/find`,
    summary: "One order with its values, the field rules of its node and what the caller may do",
    permission: orderPages,
    reads: true,
    body: object({ compId: compField(), id: idField("工单") }),
    reply: object({
      order: orderRow.required(),
      values: mixed<OrderValues>().required(),
      fields: mixed<OtherRender>().required(),
      actions: array().of(command().required()).required(),
      /** Of the flow that it follows, as they are drawn: where it may be sent to, what still comes. */
      nodes: array()
        .of(
          object({
            id: string().required(),
            name: string().required(),
            kind: string<NodeKind>().oneOf(keys(nodeKinds)).required(),
          }),
        )
        .required(),
      /** Named statuses that the caller may give it now. */
      statuses: array()
        .of(object({ id: string().required(), name: string().required() }))
        .required(),
      /** Of a countersign: who has said what. */
      votes: array()
        .of(object({ agentId: string().required(), agrees: boolean().nullable().defined() }))
        .required(),
      subOrders: array()
        .of(object({ id: string().required(), done: boolean().required() }))
        .required(),
    }),
    tags,
  }),
  handle: defineEndpoint({
    name: "formStreamHandle",
    method: "POST",
    path: `${prefix}/handle`,
    summary: "One step of an order; 409 with the fields that differ where it was changed since `seq`",
    permission: orderPages,
    body: object({
      compId: compField(),
      id: idField("工单"),
      command: command().required(),
      /** The newest event the caller saw. Absent: as it is now (claiming, urging, comments). */
      seq: number().label("版本").integer().min(1),
      /** Fields that change with the step. */
      values: values(),
      to: string().label("坐席").max(64),
      nodeId: string().label("节点").max(64),
      text: orderText(),
      /** Of `prioritize`. */
      priority: priorityField(),
      /** Of `save`, of a draft. */
      title: lengthField("标题", orderLimits.title),
      evenWithSubOrders: boolean().label("仍要办结"),
    }),
    reply: object({ seq: number().required(), workCode: string().defined(), state: string().required() }),
    tags: writes,
  }),
  history: defineEndpoint({
    name: "formStreamHistory",
    method: "POST",
    path: `${prefix}/history`,
    summary: "An order's events, each with its number and with what the shorter list of histories calls it",
    permission: orderPages,
    reads: true,
    body: object({ compId: compField(), id: idField("工单") }),
    reply: array()
      .of(
        object({
          seq: number().required(),
          /** Of the machine; null: an event of ours without a number. */
          event: number().nullable().defined(),
          /** Of the shorter list, whatever number the event has; null: it names nothing of this kind. */
          historyKind: number().nullable().defined(),
          type: string().required(),
          name: string().required(),
          by: string().defined(),
          byName: string().defined(),
          time: string().required(),
          text: string().defined(),
          from: string().defined(),
          to: string().defined(),
          /** What these are called, where they are people and not nodes. */
          fromName: string().defined(),
          toName: string().defined(),
          data: mixed<Readonly<Record<string, unknown>>>().required(),
        }),
      )
      .required(),
    tags,
  }),
  actions: defineEndpoint({
    name: "formStreamActions",
    method: "POST",
    path: `${prefix}/actions`,
    summary: "What the caller may do with an order now",
    permission: orderPages,
    reads: true,
    body: object({ compId: compField(), id: idField("工单") }),
    reply: array()
      .of(object({ command: command().required(), name: string().required() }))
      .required(),
    tags,
  }),
  limits: defineEndpoint({
    name: "formStreamLimits",
    method: "POST",
    path: `${prefix}/limits`,
    summary: "Limits that run on an order, and which stretches of time counted",
    permission: orderPages,
    reads: true,
    body: object({ compId: compField(), id: idField("工单") }),
    reply: array()
      .of(
        object({
          name: string().required(),
          minutes: number().required(),
          startTime: string().required(),
          warnTime: string().defined(),
          dueTime: string().defined(),
          paused: number().oneOf([0, 1]).required(),
          stretches: array().of(string().required()).required(),
        }),
      )
      .required(),
    tags,
  }),
  jumpOrCompleteBatch: defineEndpoint({
    name: "formStreamJumpOrCompleteBatch",
    method: "POST",
    path: `${prefix}/jumpOrCompleteBatch`,
    summary: "Completes orders, or jumps with them to a node; says of each that could not why",
    permission: pressOrder("formStream.batch"),
    timeoutMs: 60_000,
    body: object({
      compId: compField(),
      ids: orderIds(),
      /** '' or absent: completed. */
      nodeId: string().label("节点").max(64),
      text: orderText(),
      evenWithSubOrders: boolean().label("仍要办结"),
    }),
    reply: batchReply,
    tags: writes,
  }),
});
