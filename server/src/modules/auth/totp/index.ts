/**
 * The second step of sign-in for operators and administrators (RFC 6238, docs/protocol.md S10 and S11): 6 digits, 30 s, the step
 * before and the one after are let in, each step once. The secret is sealed with the installation's key; recovery codes are kept
 * as keyed hashes and count once each.
 */
import { AppError, accountOf, operatorCode, type BodyOf, type ReplyOf, type totpApi } from "@liantai/api/contract";
import { generateURI } from "otplib";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { createAudit } from "../../audit/index.ts";
import { serviceOf } from "../../service.ts";
import { mustEnrol } from "../policy.ts";
import { findPrincipal, noTotp, setTotp, type Principal } from "../repository.ts";
import {
  hashRecovery,
  makeRecoveryCodes,
  makeSecret,
  recoveryLeft,
  sealContext,
  spend,
  stepOf,
  totpChange,
  totpSource,
} from "./codes.ts";
import type { TotpDeps } from "./deps.ts";

const pendingMs = 10 * 60_000;
const issuer = "联台";

type Api = typeof totpApi;

export interface Totp {
  state(context: RequestContext): Promise<ReplyOf<Api["state"]>>;
  begin(context: RequestContext, body: BodyOf<Api["begin"]>): Promise<ReplyOf<Api["begin"]>>;
  confirm(context: RequestContext, code: string): Promise<ReplyOf<Api["confirm"]>>;
  disable(context: RequestContext, body: BodyOf<Api["disable"]>): Promise<null>;
  /** Whether the code, of the app or a recovery code, opens the account: it is used up with that. */
  spend(accountId: string, code: string, from: Pick<RequestContext, "address" | "headers">): Promise<boolean>;
}

const pendingKey = (accountId: string) => `auth:totp:pending:${accountId}`;

/** Operators see only their account in the authenticator app, others also whose it is: many enterprises have an admin. */
const labelOf = ({ compId, userName }: Principal): string =>
  compId === operatorCode ? accountOf(userName) : `${compId}-${accountOf(userName)}`;

async function own({ ports: { database } }: TotpDeps, { caller }: RequestContext): Promise<Principal> {
  if (caller.entered) throw new AppError("refused", "请先返回运营平台，再设置两步验证");
  const account = await database.tenant(caller.compId, (trx) => findPrincipal(trx, caller.userId));
  if (!account) throw new AppError("noSession");
  return account;
}

/** A code of whoever is signed in: tries are counted for the session alone, as with the password (passwords.ts). */
async function tried<T>(
  { throttle }: TotpDeps,
  context: RequestContext,
  right: () => Promise<T | undefined>,
  refusal: string,
): Promise<T> {
  const { userId, sessionId } = context.caller;
  const attempt = await throttle.admit(totpSource(userId, context.address, `session:${sessionId}`));
  const found = await right();
  if (found === undefined) {
    await attempt.failed();
    throw fieldRefusal("code", "验证码", refusal);
  }
  await attempt.succeeded();
  return found;
}

const spent = (deps: TotpDeps, context: RequestContext, code: string) =>
  tried(
    deps,
    context,
    async () => ((await spend(deps, context.caller.userId, code, context)) ? true : undefined),
    "验证码不正确或已使用",
  );

async function state(deps: TotpDeps, context: RequestContext): Promise<ReplyOf<Api["state"]>> {
  const account = await own(deps, context);
  return {
    enabled: account.totpSecret !== null,
    required: mustEnrol({ ...account, totpSecret: null }, deps.required),
    recoveryLeft: recoveryLeft(account.totpRecovery).length,
  };
}

async function begin(
  deps: TotpDeps,
  context: RequestContext,
  { code, ...password }: BodyOf<Api["begin"]>,
): Promise<ReplyOf<Api["begin"]>> {
  const { broker, random } = deps.ports;
  const account = await own(deps, context);
  if (account.totpSecret !== null && code === undefined) throw fieldRefusal("code", "验证码", "请输入验证码");
  await deps.passwords.check(context.caller, password, context.address);
  // Another telephone: whoever has only found an open desk and the password does not bring his own.
  if (account.totpSecret !== null) await spent(deps, context, code ?? "");
  const secret = makeSecret(random);
  await broker.set(pendingKey(account.id), deps.sealer.seal(secret, sealContext(account.id)), pendingMs);
  return { secret, uri: generateURI({ issuer, label: labelOf(account), secret }) };
}

async function confirm(deps: TotpDeps, context: RequestContext, code: string): Promise<ReplyOf<Api["confirm"]>> {
  const { ports, sealer } = deps;
  const account = await own(deps, context);
  const tooLate = () => new AppError("refused", "设置已超时，请重新开始");
  const pending = await ports.broker.get(pendingKey(account.id));
  if (pending === undefined) throw tooLate();
  const totpStep = await tried(
    deps,
    context,
    async () => stepOf(sealer.unseal(pending, sealContext(account.id)), code, null, ports.clock.now()),
    "验证码不正确，请检查手机时间是否准确",
  );
  // Of two that confirm at once one has the codes.
  if ((await ports.broker.take(pendingKey(account.id))) !== pending) throw tooLate();
  const recoveryCodes = makeRecoveryCodes(ports.random);
  await ports.database.tenant(account.compId, async (trx) => {
    await setTotp(trx, account.id, {
      totpSecret: pending,
      totpStep,
      totpRecovery: recoveryCodes.map((each) => hashRecovery(sealer, account.id, each)).join(" "),
    });
    const change = totpChange(account, account.totpSecret === null ? "enable" : "renew");
    await createAudit(ports).write(trx, context, change);
  });
  return { recoveryCodes };
}

async function disable(
  deps: TotpDeps,
  context: RequestContext,
  { code, ...password }: BodyOf<Api["disable"]>,
): Promise<null> {
  const account = await own(deps, context);
  if (account.totpSecret === null) throw new AppError("refused", "两步验证未开启");
  if (mustEnrol({ ...account, totpSecret: null }, deps.required))
    throw new AppError("refused", "系统要求使用两步验证，不能关闭。更换手机请使用“更换手机”");
  await deps.passwords.check(context.caller, password, context.address);
  await spent(deps, context, code);
  await deps.ports.database.tenant(account.compId, async (trx) => {
    await setTotp(trx, account.id, noTotp);
    await createAudit(deps.ports).write(trx, context, totpChange(account, "disable"));
  });
  return null;
}

export const createTotp = (deps: TotpDeps): Totp => serviceOf(deps, { state, begin, confirm, disable, spend });
