/** What an enterprise calls the states of its orders. */
import { number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { orderPages, orderPrefix, orderTags } from "./order-parts.ts";

export const orderStatusApi = defineResource({
  setStatus: defineEndpoint({
    name: "formStreamSetStatus",
    method: "POST",
    path: `${orderPrefix}/setStatus`,
    summary: "Gives an order a status that its flow names for its state, or none",
    permission: orderPages,
    body: object({
      compId: compField(),
      id: idField("工单"),
      seq: number().label("版本").integer().min(1).required("请提供工单版本"),
      /** '': none. */
      status: string().label("状态").max(64).defined("请选择状态"),
    }),
    reply: object({ seq: number().required(), workCode: string().defined(), state: string().required() }),
    tags: orderTags,
  }),
});
