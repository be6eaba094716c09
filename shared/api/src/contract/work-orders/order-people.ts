/** Work orders and people: to whom one may go, many handed on at once, the customers that one is about. */
import { array, mixed, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import type { OrderValues } from "./flow.ts";
import { batchReply, orderIds, orderPages, orderPrefix, orderTags, orderText, pressOrder } from "./order-parts.ts";

export const orderPeopleApi = defineResource({
  seats: defineEndpoint({
    name: "formStreamSeats",
    method: "POST",
    path: `${orderPrefix}/seats`,
    summary: "Seats in service that an order may be given to, with what they have in hand",
    permission: orderPages,
    reads: true,
    findsBy: ["name"],
    body: object({ compId: compField(), name: lengthField("姓名或工号") }),
    reply: array()
      .of(
        object({
          agentId: string().required(),
          name: string().defined(),
          online: number().oneOf([0, 1]).required(),
          /** Orders in hand. */
          load: number().required(),
        }),
      )
      .required(),
    tags: orderTags,
  }),
  transferBatch: defineEndpoint({
    name: "formStreamTransferBatch",
    method: "POST",
    path: `${orderPrefix}/transferBatch`,
    summary:
      "Hands orders on: what the caller has is transferred, what he supervises assigned; says of each that could not why",
    permission: pressOrder("formStream.batch"),
    timeoutMs: 60_000,
    body: object({
      compId: compField(),
      ids: orderIds(),
      to: string().label("坐席").max(64).required("请选择坐席"),
      text: orderText(),
    }),
    reply: batchReply,
    tags: [...orderTags, "FormRecord"],
  }),
  customers: defineEndpoint({
    name: "formStreamCustomers",
    method: "POST",
    path: `${orderPrefix}/customers`,
    summary: "Customers that an order is about, of those within the caller's data scope",
    permission: orderPages,
    reads: true,
    body: object({ compId: compField(), id: idField("工单") }),
    reply: array()
      .of(
        object({
          id: string().required(),
          formName: string().defined(),
          values: mixed<OrderValues>().required(),
        }),
      )
      .required(),
    tags: orderTags,
  }),
});
