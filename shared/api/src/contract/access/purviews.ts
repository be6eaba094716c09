/** Business permissions of roles (console.md section 6). */
import { RoleTypes, type Who } from "../roles.ts";
import { array, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { flagField } from "../fields.ts";
import { defineEndpoint, defineResource, roles } from "../resource.ts";
import { granting } from "./parts.ts";

/**
 * Business permissions of roles: what a role may do wherever it is done, beside its buttons. An endpoint names one in its
 * permission (`roles(list, {purview: 'export'})`) and the server checks it. `who`: whose roles have it until somebody saves
 * another choice. Operators and operators inside an enterprise have all.
 */
export const businessPurviews = [
  { key: "reveal", name: "查看完整号码", hint: "在隐藏号码的企业中，说明原因后查看完整号码，操作留痕", who: ["A"] },
  { key: "export", name: "导出数据", hint: "导出列表和报表", who: ["A", "S", "M"] },
  { key: "listen", name: "收听录音", hint: "播放通话录音", who: ["A", "S", "M"] },
  { key: "download", name: "下载录音", hint: "录音打包和下载", who: ["A", "M"] },
  { key: "monitor", name: "监控坐席", hint: "监听、密语、强插和强拆坐席通话，强制示忙示闲", who: ["A", "M"] },
  { key: "dataAll", name: "全部数据", hint: "查看和处理企业的全部客户、工单和任务", who: ["A"] },
  { key: "dataGroup", name: "本组数据", hint: "查看和处理本组及下级组坐席的客户、工单和任务", who: ["M"] },
  { key: "dataOwn", name: "本人数据", hint: "查看和处理本人的客户、工单和任务", who: ["A", "S", "M"] },
] as const satisfies readonly { key: string; name: string; hint: string; who: readonly Who[] }[];
export type BusinessPurview = (typeof businessPurviews)[number]["key"];
const purviewKeys = businessPurviews.map(({ key }) => key);
const purview = object({ key: string().oneOf(purviewKeys).required(), value: flagField("值").required() });

export const businessPurviewApi = defineResource({
  addOrUpdateBatch: defineEndpoint({
    name: "purviewSave",
    method: "POST",
    path: "/pbx/api/v1/businessPurview/addOrUpdateBatch",
    summary: "Saves business permissions of a role; those not named stay",
    permission: granting,
    body: object({
      compId: compField(),
      roleId: idField("角色"),
      items: array().label("业务权限").of(purview).min(1).max(purviewKeys.length).required(),
    }),
    tags: ["Purview"],
  }),
  /** Seats and monitors: of their own role only. */
  selectByRoleId: defineEndpoint({
    name: "purviewOfRole",
    method: "POST",
    path: "/pbx/api/v1/businessPurview/selectByRoleId",
    summary: "Every business permission of a role",
    permission: roles(RoleTypes.all),
    reads: true,
    body: object({ compId: compField(), roleId: idField("角色") }),
    reply: array().of(purview).required(),
    tags: ["Purview"],
  }),
});
