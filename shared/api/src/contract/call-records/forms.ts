/** What was written down in a call, for its detail. */
import { array, object, string } from "yup";
import { compField } from "../crud.ts";
import { defineEndpoint, defineResource, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

export const callFormApi = defineResource({
  ofCall: defineEndpoint({
    name: "callFormData",
    method: "POST",
    path: "/crm/api/v1/customerFormData/ofCall",
    summary: "Records that were written in a call or have its number, as their detail shows them",
    permission: roles(RoleTypes.enterprise, { button: "callrecord.detail" }),
    reads: true,
    body: object({ compId: compField(), callId: string().label("通话编号").max(64).required() }),
    reply: array()
      .of(
        object({
          id: string().required(),
          formName: string().required(),
          title: string().defined(),
          /** '': it is no order's. */
          orderId: string().defined(),
          createTime: string().required(),
          fields: array()
            .of(object({ label: string().required(), text: string().required() }))
            .required(),
        }),
      )
      .required(),
    tags: ["FormRecord"],
  }),
});
