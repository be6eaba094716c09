/**
 * 帮助文档 (/helpfiles): folders and documents for everybody, kept by operators. A file of its own: the shell loads it with the
 * reader and not with its first page (@liantai/api/contract/help).
 */
import { RoleTypes } from "../roles.ts";
import { array, boolean, number, object, string } from "yup";
import { uploadBytes } from "../file-rules.ts";
import { lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, filesField, roles, signedIn, timeouts } from "../resource.ts";

/** Characters of a document, and levels of folders. */
export const helpLimits = { title: 60, body: 100_000, depth: 4 } as const;
export const helpKinds = ["folder", "document"] as const;
/** What a file of the help may be. A document is Markdown with pictures in it, or one PDF. */
export const helpFiles = { pdf: ["pdf"], picture: ["jpg", "jpeg", "png"] } as const;
export type HelpFileKind = keyof typeof helpFiles;
/** Pictures of one upload. */
const mostFiles = 5;

/** How Markdown names a picture of the help: ![说明](help:编号). */
export const pictureScheme = "help:";
export const pictureLink = (id: string): string => `${pictureScheme}${id}`;
/** Ids of the pictures that a text names, each once. */
export const picturesOf = (markdown: string): readonly string[] => [
  ...new Set(
    [...markdown.matchAll(/(?:\]\(\s*<?|\]:\s*<?|src\s*=\s*["']?)help:([0-9A-Za-z-]{1,64})/g)].map(([, id]) => id!),
  ),
];

const operators = roles(RoleTypes.operators, { operate: "help.edit" });
const tags = ["Help"];
const id = (label = "编号") => string().label(label).required().max(64);
const title = () => lengthField("标题", helpLimits.title).required("请输入标题");
const body = () => string().label("内容").max(helpLimits.body);
/** '' is the top. */
const parentId = () => string().label("上级目录").max(64);
/** The PDF that a document is; '' for Markdown. */
const fileId = () => string().label("PDF文件").max(64);

const file = object({ id: string().required(), name: string().required(), bytes: number().integer().required() });

const node = object({
  id: string().required(),
  parentId: string().defined(),
  kind: string().oneOf(helpKinds).required(),
  /** A document that is a PDF. */
  pdf: boolean().required(),
  title: string().required(),
  sort: number().required(),
});
/** What the reader shows: Markdown, or the PDF. */
const document = object({
  id: string().required(),
  parentId: string().defined(),
  title: string().required(),
  body: string().defined(),
  file: file.nullable().defined(),
  updatedAt: string().required(),
  updatedBy: string().defined(),
});

export const helpApi = defineResource({
  /**
   * Nodes in the order they are drawn, parents before their children. With a keyword: documents that hold it, and the
   * folders above them.
   */
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
      fileId: fileId(),
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
    body: object({ id: id(), title: title(), body: body(), fileId: fileId() }),
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
  /** A file that no document names a day later goes again. */
  upload: defineEndpoint({
    name: "helpUpload",
    method: "POST",
    path: "/pbx/api/v1/helpFile/upload",
    summary: "Uploads a PDF, or pictures of a document",
    permission: operators,
    encoding: "multipart",
    maxBytes: mostFiles * uploadBytes,
    maxFiles: mostFiles,
    timeoutMs: timeouts.upload,
    body: object({
      kind: string<HelpFileKind>().label("类型").oneOf(["pdf", "picture"]).required("请选择"),
      files: filesField(),
    }),
    reply: object({ files: array().of(file).required() }),
  }),
  /** With the session's token; the page makes a picture of it. PDFs are shown by a ticket ('helpView'). */
  file: defineEndpoint({
    name: "helpFile",
    method: "GET",
    path: "/pbx/api/v1/helpFile/file",
    summary: "A picture or a PDF of the help",
    permission: signedIn,
    query: object({ id: id() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
});
