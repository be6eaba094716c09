/** 回访任务, and following an order up by hand. */
import { array, boolean, mixed, number, object, string } from "yup";
import { compField, countReply, idField, idReply, listBody } from "../crud.ts";
import { jsonField } from "../customer-forms/parts.ts";
import type { RecordValues } from "../customer-forms/values.ts";
import { lengthField, remarkField } from "../fields.ts";
import type { FormField } from "../forms/definition.ts";
import { defineEndpoint, defineResource, listOf } from "../resource.ts";
import { dateTimeField } from "../validators.ts";
import { followUpCommands, followUpStates, type FollowUpCommand, type FollowUpState } from "./machine.ts";
import {
  followUpLimits,
  followUpSourceKeys,
  keepFollowUps,
  onFollowUps,
  onOrders,
  pressFollowUp,
  type FollowUpSource,
} from "./parts.ts";

const prefix = "/pbx/api/v1/followUpConfig";
const data = "/crm/api/v1/customerFormData";
const tags = ["FollowUp", "MyReminders"];
const stateKeys = Object.keys(followUpStates) as FollowUpState[];
const commandKeys = Object.keys(followUpCommands) as FollowUpCommand[];
const textField = (label: string) => lengthField(label, followUpLimits.text);
const answersField = () => jsonField<RecordValues>("回访结果", "object");

const row = {
  id: string().required(),
  /** What it is about: an order's title, a customer's name. */
  title: string().defined(),
  formId: string().required(),
  formName: string().defined(),
  recordId: string().required(),
  /** '': it is about no order. */
  orderId: string().defined(),
  workCode: string().defined(),
  customerName: string().defined(),
  /** Masked for who may not see numbers; '': none is known. */
  phone: string().defined(),
  /** The sealed reference that the own seat dials; '' where there is no number, or the caller has no seat. */
  subNumber: string().defined(),
  state: string<FollowUpState>().oneOf(stateKeys).required(),
  tries: number().required(),
  mostTries: number().required(),
  /** What a try that nobody answered puts it off by unless another time is named. */
  retryMinutes: number().required(),
  dueTime: string().required(),
  /** '': nobody's yet. */
  agentId: string().defined(),
  agentName: string().defined(),
  /** Out of which group it goes to somebody when it is due. */
  groupId: string().defined(),
  groupName: string().defined(),
  source: string<FollowUpSource>().oneOf(followUpSourceKeys).required(),
  remark: string().defined(),
  /** The answers in words; '': there are none. */
  result: string().defined(),
  createTime: string().required(),
  endTime: string().nullable().defined(),
  endedBy: string().defined(),
  /** A change names the one it saw. */
  version: number().required(),
};

