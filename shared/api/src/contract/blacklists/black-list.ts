/** Barred numbers: the installation's and the enterprises' (screens.md, "admin: system"). */
import { RoleTypes } from "../roles.ts";
import { boolean, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, idReply, listBody } from "../crud.ts";
import { dialField, flagField, remarkField } from "../fields.ts";
import { importReply } from "../imports.ts";
import { dateTimeField } from "../validators.ts";
import { defineEndpoint, defineResource, filesField, listOf, roles, timeouts, onPages } from "../resource.ts";

/** blackListType: 0 the installation's (operators), 1 the enterprise's. */
export const blackListTypes = { system: 0, enterprise: 1 } as const;
/** blackListCallType: 0 in, 1 out, 2 both. */
export const blackListCallTypes = [0, 1, 2] as const;
const blackListType = () => number().label("名单类型").oneOf([0, 1]).required();
const blackListCallType = () =>
  number()
    .label("限制方向")
    .oneOf([...blackListCallTypes]);
const blackFields = {
  phone: dialField("号码", 20).required("请输入号码"),
  /** 1: every number that begins so. */
  isPrefix: flagField("按前缀").required(),
  blackListCallType: blackListCallType().required("请选择"),
  /** '' : for good. */
  expiresAt: dateTimeField("失效时间"),
  remark: remarkField("原因"),
};
const blackRow = object({
  id: string().required(),
  phone: string().required(),
  isPrefix: number().required(),
  blackListCallType: number().required(),
  expiresAt: string().nullable().defined(),
  remark: string().defined(),
  createdAt: string().required(),
  createdBy: string().defined(),
});
const black = (verb: string) => roles(RoleTypes.managers, { button: `blackList.${verb}`, operate: "systemBlack.edit" });

/** One resource for both lists: operators keep the installation's (/systemblack), administrators their enterprise's (/enterpriseblack). */
export const blackListApi = defineResource({
  list: defineEndpoint({
    name: "blackListList",
    method: "POST",
    path: "/pbx/api/v1/blackList/list",
    summary: "Barred numbers",
    permission: onPages(roles(RoleTypes.managers), "/systemblack", "/enterpriseblack"),
    reads: true,
    body: listBody(
      {
        blackListType: blackListType(),
        phone: string().label("号码").max(20),
        blackListCallType: number()
          .label("限制方向")
          .oneOf([...blackListCallTypes]),
      },
      ["phone", "createdAt", "expiresAt"],
    ),
    findsBy: ["phone"],
    reply: listOf(blackRow),
    tags: ["BlackList"],
  }),
  add: defineEndpoint({
    name: "blackListAdd",
    method: "POST",
    path: "/pbx/api/v1/blackList/add",
    summary: "Bars a number",
    permission: black("add"),
    body: object({ compId: compField(), blackListType: blackListType(), ...blackFields }),
    reply: idReply,
    tags: ["BlackList"],
  }),
  update: defineEndpoint({
    name: "blackListUpdate",
    method: "POST",
    path: "/pbx/api/v1/blackList/update",
    summary: "Changes a barred number",
    permission: black("update"),
    body: object({ compId: compField(), blackListType: blackListType(), id: idField(), ...blackFields }),
    tags: ["BlackList"],
  }),
  delete: defineEndpoint({
    name: "blackListDelete",
    method: "POST",
    path: "/pbx/api/v1/blackList/delete",
    summary: "Lifts bars",
    permission: black("delete"),
    body: deleteBody().shape({ blackListType: blackListType() }),
    reply: countReply,
    tags: ["BlackList"],
  }),
  importData: defineEndpoint({
    name: "blackListImport",
    method: "POST",
    path: "/pbx/api/v1/blackList/importData",
    summary: "Bars the numbers of a sheet",
    permission: black("add"),
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: object({ compId: compField(), blackListType: blackListType(), files: filesField() }),
    reply: importReply,
    tags: ["BlackList"],
  }),
  template: defineEndpoint({
    name: "blackListTemplate",
    method: "GET",
    path: "/pbx/api/v1/blackList/template",
    summary: "The sheet to fill in",
    permission: onPages(roles(RoleTypes.managers), "/systemblack", "/enterpriseblack"),
    produces: "binary",
  }),
  check: defineEndpoint({
    name: "checkNumContainBlackList",
    method: "POST",
    path: "/pbx/api/v1/blackList/checkNumContainBlackList",
    summary: "Whether a number is barred",
    permission: roles(RoleTypes.enterprise),
    reads: true,
    findsBy: ["phone"],
    body: object({
      compId: compField(),
      phone: dialField("号码", 20).required("请输入号码"),
      blackListType: number().label("名单类型").oneOf([0, 1]),
      blackListCallType: blackListCallType(),
    }),
    reply: object({ contained: boolean().required(), reason: string().defined() }),
  }),
});
