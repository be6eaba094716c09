/** Sign-in and session: console.md sections 4, 6 and 7. */
import { RoleTypes } from "./roles.ts";
import { array, boolean, mixed, number, object, string } from "yup";
import { anyone, clientOnly, defineEndpoint, defineResource, listOf, pageFields, roles, signedIn } from "./resource.ts";
import { sessionRow, userInfo, type MenuItem } from "./session.ts";
import { enterpriseCodeField } from "./validators.ts";

const tokenReply = object({
  access_token: string().required(),
  refresh_token: string().required(),
  token_type: string().required(),
  /** Seconds. */
  expires_in: number().integer().required(),
});

export const authApi = defineResource({
  /** spki: base64 DER. now: the server's clock, epoch ms, so that `at` holds on a machine whose clock is wrong. */
  publicKey: defineEndpoint({
    name: "publicKey",
    method: "GET",
    path: "/auth/publicKey",
    summary: "RSA-OAEP (SHA-256) key that encrypts passwords on the way",
    permission: anyone,
    reply: object({ kid: string().required(), spki: string().required(), now: number().integer().required() }),
  }),
  captcha: defineEndpoint({
    name: "captcha",
    method: "GET",
    path: "/auth/code",
    summary: "Image code; randomStr ties the picture to the sign-in that quotes it",
    permission: anyone,
    query: object({
      randomStr: string()
        .label("随机串")
        .required()
        .matches(/^[A-Za-z0-9-]{8,64}$/, "随机串格式有误"),
    }),
    produces: "binary",
    ratePerMinute: 600,
  }),
  /** Body instead of the specification's query: no password may stand in a URL. Answers the bare OAuth object inside the envelope. */
  token: defineEndpoint({
    name: "token",
    method: "POST",
    path: "/auth/oauth/token",
    summary: "Access and refresh token (grant_type password, refresh_token, or totp after errors.totpNeeded)",
    permission: clientOnly,
    encoding: "form",
    body: object({
      grant_type: string().oneOf(["password", "refresh_token", "totp"], "授权类型有误").required(),
      username: string()
        .label("用户名")
        .when("grant_type", {
          is: "password",
          then: (s) => s.required("请输入账号").min(8, "账号格式有误").max(64, "账号格式有误"),
        }),
      /** base64 of RSA-OAEP over UTF-8 JSON {password, at: epoch ms}. */
      password: string()
        .label("密码")
        .when("grant_type", { is: "password", then: (s) => s.required("请输入密码").max(2048) }),
      kid: string(),
      code: string()
        .label("验证码")
        .max(64)
        .when("grant_type", { is: (g: string) => g !== "refresh_token", then: (s) => s.required("请输入验证码") }),
      /** Of errors.totpNeeded. */
      ticket: string()
        .max(64)
        .when("grant_type", { is: "totp", then: (s) => s.required() }),
      randomStr: string().when("grant_type", { is: "password", then: (s) => s.required("请刷新验证码") }),
      refresh_token: string().when("grant_type", { is: "refresh_token", then: (s) => s.required() }),
    }),
    reply: tokenReply,
    // A whole floor signs in from one address at the start of its shift; failures are limited in modules/auth/throttle.ts.
    ratePerMinute: 600,
  }),
  getUser: defineEndpoint({
    name: "getUser",
    method: "GET",
    path: "/auth/token/getUser",
    summary: "The signed-in user",
    permission: signedIn,
    openWhile: ["password", "totp"],
    reply: userInfo,
    tags: ["User"],
  }),
  logout: defineEndpoint({
    name: "logout",
    method: "DELETE",
    path: "/auth/token/logout",
    summary: "Ends this session",
    permission: signedIn,
    openWhile: ["password", "totp"],
  }),
  /** Refreshes while the session lives: hour 24 (console.md section 7, which names no path). */
  refresh: defineEndpoint({
    name: "refresh",
    method: "POST",
    path: "/auth/token/refresh",
    summary: "New tokens for a live refresh token",
    permission: clientOnly,
    body: object({ hour: number().oneOf([24]).required(), token: string().required() }),
    reply: tokenReply,
  }),
  /** An operator enters an enterprise (console.md section 4): tokens of a session that acts in it. Pushes out whoever is inside. */
  reUser: defineEndpoint({
    name: "reUser",
    method: "POST",
    path: "/auth/oauth/api/reUser",
    summary: "Tokens of a session inside an enterprise; the operator that was inside is pushed out",
    permission: roles(RoleTypes.operators, { operate: "enterprise.enter" }),
    body: object({ compId: enterpriseCodeField() }),
    reply: tokenReply,
  }),
  /** With the operator's own token: ends the session inside the enterprise. Asking again changes nothing. */
  reStore: defineEndpoint({
    name: "reStore",
    method: "POST",
    path: "/auth/oauth/api/reStore",
    summary: "Leaves the entered enterprise; asked with the operator token",
    permission: roles(RoleTypes.operators),
  }),
  userExpired: defineEndpoint({
    name: "userExpired",
    method: "POST",
    path: "/auth/token/userExpired",
    summary: "Days the password is overdue",
    permission: signedIn,
    openWhile: ["password", "totp"],
    reply: number().integer().required(),
    reads: true,
  }),
  resetPassword: defineEndpoint({
    name: "resetPassword",
    method: "POST",
    path: "/auth/token/resetPassword",
    summary: "Changes the own password; ends every other session of the account",
    permission: signedIn,
    openWhile: ["password", "totp"],
    /** Both encrypted like the token endpoint's password. The rules of passwordField are checked after decryption. */
    body: object({
      kid: string().required(),
      oldPassword: string().label("原密码").required("请输入原密码"),
      newPassword: string().label("新密码").required("请输入新密码"),
    }),
  }),
  deferPassword: defineEndpoint({
    name: "deferPassword",
    method: "POST",
    path: "/auth/token/resetPasswordTime",
    summary: "Defers an optional password change to the next cycle",
    permission: signedIn,
    openWhile: ["totp"],
  }),
  roleMenu: defineEndpoint({
    name: "roleMenu",
    method: "GET",
    path: "/pbx/api/v1/menu/route",
    summary: "Menu tree of the own role, id = roleId",
    permission: signedIn,
    openWhile: ["password", "totp"],
    query: object({ id: string().required() }),
    reply: array().of(mixed<MenuItem>().required()).required(),
    tags: ["Menu"],
  }),
  sessions: defineEndpoint({
    name: "sessions",
    method: "POST",
    path: "/auth/token/sessions",
    summary: "Live sessions: own, or of the enterprise for its administrator, or all for operators",
    permission: signedIn,
    body: object({ ...pageFields, mine: boolean().default(true) }),
    reads: true,
    reply: listOf(sessionRow),
    tags: ["Session"],
  }),
  endSession: defineEndpoint({
    name: "endSession",
    method: "DELETE",
    path: "/auth/token/sessions/:id",
    summary: "Ends a session: its sockets close and its page leaves",
    permission: signedIn,
    params: object({ id: string().required() }),
    tags: ["Session"],
  }),
  ticket: defineEndpoint({
    name: "ticket",
    method: "POST",
    path: "/ws/api/v1/ticket",
    summary: "A single-use ticket of 30 s that opens one socket",
    permission: signedIn,
    body: object({ use: string().oneOf(["message", "cti", "assist", "audition"]).required() }),
    reply: object({ ticket: string().required(), expiresIn: number().required() }),
  }),
  operatorHome: defineEndpoint({
    name: "operatorHome",
    method: "GET",
    path: "/auth/oauth/api/platform",
    summary: "What runs: version, engines, legs, sessions, enterprises",
    permission: roles(RoleTypes.operators),
    reply: object({
      version: string().required(),
      database: string().required(),
      broker: string().required(),
      switch: string().required(),
      uptimeS: number().required(),
      enterprises: number().required(),
      sessions: number().required(),
      legs: number().required(),
      registered: number().required(),
    }),
  }),
});
