/**
 * The second step of sign-in for operators and administrators (RFC 6238, docs/protocol.md S10 and S11): 6 digits, 30 s, the step
 * before and the one after are let in, each step once. The secret is sealed with the installation's key; recovery codes are kept
 * as keyed hashes and count once each.
 */
import {
  AppError,
  accountOf,
  operatorCode,
  type BodyOf,
  type ReplyOf,
  type totpApi,
  type TotpRequired,
} from "@liantai/api/contract";
import { generateURI, verifySync } from "otplib";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import type { Trx } from "../../ports/database.ts";
import { createAudit, type Change, type Doer } from "../audit/index.ts";
import type { Sealer } from "../system/index.ts";
import type { Passwords } from "./passwords.ts";
import { mustEnrol } from "./policy.ts";
import { findPrincipal, lockAccount, noTotp, setTotp, type Principal } from "./repository.ts";
import type { Throttle } from "./throttle.ts";

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** 160 bits (RFC 4226 section 4). */
const secretLength = 32;
const stepS = 30;
const pendingMs = 10 * 60_000;
const recoveryCount = 10;
const recoveryLength = 10;
const issuer = "联台";

type Api = typeof totpApi;

export interface Totp {
  state(context: RequestContext): Promise<ReplyOf<Api["state"]>>;
  begin(context: RequestContext, body: BodyOf<Api["begin"]>): Promise<ReplyOf<Api["begin"]>>;
  confirm(context: RequestContext, code: string): Promise<ReplyOf<Api["confirm"]>>;
  disable(context: RequestContext, body: BodyOf<Api["disable"]>): Promise<null>;
  /** Whether the code, of the app or a recovery code, opens the account: it is used up with that. */
  spend(accountId: string, code: string, from: From): Promise<boolean>;
}

type From = Pick<RequestContext, "address" | "headers">;

export interface TotpDeps {
  readonly ports: Pick<Ports, "database" | "broker" | "clock" | "random">;
  readonly sealer: Sealer;
  readonly passwords: Pick<Passwords, "check">;
  readonly throttle: Throttle;
  readonly required: TotpRequired;
}

/** Tries at an account's codes are counted apart from those at its password. */
export const totpSource = (accountId: string, address: string, device: string | undefined) => ({
  userName: `totp:${accountId}`,
  address,
  device,
});

const sealContext = (accountId: string): string => `totp:${accountId}`;
const left = (hashes: string): string[] => hashes.split(" ").filter(Boolean);

/** Operators see only their account in the authenticator app, others also whose it is: many enterprises have an admin. */
const labelOf = ({ compId, userName }: Principal): string =>
  compId === operatorCode ? accountOf(userName) : `${compId}-${accountOf(userName)}`;

export const totpChange = (
  { id, compId, userName }: Pick<Principal, "id" | "compId" | "userName">,
  action: "enable" | "renew" | "disable" | "reset" | "useRecovery",
): Change => ({ compId, action, object: "totp", id, name: accountOf(userName) });

