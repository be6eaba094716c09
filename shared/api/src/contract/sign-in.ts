/** What people type to sign in and to change their password, and what the browser keeps of it. */
import { number, object, string } from "yup";
import { enterpriseCodeField, passwordField } from "./validators.ts";

/** Client credentials of the browser console, sent as Basic before sign-in. A public client (RFC 6749 section 2.1). */
export const browserClient = { id: "liantai-console", secret: "public" } as const;

/** Operators have no enterprise: their user name begins with this code. */
export const operatorCode = "000000";

/** The user name sent at login: enterprise code + roleType + account (console.md section 6). */
export const formUserName = (code: string, roleType: number, account: string): string => `${code}${roleType}${account}`;

/** The account is the name minus its first 7 characters (console.md section 3). */
export const accountOf = (userName: string): string => userName.slice(7);

/** Who signs in at /login, as the page offers them. Type 4 is an administrator of the telephony (console.md section 1). */
export const signInRoles = [
  { roleType: 2, name: "坐席" },
  { roleType: 3, name: "班长" },
  { roleType: 1, name: "企业管理员" },
  { roleType: 4, name: "话务管理员" },
] as const;

/** Form of /login: what people type. */
export const signInForm = object({
  code: enterpriseCodeField(),
  roleType: number().label("角色").oneOf([1, 2, 3, 4], "请选择角色").required("请选择角色"),
  account: string().label("账号").trim().required("请输入账号").max(30),
  password: string().label("密码").required("请输入密码").max(128),
  captcha: string().label("验证码").trim().required("请输入验证码").length(4, "验证码为4位"),
});

/** Form of /admin/login. */
export const operatorSignInForm = signInForm.omit(["code", "roleType"]);

/** Session storage keys of the browser. */
export const storageKeys = {
  session: "liantai.session",
  operatorToken: "liantai.operatorToken",
  enterEnterprise: "enterEnterprise",
  tabs: "liantai.tabs",
} as const;

/** Form of /pwdoverdue. */
export const passwordForm = object({
  oldPassword: string().label("原密码").required("请输入原密码"),
  newPassword: passwordField().label("新密码"),
  confirm: string()
    .label("确认密码")
    .required("请再次输入新密码")
    .test(
      "same",
      "两次输入的密码不一致",
      (value, context) => value === (context.parent as { newPassword?: string }).newPassword,
    ),
});
