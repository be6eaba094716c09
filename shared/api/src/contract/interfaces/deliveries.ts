/** Deliveries of outward interfaces: what was sent, when it is tried again. */
import { array, number, object, string } from "yup";
import { compField, countReply, listBody } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages } from "../resource.ts";
import { dateTimeField } from "../validators.ts";
import { eventNames } from "./fields.ts";
import { administrators, press } from "./parts.ts";

export const deliveryStates = { waiting: "待推送", delivered: "已送达", failed: "失败" } as const;
const stateNames = ["waiting", "delivered", "failed"] as const;
export const deliveryFilters = {
  interfaceId: string().label("接口").max(64),
  state: string()
    .label("状态")
    .oneOf(["", ...stateNames]),
  event: string()
    .label("事件")
    .oneOf(["", ...eventNames]),
  callId: lengthField("通话编号", 64),
  startTime: dateTimeField("开始时间"),
  endTime: dateTimeField("结束时间"),
};
const deliveryRow = object({
  id: string().required(),
  interfaceId: string().required(),
  interfaceName: string().required(),
  event: string().oneOf(eventNames).required(),
  callId: string().required(),
  state: string().oneOf(stateNames).required(),
  attempts: number().required(),
  createdAt: string().required(),
  triedAt: string().nullable().defined(),
  nextTryAt: string().nullable().defined(),
  status: number().nullable().defined(),
  ms: number().nullable().defined(),
  error: string().defined(),
  response: string().defined(),
  body: string().defined(),
});
export const interfaceDeliveryApi = defineResource({
  list: defineEndpoint({
    name: "interfaceDeliveryList",
    method: "POST",
    path: "/pbx/api/v1/interfaceDelivery/list",
    summary: "Delivery log, newest first",
    permission: onPages(administrators, "/interfaceConfigList", "/interfaceconfig"),
    reads: true,
    body: listBody(deliveryFilters),
    reply: listOf(deliveryRow),
    tags: ["InterfaceDelivery"],
  }),
  /** Tries again at once, with as many tries as the first time. Delivered ones are left alone. */
  retry: defineEndpoint({
    name: "interfaceDeliveryRetry",
    method: "POST",
    path: "/pbx/api/v1/interfaceDelivery/retry",
    summary: "Delivers again what failed",
    permission: press("interface.retry"),
    body: object({
      compId: compField(),
      ids: array().label("推送记录").of(string().required().max(160)).min(1, "请选择推送记录").max(200).required(),
    }),
    reply: countReply,
    tags: ["InterfaceDelivery"],
  }),
});
