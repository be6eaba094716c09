/** An interface as it is stored, logged and shown. */
import { type BodyOf, type ReplyOf, formatTime } from "@liantai/api/contract";
import { maskedInput, type interfaceConfigApi } from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../http/refusals.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { Outward } from "./outward.ts";
import type { CountedInterface, InterfaceRow } from "./repository.ts";
import { openSecrets } from "./secrets.ts";

export interface InterfaceDeps extends AdministrationDeps {
  readonly outward: Outward;
}

export type Api = typeof interfaceConfigApi;

type Typed = Omit<BodyOf<Api["add"]>, "compId">;

export const nameTaken = () => fieldRefusal("name", "接口名称", "接口名称已存在");

export const columns = (typed: Typed) => ({
  name: typed.name,
  events: [...new Set(typed.events)],
  url: typed.url,
  method: typed.method,
  signed: typed.signed,
  mapping: JSON.stringify(typed.mapping ?? []),
  timeoutS: typed.timeoutS,
  maxTries: typed.maxTries,
  sendFullNumbers: typed.sendFullNumbers,
  enabled: typed.enabled,
  remark: typed.remark ?? "",
});

/** Names of headers only: their values are credentials. */
export const logged = (
  row: Pick<
    InterfaceRow,
    "name" | "events" | "url" | "method" | "signed" | "timeoutS" | "maxTries" | "sendFullNumbers" | "enabled" | "remark"
  > & { readonly mapping: unknown; readonly secret: string | null },
  headers: readonly { readonly name: string }[],
) => ({
  name: row.name,
  events: row.events,
  url: row.url,
  method: row.method,
  signed: row.signed,
  secret: row.secret,
  headers: headers.map(({ name }) => name),
  mapping: typeof row.mapping === "string" ? (JSON.parse(row.mapping) as unknown) : row.mapping,
  timeoutS: row.timeoutS,
  maxTries: row.maxTries,
  sendFullNumbers: row.sendFullNumbers,
  enabled: row.enabled,
  remark: row.remark,
});

/** yup's arrays may hold undefined by their types; the contract requires each. */
export const typed = (body: Typed) => ({
  url: body.url,
  signed: body.signed,
  secret: body.secret,
  headers: (body.headers ?? []).map(({ name, value }) => ({ name, value })),
});

export function present(deps: InterfaceDeps, row: CountedInterface): ReplyOf<Api["get"]> {
  return {
    id: row.id,
    name: row.name,
    events: row.events,
    url: row.url,
    method: row.method,
    headers: openSecrets(deps.sealer, row).headers.map(({ name }) => ({ name, value: maskedInput })),
    signed: row.signed,
    hasSecret: row.secret !== null,
    mapping: row.mapping as ReplyOf<Api["get"]>["mapping"],
    timeoutS: row.timeoutS,
    maxTries: row.maxTries,
    sendFullNumbers: row.sendFullNumbers,
    enabled: row.enabled,
    remark: row.remark,
    waiting: Number(row.waiting),
    failed: Number(row.failed),
    lastDeliveredAt: row.lastDeliveredAt ? formatTime(row.lastDeliveredAt) : null,
  };
}
