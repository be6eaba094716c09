/** Seeing a whole number where numbers are hidden: who may, with a reason, on the record (console.md section 5, Phone masking). */
import { RoleTypes } from "./roles.ts";
import { object, string } from "yup";
import { lengthField } from "./fields.ts";
import { defineEndpoint, defineResource, roles, onPages } from "./resource.ts";

export const revealReasonField = () => lengthField("查看原因", 200, 2).required("请输入查看原因");

export const revealApi = defineResource({
  /** caller or callee of a call the asker may see. Each answer is in the operation log with its reason. */
  callNumber: defineEndpoint({
    name: "revealCallNumber",
    method: "POST",
    path: "/cdr/api/v1/master/revealNumber",
    summary: "The whole number of a call",
    permission: onPages(roles(RoleTypes.enterprise, { purview: "reveal" }), "/callrecord"),
    ratePerMinute: 30,
    body: object({
      callId: string().label("通话编号").required().max(64),
      field: string().label("号码").oneOf(["caller", "callee"]).required(),
      reason: revealReasonField(),
    }),
    reply: object({ number: string().required() }),
  }),
});