export const followUpConfigApi = defineResource({
  list: defineEndpoint({
    name: "followUpTaskList",
    method: "POST",
    path: `${prefix}/getFollowTaskList`,
    summary: "List of follow-ups: an agent's own, all of them for administrators",
    permission: onFollowUps,
    reads: true,
    findsBy: ["phone"],
    body: listBody(
      {
        /** Of the caller's seat alone. */
        mine: string().label("范围").oneOf(["", "1"]),
        state: string<FollowUpState | "">()
          .label("状态")
          .oneOf(["", ...stateKeys]),
        formId: string().label("表单").max(64),
        customerName: lengthField("客户姓名"),
        phone: lengthField("电话号码", 20),
        workCode: lengthField("工单编号"),
        agentId: string().label("回访人").max(10),
        /** 1: nobody's. */
        unassigned: string().label("分配").oneOf(["", "1"]),
        startTime: dateTimeField("回访时间"),
        endTime: dateTimeField("回访时间"),
      },
      ["dueTime"],
    ),
    reply: listOf(object(row)),
    tags,
  }),
  findById: defineEndpoint({
    name: "followUpTaskFind",
    method: "POST",
    path: `${prefix}/getFollowTaskById/:id`,
    summary: "A follow-up with its questions, answers and tries",
    permission: onFollowUps,
    reads: true,
    params: object({ id: idField("回访任务") }),
    query: object({ compId: compField() }),
    reply: object({
      ...row,
      /** What is asked, or was when it was answered. */
      fields: mixed<readonly FormField[]>().required(),
      /** Of the questions; they are kept compiled by it. */
      revision: number().required(),
      answers: mixed<RecordValues>().required(),
      history: array()
        .of(
          object({
            no: number().required(),
            time: string().required(),
            by: string().defined(),
            command: string<FollowUpCommand | "lost">()
              .oneOf([...commandKeys, "lost"])
              .required(),
            text: string().defined(),
          }),
        )
        .required(),
      /** Whether the caller may open the order. */
      mayOpen: boolean().required(),
      /** Whether the caller may change what it found (updateFormFollowUpField): the last one of an order that he sees. */
      mayCorrect: boolean().required(),
    }),
    tags,
  }),
  add: defineEndpoint({
    name: "followUpTaskAdd",
    method: "POST",
    path: `${prefix}/addTaskConfig`,
    summary: "Arranges a follow-up of an order or a record that the caller sees",
    permission: pressFollowUp("followUpTask.add"),
    body: object({
      compId: compField(),
      /** One of the two. */
      workCode: lengthField("工单编号"),
      recordId: string().label("数据").max(64),
      dueTime: dateTimeField("回访时间").required("请选择回访时间"),
      /** '' or absent: the own seat. */
      agentId: string().label("回访人").max(10),
      tries: number().label("回访次数").integer().min(1).max(followUpLimits.tries).default(3),
      retryMinutes: number().label("重试间隔").integer().min(1).max(followUpLimits.minutes).default(60),
      remark: remarkField(),
    }),
    reply: idReply,
    tags,
  }),
  /** What was done, or when and by whom it is to be done. */
  update: defineEndpoint({
    name: "followUpTaskUpdate",
    method: "POST",
    path: `${prefix}/updateTaskConfig`,
    summary: "Ends a try of a follow-up, or puts it off",
    permission: pressFollowUp("followUpTask.update"),
    body: object({
      compId: compField(),
      id: idField("回访任务"),
      command: string<FollowUpCommand>().label("结果").oneOf(commandKeys).required("请选择结果"),
      version: number().label("版本").integer().min(1).required("请先打开回访任务"),
      /** With `done`: to the questions of the form. */
      answers: answersField(),
      text: textField("说明"),
      /** With `noAnswer` and `arrange`. */
      nextTime: dateTimeField("下次回访时间"),
      /** With `arrange`, by administrators: whose it becomes. */
      agentId: string().label("回访人").max(10),
    }),
    reply: object({ state: string<FollowUpState>().oneOf(stateKeys).required(), version: number().required() }),
    tags: [...tags, "WorkOrder"],
  }),
  delete: defineEndpoint({
    name: "followUpTaskDelete",
    method: "POST",
    path: `${prefix}/deleteTaskConfig/:id`,
    summary: "Deletes a follow-up",
    permission: keepFollowUps("followUpTask.delete"),
    params: object({ id: idField("回访任务") }),
    query: object({ compId: compField() }),
    reply: countReply,
    tags,
  }),
});

export const handFollowUpApi = defineResource({
  /** 手动回访: code 13 (inventory B19). An open follow-up of the order is done with it. */
  hand: defineEndpoint({
    name: "formRecordHandMovementFollowUp",
    method: "POST",
    path: `${data}/handMovementFollowUp`,
    summary: "An order that has ended was followed up by hand",
    permission: onOrders,
    body: object({
      compId: compField(),
      /** The order's record. */
      id: idField(),
      answers: answersField(),
      text: textField("回访说明"),
    }),
    /** Of the follow-up. */
    reply: idReply,
    tags: [...tags, "WorkOrder", "FormRecord"],
  }),
  /** Its result, and code 14. */
  field: defineEndpoint({
    name: "formRecordUpdateFollowUpField",
    method: "POST",
    path: `${data}/updateFormFollowUpField`,
    summary: "Changes what the last follow-up of an order found, with a comment",
    permission: onOrders,
    body: object({
      compId: compField(),
      id: idField(),
      fields: answersField().required("请填写回访结果"),
      text: textField("回访备注"),
    }),
    tags: [...tags, "WorkOrder", "FormRecord"],
  }),
});
