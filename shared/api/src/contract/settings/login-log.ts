/** 登录日志: every try to sign in. */
import { RoleTypes } from "../roles.ts";
import { object, string } from "yup";
import { compField, listBody } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { exportReply } from "../files/jobs.ts";
import { defineEndpoint, defineResource, listOf, roles, onPages } from "../resource.ts";
import { logRange, readers } from "./parts.ts";

/** Results of a sign-in, as modules/auth writes them. */
export const loginResults = {
  ok: "登录成功",
  "bad-captcha": "验证码错误",
  "bad-totp": "动态验证码错误",
  "bad-password": "密码错误",
  locked: "尝试过于频繁",
  disabled: "账号或企业已停用",
  unknown: "账号不存在",
} as const;
export type LoginResult = keyof typeof loginResults;

export const loginLogFilters = {
  ...logRange,
  account: lengthField("账号", 40),
  result: string()
    .label("结果")
    .oneOf(["", ...Object.keys(loginResults)]),
};
export const loginLogApi = defineResource({
  list: defineEndpoint({
    name: "loginLogList",
    method: "POST",
    path: "/pbx/api/v1/loginLog/list",
    summary: "Sign-ins, newest first",
    permission: onPages(readers, "/loginlog"),
    reads: true,
    tags: ["LoginLog"],
    body: listBody(loginLogFilters, ["time"]),
    reply: listOf(
      object({
        id: string().required(),
        time: string().required(),
        compId: string().required(),
        compName: string().defined(),
        account: string().defined(),
        name: string().defined(),
        address: string().defined(),
        device: string().defined(),
        result: string().required(),
        resultText: string().required(),
      }),
    ),
  }),
  export: defineEndpoint({
    name: "loginLogExport",
    method: "POST",
    path: "/pbx/api/v1/loginLog/export",
    summary: "Exports sign-ins as a job; filters as in the list",
    permission: roles(RoleTypes.managers, { button: "loginlog.export", purview: "export" }),
    body: object({ compId: compField(), ...loginLogFilters }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
});
