/** Notices to administrators about numbers that call, or are called, often. */
import { number, object, string } from "yup";
import { crud } from "../crud.ts";
import { flagField, limits, nameField, numberField, remarkField } from "../fields.ts";
import { defineResource, onPages } from "../resource.ts";
import { callDirections } from "./call-limits.ts";
import { adminButton, admins } from "./parts.ts";

/** Whose role has one of these sees the rules of notices, and is told. */
export const noticePages = ["/callbarringlist", "/callBarring"] as const;

/** Tells administrators when one number calls, or is called, often; nothing is refused. */
export const callNotifyLimitApi = defineResource(
  crud({
    name: "callNotifyLimit",
    prefix: "/pbx/api/v1/callNotifyLimit",
    noun: "call notice",
    tag: "CallNotifyLimit",
    row: object({
      id: string().required(),
      name: string().required(),
      direction: string().oneOf(callDirections).required(),
      calls: number().required(),
      withinHours: number().required(),
      enabled: number().required(),
      remark: string().defined(),
    }),
    filters: { name: string().label("提醒名称").max(limits.input) },
    sortable: ["name"],
    fields: {
      name: nameField("提醒名称"),
      direction: string().label("呼叫方向").oneOf(callDirections).required("请选择"),
      calls: numberField("次数", { min: 1, max: 1_000 }).required("请输入次数"),
      withinHours: numberField("小时内", { min: 1, max: 24 }).required("请输入小时数"),
      enabled: flagField("启用").required(),
      remark: remarkField(),
    },
    permission: {
      list: onPages(admins, ...noticePages),
      add: adminButton("callLimit.add"),
      update: adminButton("callLimit.update"),
      delete: adminButton("callLimit.delete"),
    },
  }),
);
