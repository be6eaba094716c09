/** 表单管理: definitions of forms, their drafts and published versions (endpoints.txt, "Forms, customers, work orders"). */
import { array, boolean, mixed, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, listBody } from "../crud.ts";
import { flagField, lengthField } from "../fields.ts";
import type { OtherOptions } from "../forms/compiled-field.ts";
import type { OtherRender } from "../forms/context.ts";
import type { FormDefinition, FormExt, FormField } from "../forms/definition.ts";
import { formLimits } from "../forms/definition.ts";
import { defineEndpoint, defineResource, listOf } from "../resource.ts";
import { layoutBody, layoutReply, mostLayouts, placesField } from "./layouts.ts";
import { design, formTypeField, formTypeKeys, jsonField, namedField, onDefinitions, versionField } from "./parts.ts";

const conf = "/crm/api/v1/customerFormConf";
const tags = ["CustomerForm"];

/** When a popup form comes up (inventory B29). */
export const popupMoments = { none: "不弹屏", ring: "振铃时", answer: "接听时" } as const;
export type PopupMoment = keyof typeof popupMoments;
const momentKeys = Object.keys(popupMoments) as PopupMoment[];
const moment = (label: string) => string<PopupMoment>().label(label).oneOf(momentKeys);

const popup = object({
  isPopup: number().oneOf([0, 1]).required(),
  inbound: string<PopupMoment>().oneOf(momentKeys).required(),
  outbound: string<PopupMoment>().oneOf(momentKeys).required(),
  /** Of calls over these access numbers or skill groups alone; empty: of every call. */
  accessNumbers: array().of(string().required()).required(),
  skillGroupIds: array().of(string().required()).required(),
  layouts: array().of(layoutReply),
});

const namedRole = object({ id: string().required(), name: string().required() });
const fields = () => jsonField<readonly FormField[]>("字段", "list");
const ext = () => jsonField<FormExt>("扩展设置", "object");

const draftReply = object({
  name: string().required(),
  fields: mixed<readonly FormField[]>().required(),
  ext: mixed<FormExt>().nullable().defined(),
});

export const formReply = object({
  id: string().required(),
  name: string().required(),
  formType: string().oneOf(formTypeKeys).required(),
  /** 0: nothing was published yet. */
  version: number().required(),
  fields: mixed<readonly FormField[]>().required(),
  ext: mixed<FormExt>().nullable().defined(),
  /** What is being designed, where it differs from the newest version. */
  draft: draftReply.nullable().defined(),
  /** Of the definition with its draft: a change says which one it saw. */
  revision: number().required(),
  popup: popup.required(),
  /** Fields whose index is being built: lists cannot be asked by them yet (索引建立中). */
  indexing: array().of(namedField).required(),
  /** What the asker's role says of the fields: {field: {enable, require, hidden}}. */
  otherRender: mixed<OtherRender>().required(),
  /** Names of values that are none of the fields' options: a dictionary's, and options that went. Absent: there are none. */
  otherOptions: mixed<OtherOptions>().optional(),
  createTime: string().required(),
  updateTime: string().required(),
});

const published = object({
  id: string().required(),
  version: number().required(),
  revision: number().required(),
  indexing: array().of(namedField).required(),
});

/** `draft` 1: kept as a draft; else it is published at once. `acceptDuplicates`: equal values of a field that becomes distinct stay. */
const saving = {
  name: lengthField("表单名称", formLimits.label).required("请输入表单名称"),
  fields: fields(),
  ext: ext(),
  draft: flagField("仅保存草稿"),
  acceptDuplicates: flagField("保留重复值"),
};

