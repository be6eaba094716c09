/** 发布密钥: what another machine publishes with. The secret is shown once and kept as its hash. */
import { array, number, object, string } from "yup";
import { idField } from "../crud.ts";
import { nameField, numberField } from "../fields.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { looking, mayKeys } from "./parts.ts";

const tags = ["PublishKey"];

export const publishKeyRow = object({
  id: string().required(),
  name: string().required(),
  createdBy: string().required(),
  createdAt: string().required(),
  expiresAt: string().required(),
  lastUsedAt: string().nullable().defined(),
  /** Only a valid one opens anything, and only while its maker may publish. */
  state: string().oneOf(["valid", "expired", "revoked"]).required(),
  revokedAt: string().nullable().defined(),
  uses: number().integer().required(),
});

/** Days. */
export const keyLife = { min: 1, max: 365, default: 90 } as const;

export const publishKeyApi = defineResource({
  list: defineEndpoint({
    name: "publishKeyList",
    method: "POST",
    path: "/pbx/api/v1/publishKey/list",
    summary: "Keys that publish versions",
    permission: looking,
    reads: true,
    body: object({}),
    reply: array().of(publishKeyRow.required()).required(),
    tags,
  }),
  add: defineEndpoint({
    name: "publishKeyAdd",
    method: "POST",
    path: "/pbx/api/v1/publishKey/add",
    summary: "Makes a key that publishes versions; its secret is answered this once",
    permission: mayKeys,
    body: object({
      name: nameField("密钥名称"),
      days: numberField("有效天数", { min: keyLife.min, max: keyLife.max }).required("请输入有效天数"),
    }),
    reply: object({ id: string().required(), secret: string().required(), expiresAt: string().required() }),
    tags,
  }),
  revoke: defineEndpoint({
    name: "publishKeyRevoke",
    method: "POST",
    path: "/pbx/api/v1/publishKey/revoke",
    summary: "Ends a key at once",
    permission: mayKeys,
    body: object({ id: idField() }),
    tags,
  }),
});
