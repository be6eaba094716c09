/**
 * Sign-in, step by step (console.md section 4): key, token, user, expiry, menus; only then does the store learn of it.
 * Failure at any step makes the sign-in fail and gives back the session that the server may have opened.
 */
import { authApi, errors, formUserName, operatorCode, type Failure, type MenuItem } from "@liantai/api/contract/base";
import {
  send,
  tokensFrom,
  type Outcome,
  type RequestArgs,
  type RequestHost,
  type Tokens,
  type UserInfo,
} from "@liantai/api/client";
import { fetchEncrypter } from "../password/encrypt.ts";

export interface Credentials {
  /** Undefined for an operator. */
  readonly code?: string;
  readonly roleType?: number;
  readonly account: string;
  readonly password: string;
  readonly captcha: string;
  readonly randomStr: string;
}

export type SignInField = "code" | "roleType" | "account" | "password" | "captcha" | "root";

export type SignInResult =
  | {
      readonly kind: "entered";
      readonly tokens: Tokens;
      readonly user: UserInfo;
      readonly menus: MenuItem[];
      readonly mustChange: boolean;
      readonly mustEnrol: boolean;
    }
  | { readonly kind: "refused"; readonly field: SignInField; readonly text: string };

export interface SignInPorts {
  readonly host: RequestHost;
  /** Asks whether the overdue password is changed now or in the next cycle. */
  askOverdue(days: number): Promise<"now" | "defer">;
  /** Asks for the code of the second step; `refused` says why the last one did not do. Null: given up. */
  askCode(refused: string): Promise<string | null>;
}

const bodyFields: Readonly<Record<string, SignInField>> = {
  username: "account",
  password: "password",
  code: "captcha",
  randomStr: "captcha",
};

/** The field that a refusal of the token endpoint is about. */
function fieldOf(failure: Failure): { field: SignInField; text: string } {
  const named = failure.fields?.find((f) => bodyFields[f.path]);
  if (named) return { field: bodyFields[named.path]!, text: named.message };
  const { text, status } = failure;
  if (status === 401) return { field: "password", text };
  if (status !== 428) return { field: "root", text };
  if (text === errors.badCaptcha.text || text.includes("验证码")) return { field: "captcha", text };
  return { field: text.startsWith("企业") ? "code" : "account", text };
}

class Refusal extends Error {
  readonly field: SignInField;
  constructor({ field, text }: { field: SignInField; text: string }) {
    super(text);
    this.field = field;
  }
}

async function need<T>(
  outcome: Promise<Outcome<T>>,
  blame: (failure: Failure) => { field: SignInField; text: string },
): Promise<T> {
  const settled = await outcome;
  if ("error" in settled) throw new Refusal(blame(settled.error));
  return settled.data;
}

const step = (what: string) => (failure: Failure) => ({ field: "root" as const, text: `${what}：${failure.text}` });

type TokenReply = Parameters<typeof tokensFrom>[0];

/** The second step: asked until a code does, or the ticket is worth nothing any more. */
async function secondStep({ host, askCode }: SignInPorts, ticket: string): Promise<TokenReply> {
  for (let refused = ""; ;) {
    const code = await askCode(refused);
    if (code === null) throw new Refusal({ field: "root", text: "登录未完成：未通过两步验证" });
    const body = { grant_type: "totp", ticket, code };
    const outcome = await send<TokenReply>(host, { endpoint: authApi.token, body });
    if (!("error" in outcome)) return outcome.data;
    const { code: why, text, fields } = outcome.error;
    if (why !== errors.badTotp.code && why !== errors.locked.code && !fields)
      throw new Refusal({ field: "root", text });
    refused = fields?.[0]?.message ?? text;
  }
}

async function tokenOf(ports: SignInPorts, form: Credentials): Promise<Tokens> {
  const { host } = ports;
  const plain = (failure: Failure) => ({ field: "root" as const, text: failure.text });
  const encrypter = await need(fetchEncrypter(host), plain);
  const username =
    form.roleType === undefined
      ? formUserName(operatorCode, 0, form.account)
      : formUserName(form.code ?? "", form.roleType, form.account);
  const body = {
    grant_type: "password",
    username,
    password: await encrypter.encrypt(form.password),
    kid: encrypter.kid,
    code: form.captcha,
    randomStr: form.randomStr,
  };
  const outcome = await send<TokenReply>(host, { endpoint: authApi.token, body });
  const ticket = "error" in outcome ? outcome.error.ticket : undefined;
  const reply = ticket ? await secondStep(ports, ticket) : await need(Promise.resolve(outcome), fieldOf);
  return tokensFrom(reply, host.now());
}

async function enter(
  { askOverdue }: SignInPorts,
  ask: <T>(args: RequestArgs, what: string) => Promise<T>,
  tokens: Tokens,
): Promise<SignInResult> {
  const user = await ask<UserInfo>({ endpoint: authApi.getUser }, "读取用户信息失败");
  const expired = user.roleType === 0 ? 0 : await ask<number>({ endpoint: authApi.userExpired }, "检查密码有效期失败");
  const forced = expired !== 0 && user.enterprise?.forcePasswordChange === 1;
  const choice = expired === 0 ? "none" : forced ? "now" : await askOverdue(expired);
  if (choice === "defer") await ask({ endpoint: authApi.deferPassword }, "推迟修改密码失败");
  const menus = await ask<MenuItem[]>({ endpoint: authApi.roleMenu, query: { id: user.roleId } }, "读取菜单失败");
  return {
    kind: "entered",
    tokens,
    user: { ...user, expired: choice === "defer" ? 0 : expired },
    menus,
    mustChange: choice === "now",
    mustEnrol: user.totpDue === 1,
  };
}

export async function signIn(ports: SignInPorts, form: Credentials): Promise<SignInResult> {
  const anonymous: SignInPorts = { ...ports, host: { ...ports.host, tokens: () => null } };
  let tokens: Tokens | undefined;
  try {
    const opened = (tokens = await tokenOf(anonymous, form));
    const host: RequestHost = { ...ports.host, tokens: () => opened };
    return await enter(ports, (args, what) => need(send(host, args), step(what)), opened);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const opened = tokens;
    // Best effort: a session that nobody uses would only end by itself.
    if (opened) void send({ ...ports.host, tokens: () => opened }, { endpoint: authApi.logout });
    return { kind: "refused", field: error.field, text: error.message };
  }
}
