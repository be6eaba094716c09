/** 外显规则: which number an outbound call shows. */
import { array, number, object, string } from "yup";
import { compField, countReply } from "../crud.ts";
import { flagField, lengthField, numberField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages } from "../resource.ts";
import { enterprise, owners } from "./parts.ts";

const path = "/pbx/api/v1/displayRule";
const tags = ["DisplayRule"];

/** When a number rests by itself, as long as nobody says otherwise. Percent 0: it is not looked at. */
export const usualRest = { fallPct: 60, leastCalls: 50, quickPct: 30, refusedPct: 5, restHours: 24 } as const;

const ids = () =>
  array().label("接入号码").of(string().required().max(20)).min(1, "请选择接入号码").max(200).required();

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
      fallPct: number().required(),
      leastCalls: number().required(),
      quickPct: number().required(),
      refusedPct: number().required(),
      restHours: number().required(),
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
      fallPct: numberField("接通率降至", { max: 90 }).default(usualRest.fallPct),
      leastCalls: numberField("判断呼叫数", { min: 20, max: 200 }).default(usualRest.leastCalls),
      quickPct: numberField("秒挂率上限", { max: 90 }).default(usualRest.quickPct),
      refusedPct: numberField("拒绝投诉率上限", { max: 90 }).default(usualRest.refusedPct),
      restHours: numberField("暂停时长", { max: 720 }).default(usualRest.restHours),
    }),
    tags,
  }),
  pause: defineEndpoint({
    name: "displayRulePause",
    method: "POST",
    path: `${path}/pause`,
    summary: "Does not show numbers for so many hours; 0: until they are shown again by hand",
    permission: enterprise("accessNum.update"),
    body: object({
      compId: compField(),
      ids: ids(),
      reason: lengthField("暂停原因", 50).required("请输入暂停原因"),
      hours: numberField("暂停时长", { max: 720 }).required("请输入暂停时长"),
    }),
    reply: countReply,
    tags: ["AccessNum"],
  }),
  resume: defineEndpoint({
    name: "displayRuleResume",
    method: "POST",
    path: `${path}/resume`,
    summary: "Shows numbers again that were paused",
    permission: enterprise("accessNum.update"),
    body: object({ compId: compField(), ids: ids() }),
    reply: countReply,
    tags: ["AccessNum"],
  }),
});
