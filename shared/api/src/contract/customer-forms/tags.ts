/** Tags (标签): words with a colour that the records of a form are marked with, one by one or many at once. */
import { array, number, object, string } from "yup";
import { compField, countReply, idField, idReply } from "../crud.ts";
import { nameField } from "../fields.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { idsField, onRecords } from "./parts.ts";

const path = "/crm/api/v1/formTag";
const tags = ["FormTag"];

/** By the theme's palettes. */
export const tagColors = {
  gray: "灰色",
  red: "红色",
  orange: "橙色",
  green: "绿色",
  teal: "青色",
  blue: "蓝色",
  purple: "紫色",
  pink: "粉色",
} as const;
export type TagColor = keyof typeof tagColors;
const colorKeys = Object.keys(tagColors) as TagColor[];

/** Of one form. */
export const mostTags = 100;
/** That one record has, or one question names. */
export const mostTagsAtOnce = 20;

export const tagReply = object({
  id: string().required(),
  name: string().required(),
  color: string().oneOf(colorKeys).required(),
});

const typed = {
  name: nameField("标签名称").max(10, "标签名称最多10个字"),
  color: string().label("颜色").oneOf(colorKeys, "不支持的颜色").required("请选择颜色"),
};
export const tagIdsField = (label = "标签") =>
  array().label(label).of(string().required().max(64)).max(mostTagsAtOnce, `最多选择${mostTagsAtOnce}个标签`);

/** Whoever works with records reads and sets tags; 设置标签 and 标记 are buttons of the form's type. */
export const formTagApi = defineResource({
  list: defineEndpoint({
    name: "formTagList",
    method: "POST",
    path: `${path}/list`,
    summary: "Tags of a form, with how many records have each",
    permission: onRecords,
    reads: true,
    tags,
    body: object({ compId: compField(), formId: idField("表单") }),
    reply: array()
      .of(tagReply.concat(object({ count: number().integer().required() })))
      .required(),
  }),
  add: defineEndpoint({
    name: "formTagAdd",
    method: "POST",
    path: `${path}/add`,
    summary: "Adds a tag to a form",
    permission: onRecords,
    tags,
    body: object({ compId: compField(), formId: idField("表单"), ...typed }),
    reply: idReply,
  }),
  update: defineEndpoint({
    name: "formTagUpdate",
    method: "POST",
    path: `${path}/update`,
    summary: "Changes the name or colour of a tag",
    permission: onRecords,
    tags: [...tags, "FormRecord"],
    body: object({ compId: compField(), id: idField(), ...typed }),
  }),
  delete: defineEndpoint({
    name: "formTagDelete",
    method: "POST",
    path: `${path}/delete`,
    summary: "Deletes tags, from the records that have them too",
    permission: onRecords,
    tags: [...tags, "FormRecord"],
    body: object({ compId: compField(), ids: idsField() }),
    reply: countReply,
  }),
  /** Those of another form are refused; what is so already is no change and not counted. */
  set: defineEndpoint({
    name: "formRecordTag",
    method: "POST",
    path: "/crm/api/v1/customerFormData/tag",
    summary: "Gives tags to records and takes them from them",
    permission: onRecords,
    tags: [...tags, "FormRecord"],
    body: object({
      compId: compField(),
      ids: idsField(),
      add: tagIdsField("添加的标签"),
      remove: tagIdsField("移除的标签"),
    }),
    reply: countReply,
  }),
});
