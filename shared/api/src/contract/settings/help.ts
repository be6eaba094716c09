/**
 * 帮助文档 (/helpfiles): folders and documents for everybody, kept by operators. A file of its own: the shell loads it with the
 * reader and not with its first page (@liantai/api/contract/help).
 */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, roles, signedIn } from "../resource.ts";

/** Characters of a document, and levels of folders. */
export const helpLimits = { title: 60, body: 100_000, depth: 4 } as const;
export const helpKinds = ["folder", "document"] as const;

const operators = roles(RoleTypes.operators, { operate: "help.edit" });
const tags = ["Help"];
const id = (label = "编号") => string().label(label).required().max(64);
const title = () => lengthField("标题", helpLimits.title).required("请输入标题");
const body = () => string().label("内容").max(helpLimits.body);
/** '' is the top. */
const parentId = () => string().label("上级目录").max(64);

const node = object({
  id: string().required(),
  parentId: string().defined(),
  kind: string().oneOf(helpKinds).required(),
  title: string().required(),
  sort: number().required(),
});
/** What the reader shows: Markdown, and where a search found its words. */
const document = object({
  id: string().required(),
  parentId: string().defined(),
  title: string().required(),
  body: string().defined(),
  updatedAt: string().required(),
  updatedBy: string().defined(),
});

export const helpApi = defineResource({
  /** Nodes in the order they are drawn, parents before their children. With a keyword: documents that hold it, and the folders above them. */
  tree: defineEndpoint({
    name: "helpTree",
    method: "POST",
    path: "/pbx/api/v1/helpFile/tree",
    summary: "Folders and documents of the help",
    permission: signedIn,
    reads: true,
    body: object({ keyword: string().label("关键字").trim().max(50) }),
    reply: array().of(node).required(),
    tags,
  }),
  get: defineEndpoint({
    name: "helpGet",
    method: "POST",
    path: "/pbx/api/v1/helpFile/get",
    summary: "One document of the help",
    permission: signedIn,
    reads: true,
    body: object({ id: id() }),
    reply: document,
    tags,
  }),
  add: defineEndpoint({
    name: "helpAdd",
    method: "POST",
    path: "/pbx/api/v1/helpFile/add",
    summary: "Adds a folder or a document",
    permission: operators,
    body: object({
      parentId: parentId(),
      kind: string().label("类型").oneOf(helpKinds).required("请选择"),
      title: title(),
      body: body(),
    }),
    reply: object({ id: string().required() }),
    tags,
  }),
  update: defineEndpoint({
    name: "helpUpdate",
    method: "POST",
    path: "/pbx/api/v1/helpFile/update",
    summary: "Changes a folder or a document",
    permission: operators,
    body: object({ id: id(), title: title(), body: body() }),
    tags,
  }),
  delete: defineEndpoint({
    name: "helpDelete",
    method: "POST",
    path: "/pbx/api/v1/helpFile/delete",
    summary: "Deletes a document, or a folder with all that is in it",
    permission: operators,
    body: object({ id: id() }),
    reply: object({ count: number().integer().required() }),
    tags,
  }),
  /** Under another folder, or one place up or down in its own. */
  move: defineEndpoint({
    name: "helpMove",
    method: "POST",
    path: "/pbx/api/v1/helpFile/move",
    summary: "Moves a folder or a document",
    permission: operators,
    body: object({ id: id(), parentId: parentId(), step: number().label("移动").oneOf([-1, 1]) }),
    tags,
  }),
});
