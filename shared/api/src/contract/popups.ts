/** Which form comes up with a call (inventory B29). A file of its own: the desk asks it, and loads no more of the contract of forms. */
import { object, string } from "yup";
import { compField } from "./crud.ts";
import { defineEndpoint, defineResource, roles } from "./resource.ts";
import { RoleType } from "./roles.ts";

/** Screens that a call may bring up: of a call in, and of a call out. */
export const popupPaths = { inbound: "/screenPopup", outbound: "/callScreen" } as const;

export const callPopupApi = defineResource({
  /** `path` is '' where no form is set to come up with this call at this moment, and of calls between seats. */
  ofCall: defineEndpoint({
    name: "callPopup",
    method: "POST",
    path: "/crm/api/v1/customerFormConf/popupOfCall",
    summary: "Which screen comes up with a call",
    permission: roles([RoleType.agent, RoleType.monitor]),
    reads: true,
    body: object({
      compId: compField(),
      callId: string().label("通话编号").required("请指定通话").max(64),
      moment: string().label("弹屏时机").oneOf(["ring", "answer"], "不支持的弹屏时机").required("请指定弹屏时机"),
    }),
    reply: object({
      path: string()
        .oneOf(["", ...Object.values(popupPaths)])
        .defined(),
      formId: string().defined(),
    }),
  }),
});
