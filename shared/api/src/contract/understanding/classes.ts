/** 知识库分类: classes of the robot's inner knowledge (kind 1) and of intents (kind 2), each a tree of at most five levels. */
import { number, object, string } from "yup";
import { crud } from "../crud.ts";
import { nameField, numberField } from "../fields.ts";
import { defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

const press = (button: string) => roles(RoleTypes.administrators, { button });

export const classDepth = 5;
export const mostClasses = 500;

export const knowledgeClassApi = defineResource(
  crud({
    name: "knowledgeClass",
    prefix: "/ivr/api/v1/classify",
    noun: "class of inner knowledge or intents",
    tag: "KnowledgeClass",
    row: object({
      id: string().required(),
      /** '': a top. */
      parentId: string().defined(),
      kind: number().oneOf([1, 2]).required(),
      name: string().required(),
      sort: number().required(),
      /** Questions or intents in the class itself. */
      items: number().required(),
    }),
    filters: { kind: number().label("类别").oneOf([1, 2]) },
    fields: {
      parentId: string().label("上级分类").max(64),
      kind: number().label("类别").oneOf([1, 2]).required("请选择类别"),
      name: nameField("分类名称"),
      sort: numberField("排序", { max: 99_999 }),
    },
    permission: {
      list: onPages(roles(RoleTypes.administrators), "/knowledgebaseclassify"),
      add: press("knowledgeClass.add"),
      update: press("knowledgeClass.update"),
      delete: press("knowledgeClass.delete"),
    },
  }),
);
