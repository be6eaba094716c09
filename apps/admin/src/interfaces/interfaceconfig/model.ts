/** What the editor holds, and how it becomes the contract's body. */
import type { BodyOf } from "@liantai/api/contract";
import { interfaceConfigApi, interfaceLimits } from "@liantai/api/contract/admin";
import { settle } from "@liantai/ui";
import type { Interface } from "../parts/queries.ts";

export const bodySchema = interfaceConfigApi.add.body!;
export type Body = BodyOf<typeof interfaceConfigApi.add>;

export const valuesOf = (row: Interface | undefined) => ({
  name: row?.name ?? "",
  events: row?.events ?? ["answered", "ended"],
  url: row?.url ?? "",
  method: row?.method ?? "POST",
  headers: row?.headers.map(({ name, value }) => ({ name, value })) ?? [],
  signed: row?.signed ?? 1,
  secret: "",
  mapping: row?.mapping.map(({ target, kind, value }) => ({ target, kind, value })) ?? [],
  timeoutS: row?.timeoutS ?? 5,
  maxTries: row?.maxTries ?? interfaceLimits.tries,
  sendFullNumbers: row?.sendFullNumbers ?? 0,
  enabled: row?.enabled ?? 1,
  remark: row?.remark ?? "",
});

/** The form as the server is asked: checked before. */
export const bodyOf = (values: object): Body =>
  bodySchema.cast(settle(bodySchema, values), { stripUnknown: true, assert: false });
