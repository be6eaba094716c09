/** 触发器: what is done by itself when something happens to an order or a record of a form. */
import { array, boolean, mixed, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, idReply } from "../../crud.ts";
import { nameField } from "../../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../../resource.ts";
import { RoleTypes } from "../../roles.ts";
import { revisionField } from "../flows.ts";
import { actionsField, conditionField, kindField, linesReply, onSubjects, textsReply, whenField } from "./parts.ts";
import {
  automationLimits,
  runStates,
  type AutomationAction,
  type RunState,
  type TriggerCondition,
  type TriggerWhen,
} from "./types.ts";

const prefix = "/crm/api/v1/trigger";
const tags = ["Trigger"];
const admins = RoleTypes.administrators;
const press = (button: string) => roles(admins, { button });

const fields = {
  formId: idField("表单"),
  name: nameField("触发器名称"),
  enabled: number().label("状态").oneOf([0, 1]).default(1),
  when: whenField(),
  condition: conditionField(),
  actions: actionsField(),
};

export const triggerApi = defineResource({
  list: defineEndpoint({
    name: "triggerList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Triggers of a form in the order in which they are run",
    permission: onPages(roles(admins), "/workorderflow"),
    reads: true,
    body: object({ compId: compField(), formId: idField("表单") }),
    reply: array()
      .of(
        object({
          id: string().required(),
          formId: string().required(),
          name: string().required(),
          enabled: number().oneOf([0, 1]).required(),
          when: mixed<TriggerWhen>().required(),
          condition: mixed<TriggerCondition>().required(),
          actions: mixed<readonly AutomationAction[]>().required(),
          revision: number().required(),
          /** How often it acted in the last seven days. */
          fired: number().required(),
          updatedBy: string().defined(),
          updateTime: string().required(),
        }),
      )
      .required(),
    tags,
  }),
  add: defineEndpoint({
    name: "triggerAdd",
    method: "POST",
    path: `${prefix}/add`,
    summary: "Adds a trigger behind the others of its form",
    permission: press("trigger.add"),
    body: object({ compId: compField(), ...fields }),
    reply: idReply,
    tags,
  }),
  update: defineEndpoint({
    name: "triggerUpdate",
    method: "POST",
    path: `${prefix}/update`,
    summary: "Changes a trigger; 409 where it was changed since `revision`",
    permission: press("trigger.update"),
    body: object({ compId: compField(), id: idField(), ...fields, revision: revisionField() }),
    tags,
  }),
  delete: defineEndpoint({
    name: "triggerDelete",
    method: "POST",
    path: `${prefix}/delete`,
    summary: "Deletes triggers; what they did stays in the traces",
    permission: press("trigger.delete"),
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
  order: defineEndpoint({
    name: "triggerOrder",
    method: "POST",
    path: `${prefix}/order`,
    summary: "The order in which a form's triggers are run",
    permission: press("trigger.update"),
    body: object({
      compId: compField(),
      formId: idField("表单"),
      ids: array()
        .label("触发器")
        .of(string().required().max(64))
        .min(1, "请选择触发器")
        .max(automationLimits.triggers)
        .required(),
    }),
    tags,
  }),
  dryRun: defineEndpoint({
    name: "triggerDryRun",
    method: "POST",
    path: `${prefix}/dryRun`,
    // Without tags: it is a look back, and is not taken again for every change.
    summary: "What a trigger, also one that is not kept, would have done in the last seven days; changes nothing",
    permission: onPages(roles(admins), "/workorderflow"),
    reads: true,
    timeoutMs: 60_000,
    body: object({
      compId: compField(),
      formId: fields.formId,
      when: whenField(),
      condition: conditionField(),
      actions: actionsField(),
    }),
    reply: object({
      /** Events of its kind, and those of them whose condition held. */
      looked: number().required(),
      fired: number().required(),
      /** There were more than are looked at: the newest were. */
      more: boolean().required(),
      list: array()
        .of(
          object({
            kind: kindField(),
            id: string().required(),
            title: string().defined(),
            event: string().required(),
            time: string().required(),
            /** What it asks of the order was not kept at that time: it was asked as it is now. */
            asNow: boolean().required(),
            why: linesReply,
            changes: textsReply,
          }),
        )
        .required(),
    }),
  }),
  trace: defineEndpoint({
    name: "triggerTrace",
    method: "POST",
    path: `${prefix}/trace`,
    summary: "Which triggers looked at an order or a record, why they acted or not, and what they did",
    permission: onSubjects,
    reads: true,
    body: object({ compId: compField(), kind: kindField(), id: idField() }),
    reply: array()
      .of(
        object({
          trigger: string().required(),
          event: string().required(),
          state: string<RunState>()
            .oneOf(Object.keys(runStates) as RunState[])
            .required(),
          /** When it happened, and when the trigger looked; '': not yet. */
          eventTime: string().required(),
          time: string().defined(),
          why: linesReply,
          did: textsReply,
          /** Why nothing was done. */
          text: string().defined(),
          /** Triggers that led to it, the first first. */
          chain: textsReply,
        }),
      )
      .required(),
    tags: ["Trigger", "WorkOrder", "FormRecord"],
  }),
});
