/** The agent who talked with a customer last (endpoints.txt, stickAgent). */
import { number, object, string } from "yup";
import { compField } from "../crud.ts";
import { digitsField, numberField } from "../fields.ts";
import { defineEndpoint, defineResource, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

export const stickyApi = defineResource({
  stickAgent: defineEndpoint({
    name: "stickAgent",
    method: "POST",
    path: "/dca/api/v1/stickAgent",
    summary: "The agent who talked last with a customer's number",
    permission: roles(RoleTypes.enterprise),
    reads: true,
    findsBy: ["phone"],
    body: object({
      compId: compField(),
      phone: digitsField("号码", 3, 20).required("请输入号码"),
      days: numberField("天数", { min: 1, max: 365 }).default(30),
    }),
    /** null: nobody in these days. */
    reply: object({
      agentId: string().required(),
      agentName: string().defined(),
      callId: string().required(),
      at: string().required(),
      /** The seat is in service. */
      enabled: number().required(),
    })
      .nullable()
      .defined(),
    tags: ["CallRecord", "Seat"],
  }),
});
