/** 回访规则: which form, what triggers, after how long in working time, who, how often it is tried. */
import { array, number, object, string } from "yup";
import { compField, countReply, idField, idReply, listBody } from "../crud.ts";
import { lengthField, nameField } from "../fields.ts";
import { formTypes, type FormType } from "../forms/definition.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import {
  followUpDoerKeys,
  followUpLimits,
  followUpPage,
  followUpTriggerKeys,
  keepFollowUps,
  type FollowUpDoer,
  type FollowUpTrigger,
} from "./parts.ts";

const prefix = "/pbx/api/v1/followUpSettings";
const tags = ["FollowUpSetting"];
const sees = onPages(roles(RoleTypes.administrators), followUpPage);
const saves = keepFollowUps("followUpSettings.save");
const triggerField = () => string<FollowUpTrigger>().label("触发条件").oneOf(followUpTriggerKeys);

const fields = {
  name: nameField("规则名称"),
  formId: idField("表单"),
  trigger: triggerField().required("请选择触发条件"),
  /** Of the node that is left; '' with every other trigger. */
  flowId: string().label("流程").max(64).default(""),
  nodeId: string().label("节点").max(64).default(""),
  minutes: number().label("间隔时长").integer().min(1).max(followUpLimits.minutes).required("请输入间隔时长"),
  /** '': by the clock. */
  timeRuleId: string().label("时间规则").max(64).default(""),
  who: string<FollowUpDoer>().label("回访人").oneOf(followUpDoerKeys).required("请选择回访人"),
  agentId: string().label("坐席").max(10).default(""),
  groupId: string().label("坐席组").max(64).default(""),
  tries: number().label("回访次数").integer().min(1).max(followUpLimits.tries).default(3),
  /** Until the next try, by the same time rule. */
  retryMinutes: number().label("重试间隔").integer().min(1).max(followUpLimits.minutes).default(60),
  enabled: number().label("状态").oneOf([0, 1]).default(1),
};

const row = object({
  id: string().required(),
  name: string().required(),
  formId: string().required(),
  formName: string().defined(),
  trigger: string().oneOf(followUpTriggerKeys).required(),
  flowId: string().defined(),
  nodeId: string().defined(),
  /** Of the flow's newest version; '': it has no such node any more. */
  nodeName: string().defined(),
  minutes: number().required(),
  timeRuleId: string().defined(),
  timeRuleName: string().defined(),
  who: string().oneOf(followUpDoerKeys).required(),
  agentId: string().defined(),
  groupId: string().defined(),
  /** The seat's or the group's name. */
  whoName: string().defined(),
  tries: number().required(),
  retryMinutes: number().required(),
  enabled: number().oneOf([0, 1]).required(),
  updateTime: string().required(),
  updatedBy: string().defined(),
});

const choice = array()
  .of(object({ id: string().required(), name: string().required() }))
  .required();

export const followUpSettingsApi = defineResource({
  list: defineEndpoint({
    name: "followUpSettingsList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "List of follow-up settings",
    permission: sees,
    reads: true,
    body: listBody({ name: lengthField("规则名称"), formId: string().label("表单").max(64), trigger: triggerOrAll() }, [
      "updateTime",
    ]),
    reply: listOf(row),
    tags,
  }),
  /** Those that a form, a trigger and a node would set off. */
  findByInfo: defineEndpoint({
    name: "followUpSettingsFindByInfo",
    method: "POST",
    path: `${prefix}/findByInfo`,
    summary: "Enabled follow-up settings of a form",
    permission: sees,
    reads: true,
    body: object({
      compId: compField(),
      formId: idField("表单"),
      trigger: triggerOrAll(),
      nodeId: string().label("节点").max(64),
    }),
    reply: array().of(row).required(),
    tags,
  }),
  /** With an id it is that one; without one that of the same form, trigger and node, or a new one. */
  addOrUpdate: defineEndpoint({
    name: "followUpSettingsAddOrUpdate",
    method: "POST",
    path: `${prefix}/addOrUpdate`,
    summary: "Adds a follow-up setting, or changes the one of this form, trigger and node",
    permission: saves,
    body: object({ compId: compField(), id: string().label("编号").max(64), ...fields }),
    reply: idReply,
    tags,
  }),
  add: defineEndpoint({
    name: "followUpSettingsAdd",
    method: "POST",
    path: `${prefix}/add`,
    summary: "Adds a follow-up setting",
    permission: saves,
    body: object({ compId: compField(), ...fields }),
    reply: idReply,
    tags,
  }),
  update: defineEndpoint({
    name: "followUpSettingsUpdate",
    method: "POST",
    path: `${prefix}/update`,
    summary: "Changes a follow-up setting; follow-ups that it made stay as they are",
    permission: saves,
    body: object({ compId: compField(), id: idField(), ...fields }),
    tags,
  }),
  delete: defineEndpoint({
    name: "followUpSettingsDelete",
    method: "POST",
    path: `${prefix}/delete/:id`,
    summary: "Deletes a follow-up setting; follow-ups that it made stay",
    permission: keepFollowUps("followUpSettings.delete"),
    params: object({ id: idField() }),
    query: object({ compId: compField() }),
    reply: countReply,
    tags,
  }),
  choices: defineEndpoint({
    name: "followUpSettingsChoices",
    method: "POST",
    path: `${prefix}/choices`,
    summary: "Forms, nodes, time rules, seat groups and seats that settings and follow-ups name",
    permission: sees,
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      forms: array()
        .of(
          object({
            id: string().required(),
            name: string().required(),
            formType: string()
              .oneOf(Object.keys(formTypes) as FormType[])
              .required(),
          }),
        )
        .required(),
      nodes: array()
        .of(
          object({
            formId: string().required(),
            flowId: string().required(),
            flowName: string().required(),
            nodeId: string().required(),
            nodeName: string().required(),
          }),
        )
        .required(),
      timeRules: choice,
      groups: choice,
      seats: choice,
    }),
    tags: [...tags, "CustomerForm", "Seat"],
  }),
});

function triggerOrAll() {
  return string<FollowUpTrigger | "">()
    .label("触发条件")
    .oneOf(["", ...followUpTriggerKeys]);
}