export const customerFormConfApi = defineResource({
  list: defineEndpoint({
    name: "customerFormList",
    method: "POST",
    path: `${conf}/list`,
    summary: "List of forms",
    permission: onDefinitions,
    reads: true,
    tags,
    body: listBody(
      {
        name: lengthField("表单名称"),
        formType: string()
          .label("表单类型")
          .oneOf(["", ...formTypeKeys]),
      },
      ["name", "updateTime"],
    ),
    reply: listOf(
      object({
        id: string().required(),
        name: string().required(),
        formType: string().oneOf(formTypeKeys).required(),
        version: number().required(),
        fieldCount: number().required(),
        hasDraft: boolean().required(),
        revision: number().required(),
        popup: popup.required(),
        indexing: boolean().required(),
        createTime: string().required(),
        updateTime: string().required(),
        updatedBy: string().defined(),
      }),
    ),
  }),
  /** A new form without fields begins with those of its type. */
  add: defineEndpoint({
    name: "customerFormAdd",
    method: "POST",
    path: `${conf}/add`,
    summary: "Adds a form",
    permission: design("add"),
    body: object({ compId: compField(), formType: formTypeField().required("请选择表单类型"), ...saving }),
    reply: published,
    tags,
  }),
  update: defineEndpoint({
    name: "customerFormUpdate",
    method: "POST",
    path: `${conf}/update`,
    summary: "Changes a form: a new version, or its draft",
    permission: design("update"),
    body: object({ compId: compField(), id: idField(), revision: versionField(), ...saving }),
    reply: published,
    tags,
  }),
  delete: defineEndpoint({
    name: "customerFormDelete",
    method: "POST",
    path: `${conf}/delete`,
    summary: "Deletes forms without records",
    permission: design("delete"),
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
  /** The newest version, or the one that is named. */
  findById: defineEndpoint({
    name: "customerFormFindById",
    method: "GET",
    path: `${conf}/findById`,
    summary: "A form's definition",
    permission: onDefinitions,
    query: object({ id: idField(), version: versionField(), compId: compField() }),
    reply: formReply,
    tags,
  }),
  findByName: defineEndpoint({
    name: "customerFormFindByName",
    method: "POST",
    path: `${conf}/findByName`,
    summary: "A form's definition by its name",
    permission: onDefinitions,
    reads: true,
    body: object({ name: lengthField("表单名称", formLimits.label).required("请输入表单名称"), compId: compField() }),
    reply: formReply,
    tags,
  }),
  publish: defineEndpoint({
    name: "customerFormPublish",
    method: "POST",
    path: `${conf}/publish`,
    summary: "Publishes a form's draft as its new version",
    permission: design("update"),
    body: object({
      compId: compField(),
      id: idField(),
      revision: versionField(),
      acceptDuplicates: flagField("保留重复值"),
    }),
    reply: published,
    tags,
  }),
  versions: defineEndpoint({
    name: "customerFormVersions",
    method: "POST",
    path: `${conf}/versions`,
    summary: "Published versions of a form, newest first",
    permission: onDefinitions,
    reads: true,
    body: object({ compId: compField(), id: idField() }),
    reply: array()
      .of(
        object({
          version: number().required(),
          fieldCount: number().required(),
          publishTime: string().required(),
          publishedBy: string().defined(),
        }),
      )
      .required(),
    tags,
  }),
  setPopup: defineEndpoint({
    name: "customerFormSetPopup",
    method: "POST",
    path: `${conf}/setPopup`,
    summary: "Says when a form comes up with a call",
    permission: design("update"),
    body: object({
      compId: compField(),
      id: idField(),
      isPopup: flagField("弹屏").required("请选择是否弹屏"),
      inbound: moment("呼入弹屏时机").default("ring"),
      outbound: moment("呼出弹屏时机").default("answer"),
      accessNumbers: placesField("接入号码").default([]),
      skillGroupIds: placesField("技能组").default([]),
      /** Absent: as they are. */
      layouts: array().label("弹屏布局").of(layoutBody).max(mostLayouts),
    }),
    tags,
  }),
  popupPlaces: defineEndpoint({
    name: "customerFormPopupPlaces",
    method: "POST",
    path: `${conf}/popupPlaces`,
    summary: "Access numbers and skill groups that a popup can be for",
    permission: design("update"),
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      accessNumbers: array()
        .of(object({ number: string().required(), title: string().defined() }))
        .required(),
      skillGroups: array()
        .of(object({ id: string().required(), name: string().required() }))
        .required(),
    }),
  }),
  /** Per role which fields it may type, must fill and sees. */
  roleFields: defineEndpoint({
    name: "customerFormRoleFields",
    method: "POST",
    path: `${conf}/roleFields`,
    summary: "What roles may type, must fill and see of a form",
    permission: design("update"),
    reads: true,
    body: object({ compId: compField(), id: idField() }),
    reply: object({
      roles: array().of(namedRole).required(),
      form: mixed<FormDefinition>().required(),
      fields: mixed<Readonly<Record<string, OtherRender>>>().required(),
    }),
  }),
  saveRoleFields: defineEndpoint({
    name: "customerFormSaveRoleFields",
    method: "POST",
    path: `${conf}/saveRoleFields`,
    summary: "Says what a role may type, must fill and sees of a form",
    permission: design("update"),
    body: object({
      compId: compField(),
      id: idField(),
      roleId: string().label("角色").required("请选择角色").max(64),
      fields: jsonField<OtherRender>("字段权限", "object").required(),
    }),
    tags,
  }),
  schema: defineEndpoint({
    name: "customerFormSchema",
    method: "GET",
    path: `${conf}/schema`,
    summary: "JSON Schema of the values of a form's records",
    permission: onDefinitions,
    query: object({ id: idField(), version: versionField(), compId: compField() }),
    reply: mixed<Readonly<Record<string, unknown>>>().required(),
    tags,
  }),
});