export function createTotp({ ports, sealer, passwords, throttle, required }: TotpDeps): Totp {
  const { database, broker, clock, random } = ports;
  const audit = createAudit(ports);
  const pendingKey = (accountId: string) => `auth:totp:pending:${accountId}`;
  const letters = (length: number) => Array.from({ length }, () => base32[random.int(32)]).join("");
  const hash = (accountId: string, code: string) =>
    sealer.sign(`${accountId}.${code.replace("-", "").toUpperCase()}`, "totp-recovery");

  /** The time step that the code is of; undefined: of none that may be used. */
  function stepOf(secret: string, code: string, after: number | null): number | undefined {
    const result = verifySync({
      secret,
      token: code,
      epoch: Math.floor(clock.now() / 1_000),
      epochTolerance: stepS,
      ...(after === null ? {} : { afterTimeStep: after }),
    });
    return result.valid && "timeStep" in result ? result.timeStep : undefined;
  }

  async function own({ caller }: RequestContext): Promise<Principal> {
    if (caller.entered) throw new AppError("refused", "请先返回运营平台，再设置两步验证");
    const account = await database.tenant(caller.compId, (trx) => findPrincipal(trx, caller.userId));
    if (!account) throw new AppError("noSession");
    return account;
  }

  async function useCode(trx: Trx, account: Principal, code: string, from: Doer): Promise<boolean> {
    const { id, totpSecret, totpStep, totpRecovery } = account;
    if (totpSecret === null) return false;
    if (/^\d{6}$/.test(code)) {
      const step = stepOf(sealer.unseal(totpSecret, sealContext(id)), code, totpStep);
      if (step === undefined) return false;
      await setTotp(trx, id, { totpStep: step });
      return true;
    }
    const given = hash(id, code);
    const hashes = left(totpRecovery);
    if (!hashes.includes(given)) return false;
    const rest = hashes.filter((each) => each !== given);
    await setTotp(trx, id, { totpRecovery: rest.join(" ") });
    await audit.write(trx, from, { ...totpChange(account, "useRecovery"), after: { recoveryLeft: rest.length } });
    return true;
  }

  // system: at the sign-in there is no enterprise to set.
  const spend: Totp["spend"] = (accountId, code, from) =>
    database.system(async (trx) => {
      // Of two that bring one code at once the second reads what the first has used.
      await lockAccount(trx, accountId);
      const account = await findPrincipal(trx, accountId);
      if (!account) return false;
      const { id: userId, userName, nickName } = account;
      return useCode(trx, account, code, { ...from, caller: { userId, userName, nickName } });
    });

  /** A code of whoever is signed in: tries are counted for the session alone, as with the password (passwords.ts). */
  async function tried<T>(context: RequestContext, right: () => Promise<T | undefined>, refusal: string): Promise<T> {
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

  const spent = (context: RequestContext, code: string) =>
    tried(
      context,
      async () => ((await spend(context.caller.userId, code, context)) ? true : undefined),
      "验证码不正确或已使用",
    );

  return {
    spend,
    async state(context) {
      const account = await own(context);
      return {
        enabled: account.totpSecret !== null,
        required: mustEnrol({ ...account, totpSecret: null }, required),
        recoveryLeft: left(account.totpRecovery).length,
      };
    },
    async begin(context, { code, ...password }) {
      const account = await own(context);
      if (account.totpSecret !== null && code === undefined) throw fieldRefusal("code", "验证码", "请输入验证码");
      await passwords.check(context.caller, password, context.address);
      // Another telephone: whoever has only found an open desk and the password does not bring his own.
      if (account.totpSecret !== null) await spent(context, code ?? "");
      const secret = letters(secretLength);
      await broker.set(pendingKey(account.id), sealer.seal(secret, sealContext(account.id)), pendingMs);
      return { secret, uri: generateURI({ issuer, label: labelOf(account), secret }) };
    },
    async confirm(context, code) {
      const account = await own(context);
      const tooLate = () => new AppError("refused", "设置已超时，请重新开始");
      const pending = await broker.get(pendingKey(account.id));
      if (pending === undefined) throw tooLate();
      const totpStep = await tried(
        context,
        async () => stepOf(sealer.unseal(pending, sealContext(account.id)), code, null),
        "验证码不正确，请检查手机时间是否准确",
      );
      // Of two that confirm at once one has the codes.
      if ((await broker.take(pendingKey(account.id))) !== pending) throw tooLate();
      const recoveryCodes = Array.from({ length: recoveryCount }, () => letters(recoveryLength)).map(
        (each) => `${each.slice(0, 5)}-${each.slice(5)}`,
      );
      await database.tenant(account.compId, async (trx) => {
        await setTotp(trx, account.id, {
          totpSecret: pending,
          totpStep,
          totpRecovery: recoveryCodes.map((each) => hash(account.id, each)).join(" "),
        });
        await audit.write(trx, context, totpChange(account, account.totpSecret === null ? "enable" : "renew"));
      });
      return { recoveryCodes };
    },
    async disable(context, { code, ...password }) {
      const account = await own(context);
      if (account.totpSecret === null) throw new AppError("refused", "两步验证未开启");
      if (mustEnrol({ ...account, totpSecret: null }, required))
        throw new AppError("refused", "系统要求使用两步验证，不能关闭。更换手机请使用“更换手机”");
      await passwords.check(context.caller, password, context.address);
      await spent(context, code);
      await database.tenant(account.compId, async (trx) => {
        await setTotp(trx, account.id, noTotp);
        await audit.write(trx, context, totpChange(account, "disable"));
      });
      return null;
    },
  };
}
