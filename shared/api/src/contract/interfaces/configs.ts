/** 接口配置: an enterprise's outward interfaces. */
import { array, boolean, number, object, string } from "yup";
import { compField, crud, idField } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, timeouts } from "../resource.ts";
import { eventNames, interfaceFields, mappedKeys } from "./fields.ts";
import { administrators, press } from "./parts.ts";

export const interfaceRow = object({
  id: string().required(),
  name: string().required(),
  events: array().of(string().oneOf(eventNames).required()).required(),
  url: string().required(),
  method: string().required(),
  headers: array()
    .of(object({ name: string().required(), value: string().defined() }))
    .required(),
  signed: number().required(),
  hasSecret: boolean().required(),
  mapping: array()
    .of(
      object({
        target: string().required(),
        kind: string().oneOf(mappedKeys).required(),
        value: string().defined(),
      }),
    )
    .required(),
  timeoutS: number().required(),
  maxTries: number().required(),
  sendFullNumbers: number().required(),
  enabled: number().required(),
  remark: string().defined(),
  /** Of the days the log is kept. */
  waiting: number().required(),
  failed: number().required(),
  lastDeliveredAt: string().nullable().defined(),
});

const testReply = object({
  request: object({
    method: string().required(),
    url: string().required(),
    headers: array()
      .of(object({ name: string().required(), value: string().defined() }))
      .required(),
    body: string().defined(),
  }).required(),
  ok: boolean().required(),
  status: number().nullable().defined(),
  ms: number().required(),
  response: string().defined(),
  /** Why there is no response, or the response counts as a failure. */
  error: string().nullable().defined(),
  /** Addresses it was sent on to. */
  redirects: array().of(string().required()).required(),
});

export const interfaceConfigApi = defineResource({
  ...crud({
    name: "interfaceConfig",
    prefix: "/pbx/api/v1/interfaceConfig",
    noun: "outward interface",
    tag: "InterfaceConfig",
    row: interfaceRow,
    filters: {
      keyword: lengthField("名称或地址", 60),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
      event: string()
        .label("事件")
        .oneOf(["", ...eventNames]),
    },
    sortable: ["name"],
    fields: interfaceFields,
    permission: {
      list: onPages(
        administrators,
        "/interfaceConfigList",
        "/interfaceconfig",
        "/processconfig",
        "/knownnav",
        "/satisfaction/knownnav",
      ),
      add: press("interface.add"),
      update: press("interface.update"),
      delete: press("interface.delete"),
    },
  }),
  get: defineEndpoint({
    name: "interfaceConfigGet",
    method: "POST",
    path: "/pbx/api/v1/interfaceConfig/get",
    summary: "One outward interface",
    permission: onPages(administrators, "/interfaceConfigList", "/interfaceconfig"),
    reads: true,
    body: object({ compId: compField(), id: idField() }),
    reply: interfaceRow,
    tags: ["InterfaceConfig"],
  }),
  /** What stands in the form, saved or not; with the id of a saved one its secrets are used where the form has none. */
  test: defineEndpoint({
    name: "interfaceConfigTest",
    method: "POST",
    path: "/pbx/api/v1/interfaceConfig/test",
    summary: "Sends a sample message to an interface",
    permission: press("interface.test"),
    body: object({
      compId: compField(),
      id: string().label("编号").max(64),
      event: string().label("事件").oneOf(eventNames).required("请选择"),
      ...interfaceFields,
    }),
    reply: testReply,
    ratePerMinute: 30,
    timeoutMs: timeouts.slow,
  }),
});
