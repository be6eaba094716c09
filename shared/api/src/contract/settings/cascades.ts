/** Cascading options (级联管理): a tree of choices of at most five levels. */
import { RoleTypes } from "../roles.ts";
import { boolean, number, object, string } from "yup";
import { compField, crud, idField } from "../crud.ts";
import { lengthField, numberField } from "../fields.ts";
import { importReply } from "../imports.ts";
import {
  defineEndpoint,
  defineResource,
  filesField,
  listOf,
  pageFields,
  roles,
  timeouts,
  onPages,
} from "../resource.ts";

const tenants = roles(RoleTypes.administrators);

/** Levels of a cascade. */
export const cascadeDepth = 5;
export const cascadeLevels = ["一级", "二级", "三级", "四级", "五级"] as const;
const cascadeTags = ["Cascade"];
const cascadeRow = object({
  id: string().required(),
  parentId: string().defined(),
  name: string().required(),
  level: number().required(),
  sort: number().required(),
  children: number().required(),
});

export const cascadeApi = defineResource({
  ...crud({
    name: "cascade",
    prefix: "/crm/api/v1/cascade",
    noun: "cascading option",
    tag: "Cascade",
    row: cascadeRow,
    /**
     * One level: the children of parentId, or ('') the tops, those that hold the keyword. A keyword without parentId:
     * every option that holds it, whatever its level.
     */
    filters: { parentId: string().label("上级").max(64), keyword: lengthField("名称", 60) },
    fields: {
      parentId: string().label("上级").max(64),
      name: lengthField("名称", 60).required("请输入名称"),
      sort: numberField("排序", { max: 99_999_999 }),
    },
    permission: {
      list: onPages(tenants, "/cascademanage"),
      add: roles(RoleTypes.administrators, { button: "cascade.add" }),
      update: roles(RoleTypes.administrators, { button: "cascade.update" }),
      delete: roles(RoleTypes.administrators, { button: "cascade.delete" }),
    },
  }),
  /** One place up or down among its siblings. */
  move: defineEndpoint({
    name: "cascadeMove",
    method: "POST",
    path: "/crm/api/v1/cascade/move",
    summary: "Moves a cascading option among its siblings",
    permission: roles(RoleTypes.administrators, { button: "cascade.update" }),
    body: object({ compId: compField(), id: idField(), step: number().label("移动").oneOf([-1, 1]).required() }),
    tags: cascadeTags,
  }),
  /** Rows are paths from the top: columns 一级 to 五级; what is there already stays. */
  importData: defineEndpoint({
    name: "cascadeImport",
    method: "POST",
    path: "/crm/api/v1/cascade/importData",
    summary: "Imports cascading options from a workbook",
    permission: roles(RoleTypes.administrators, { button: "cascade.import" }),
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: object({ compId: compField(), files: filesField() }),
    reply: importReply,
    tags: cascadeTags,
  }),
  importTemplate: defineEndpoint({
    name: "cascadeImportTemplate",
    method: "GET",
    path: "/crm/api/v1/cascade/importTemplate",
    summary: "An empty workbook for the import",
    permission: onPages(tenants, "/cascademanage"),
    produces: "binary",
  }),
  /** What forms load, a level at a time. */
  options: defineEndpoint({
    name: "cascadeOptions",
    method: "POST",
    path: "/crm/api/v1/cascade/options",
    summary: "Cascading options under a parent",
    permission: roles(RoleTypes.enterprise),
    reads: true,
    body: object({
      ...pageFields,
      compId: compField(),
      parentId: string().label("上级").max(64),
      keyword: lengthField("名称", 60),
    }),
    reply: listOf(object({ id: string().required(), name: string().required(), leaf: boolean().required() })),
    tags: cascadeTags,
  }),
});
