/** /pbx/api/v1/extension: SIP credentials. The own one of a seat is telephonyApi.querySecretKey (extension/query). */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, countReply, listBody } from "../crud.ts";
import { digitsField, lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, roles, onPages } from "../resource.ts";
import { telephonyApi } from "../telephony.ts";

const prefix = "/pbx/api/v1/extension";
const tags = ["Extension"];
const who = (button: string) => roles(RoleTypes.managers, { button });

/** Digits of an extension; more than a range at once would be a mistyped number. */
export const extensionDigits = { min: 3, max: 12 } as const;
export const extensionRangeMax = 2_000;

const extensionField = (label = "分机号") => digitsField(label, extensionDigits.min, extensionDigits.max);
const extensions = () =>
  array().label("分机").of(extensionField().required()).min(1, "请选择分机").max(extensionRangeMax).required();

export const extensionRow = object({
  compId: string().required(),
  extension: string().required(),
  agentId: string().nullable().defined(),
  agentName: string().nullable().defined(),
  registered: number().oneOf([0, 1]).required(),
  /** Network address of the device, and what it calls itself; null: not registered. */
  address: string().nullable().defined(),
  userAgent: string().nullable().defined(),
  registeredAt: string().nullable().defined(),
  createdAt: string().required(),
});

export const extensionFilters = {
  extension: string()
    .label("分机号")
    .matches(/^\d{0,12}$/, "分机号只能是数字"),
  agentId: string()
    .label("坐席工号")
    .matches(/^\d{0,8}$/, "坐席工号只能是数字"),
  bound: string().oneOf(["", "0", "1"]).label("绑定"),
  registered: string().oneOf(["", "0", "1"]).label("注册状态"),
};

/** `to` '' : one extension. */
export const extensionRangeFields = {
  from: extensionField("起始分机").required("请输入起始分机"),
  to: extensionField("结束分机").default(""),
};

const secret = object({
  /** SIP user: enterprise code and extension. */ user: string().required(),
  password: string().required(),
});

export const extensionApi = defineResource({
  list: defineEndpoint({
    name: "extensionList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Extensions with their seats and who is registered",
    permission: onPages(roles(RoleTypes.managers), "/extension", "/seats", "/setDnis"),
    reads: true,
    body: listBody(extensionFilters, ["extension", "createdAt"]),
    reply: listOf(extensionRow),
    tags,
  }),
  /** The own one: realtime.md section 7 names the group extension/query beside the call querySecretKey, and both are answered alike. */
  own: defineEndpoint({ ...telephonyApi.querySecretKey, name: "extensionOwn", path: `${prefix}/query` }),
  query: defineEndpoint({
    name: "extensionQuery",
    method: "POST",
    path: `${prefix}/query`,
    summary: "One extension",
    permission: onPages(roles(RoleTypes.managers), "/extension", "/seats"),
    reads: true,
    body: object({ compId: compField(), extension: extensionField().required() }),
    reply: extensionRow,
    tags,
  }),
  add: defineEndpoint({
    name: "extensionAdd",
    method: "POST",
    path: `${prefix}/add`,
    summary: "Makes a range of extensions with a password each; those that exist are left as they are",
    permission: who("extension.add"),
    body: object({ compId: compField(), ...extensionRangeFields }),
    reply: object({ count: number().integer().required(), skipped: array().of(string().required()).required() }),
    tags,
  }),
  update: defineEndpoint({
    name: "extensionUpdate",
    method: "POST",
    path: `${prefix}/update`,
    summary: "Binds an extension to a seat, or to none",
    permission: who("extension.update"),
    body: object({
      compId: compField(),
      extension: extensionField().required(),
      /** '' : none. */ agentId: string()
        .label("坐席")
        .matches(/^\d{0,8}$/, "坐席工号只能是数字")
        .default(""),
    }),
    tags: ["Extension", "Seat"],
  }),
  delete: defineEndpoint({
    name: "extensionDelete",
    method: "POST",
    path: `${prefix}/delete`,
    summary: "Deletes extensions that no seat has",
    permission: who("extension.delete"),
    body: object({ compId: compField(), ids: extensions() }),
    reply: countReply,
    tags,
  }),
  reveal: defineEndpoint({
    name: "extensionReveal",
    method: "POST",
    path: `${prefix}/reveal`,
    summary: "Shows a SIP password; the operation log says to whom and why",
    permission: who("extension.reveal"),
    body: object({
      compId: compField(),
      extension: extensionField().required(),
      reason: lengthField("查看原因", 100, 2).required("请输入查看原因"),
    }),
    reply: secret,
  }),
  renew: defineEndpoint({
    name: "extensionRenew",
    method: "POST",
    path: `${prefix}/renew`,
    summary: "A new SIP password; devices with the old one are dropped",
    permission: who("extension.renew"),
    body: object({ compId: compField(), extension: extensionField().required() }),
    reply: secret,
    tags,
  }),
});
