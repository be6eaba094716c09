/**
 * Two-step sign-in of operators and administrators (RFC 6238): switching on, another telephone, switching off. The step itself
 * is grant_type totp (auth.ts).
 */
import { array, boolean, number, object, string } from "yup";
import { defineEndpoint, defineResource, roles } from "./resource.ts";

const permission = roles([0, 1, 4]);
const prefix = "/auth/token/totp";

/** TOTP_REQUIRED: who must have a second step; operators stand above administrators, so the last one names both. */
export const totpRequirements = ["none", "operators", "administrators"] as const;
export type TotpRequired = (typeof totpRequirements)[number];

const codeField = () =>
  string()
    .label("验证码")
    .trim()
    .required("请输入验证码")
    .matches(/^\d{6}$/, "验证码为6位数字");
/** A code of the app, or a recovery code. */
const secondStepField = () =>
  string()
    .label("验证码")
    .trim()
    .required("请输入验证码")
    .matches(/^(?:\d{6}|[a-zA-Z2-7]{5}-?[a-zA-Z2-7]{5})$/, "请输入6位验证码或恢复码");

/** As the page encrypts it for the token endpoint. */
const sealedPassword = { kid: string().required(), password: string().label("密码").required("请输入密码").max(2048) };
/** What must be open to whoever has to switch it on first (TOTP_REQUIRED). */
const openWhile = ["totp"] as const;

export const totpApi = defineResource({
  state: defineEndpoint({
    name: "totpState",
    method: "GET",
    path: `${prefix}/state`,
    summary:
      "Whether the own account signs in with a second step, whether it must, and how many recovery codes are left",
    permission,
    openWhile,
    reply: object({
      enabled: boolean().required(),
      required: boolean().required(),
      recoveryLeft: number().integer().required(),
    }),
  }),
  begin: defineEndpoint({
    name: "totpBegin",
    method: "POST",
    path: `${prefix}/begin`,
    summary:
      "A new secret, which counts once a code of it is confirmed; where one counts already, a code of it is asked for",
    permission,
    openWhile,
    body: object({ ...sealedPassword, code: secondStepField().optional() }),
    reply: object({ secret: string().required(), uri: string().required() }),
  }),
  confirm: defineEndpoint({
    name: "totpConfirm",
    method: "POST",
    path: `${prefix}/confirm`,
    summary: "Switches the second step on; recovery codes are shown this once",
    permission,
    openWhile,
    body: object({ code: codeField() }),
    reply: object({ recoveryCodes: array().of(string().required()).required() }),
  }),
  disable: defineEndpoint({
    name: "totpDisable",
    method: "POST",
    path: `${prefix}/disable`,
    summary: "Switches the second step off, where it is not required",
    permission,
    body: object({ ...sealedPassword, code: secondStepField() }),
  }),
});
