/** 外显规则: which number an outbound call shows. */
import { array, number, object, string } from "yup";
import { compField, countReply } from "../crud.ts";
import { flagField, numberField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages } from "../resource.ts";
import { enterprise, owners } from "./parts.ts";

const path = "/pbx/api/v1/displayRule";
const tags = ["DisplayRule"];

export const displayRuleApi = defineResource({
  get: defineEndpoint({
    name: "displayRuleGet",
    method: "POST",
    path: `${path}/get`,
    summary: "Which of its numbers an enterprise's outbound calls show",
    permission: onPages(owners, "/dnis"),
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      localPresence: number().required(),
      dailyCap: number().required(),
      restS: number().required(),
      pauseFalling: number().required(),
    }),
    tags,
  }),
  set: defineEndpoint({
    name: "displayRuleSet",
    method: "POST",
    path: `${path}/set`,
    summary: "Sets which of its numbers an enterprise's outbound calls show",
    permission: enterprise("accessNum.update"),
    body: object({
      compId: compField(),
      localPresence: flagField("按归属地选择").required(),
      dailyCap: numberField("每日上限", { max: 100_000 }).required("请输入每日上限"),
      restS: numberField("休息时间", { max: 86_400 }).required("请输入休息时间"),
      pauseFalling: flagField("自动暂停").required(),
    }),
    tags,
  }),
  resume: defineEndpoint({
    name: "displayRuleResume",
    method: "POST",
    path: `${path}/resume`,
    summary: "Shows numbers again that were paused",
    permission: enterprise("accessNum.update"),
    body: object({
      compId: compField(),
      ids: array().label("接入号码").of(string().required().max(20)).min(1, "请选择接入号码").max(200).required(),
    }),
    reply: countReply,
    tags: ["AccessNum"],
  }),
});
