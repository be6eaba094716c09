/** 宏: named sets of actions, done with one press. */
import { array, mixed, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, idReply } from "../../crud.ts";
import { nameField } from "../../fields.ts";
import { defineEndpoint, defineResource } from "../../resource.ts";
import { actionsField, kindField, onMacros, onSubjects, textsReply } from "./parts.ts";
import type { AutomationAction } from "./types.ts";

const prefix = "/crm/api/v1/macro";
const tags = ["Macro"];

const fields = {
  formId: idField("表单"),
  name: nameField("宏名称"),
  /** 1: everybody has it. Who may share says the right macro.share. */
  shared: number().label("使用范围").oneOf([0, 1]).default(0),
  actions: actionsField(),
};
const applied = {
  compId: compField(),
  id: idField("宏"),
  kind: kindField(),
  subjectId: idField("对象"),
  /** The newest event of the order, or the version of the record, that was seen. */
  version: number().label("版本").integer().min(1).max(2_000_000_000).required(),
};

export const macroApi = defineResource({
  list: defineEndpoint({
    name: "macroList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Own and shared macros of a form, those that are used most first",
    permission: onMacros,
    reads: true,
    body: object({ compId: compField(), formId: idField("表单") }),
    reply: array()
      .of(
        object({
          id: string().required(),
          formId: string().required(),
          name: string().required(),
          shared: number().oneOf([0, 1]).required(),
          ownerName: string().defined(),
          actions: mixed<readonly AutomationAction[]>().required(),
          /** What it does, in sentences. */
          words: textsReply,
          uses: number().required(),
          /** May the caller change it. */
          own: number().oneOf([0, 1]).required(),
          updateTime: string().required(),
        }),
      )
      .required(),
    tags,
  }),
  add: defineEndpoint({
    name: "macroAdd",
    method: "POST",
    path: `${prefix}/add`,
    summary: "Adds a macro of the caller's, or one for everybody",
    permission: onMacros,
    body: object({ compId: compField(), ...fields }),
    reply: idReply,
    tags,
  }),
  update: defineEndpoint({
    name: "macroUpdate",
    method: "POST",
    path: `${prefix}/update`,
    summary: "Changes a macro",
    permission: onMacros,
    body: object({ compId: compField(), id: idField(), ...fields }),
    tags,
  }),
  delete: defineEndpoint({
    name: "macroDelete",
    method: "POST",
    path: `${prefix}/delete`,
    summary: "Deletes macros",
    permission: onMacros,
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
  preview: defineEndpoint({
    name: "macroPreview",
    method: "POST",
    path: `${prefix}/preview`,
    // Without tags: what it changed is not to be looked at once more with the version of before.
    summary: "What a macro would change of an order or a record now, or why it cannot; changes nothing",
    permission: onSubjects,
    reads: true,
    body: object(applied),
    reply: object({
      changes: array()
        .of(object({ label: string().required(), before: string().defined(), after: string().defined() }))
        .required(),
      did: textsReply,
    }),
  }),
  apply: defineEndpoint({
    name: "macroApply",
    method: "POST",
    path: `${prefix}/apply`,
    summary: "Does all of a macro with an order or a record, or nothing; 409 where it was changed since `version`",
    permission: onSubjects,
    body: object(applied),
    reply: object({ version: number().required() }),
    tags: ["Macro", "WorkOrder", "FormRecord"],
  }),
});
