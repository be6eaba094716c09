/** The token endpoint's two grants: password (image code, slow-down, lock, one live session an account) and refresh_token. */
import { AppError, type authApi, operatorCode, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { RequestContext } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { verifyPassword, type Sealer } from "../system/index.ts";
import type { Captchas } from "./captcha/index.ts";
import type { Devices } from "./devices.ts";
import {
  clearFailures,
  endSessions,
  enterpriseExists,
  extendSession,
  findPrincipal,
  findPrincipalByName,
  findOutside,
  insertLoginLog,
  insertSession,
  lockAccount,
  lockSession,
  recordFailure,
  replaceTokens,
  type Principal,
} from "./repository.ts";
import type { SessionStore } from "./sessions.ts";
import { waitMessage, type Attempt, type Source, type Throttle } from "./throttle.ts";
import { totpSource, type Totp } from "./totp.ts";
import { hashToken, makeTokens, presentTokens, sessionEnd, sessionOfRefresh, storedTokens } from "./tokens.ts";
import type { PasswordTransport } from "./password-transport.ts";

type From = Pick<RequestContext, "address" | "device" | "headers" | "origin" | "setHeader">;
type TokenReply = ReplyOf<typeof authApi.token>;
type Credentials = BodyOf<typeof authApi.token>;
type LoginResult = "ok" | "bad-captcha" | "bad-password" | "locked" | "disabled" | "unknown" | "bad-totp";

export interface SignIn {
  withPassword(credentials: Credentials, from: From): Promise<TokenReply>;
  /** The second step, with the ticket of the first. */
  withTotp(ticket: string, code: string, from: From): Promise<TokenReply>;
  /** Rotates both tokens. A rotated one that comes again ends the session: one of its two holders is a thief. */
  withRefresh(refreshToken: string): Promise<TokenReply>;
}

export interface SignInDeps {
  readonly ports: Pick<Ports, "database" | "broker" | "clock" | "random">;
  readonly sealer: Sealer;
  readonly captchas: Captchas;
  readonly throttle: Throttle;
  readonly devices: Devices;
  readonly totp: Pick<Totp, "spend">;
  readonly transport: PasswordTransport;
  readonly sessions: SessionStore;
  readonly sessionDays: number;
}

/** A refresh that is sent again within this time (a lost reply, two pages of one session) gets the same tokens. */
const repeatMs = 10_000;
const deviceLength = 300;
/** How long the second step may take. */
const secondStepMs = 5 * 60_000;
/** Wrong codes that a ticket bears. */
const secondStepTries = 5;

/** Who has shown the right password. */
interface FirstStep {
  readonly accountId: string;
  readonly passwordAt: number;
  /** Wrong codes so far. */
  readonly failed: number;
  readonly until: number;
}

export function createSignIn({
  ports,
  sealer,
  captchas,
  throttle,
  devices,
  totp,
  transport,
  sessions,
  sessionDays,
}: SignInDeps): SignIn {
  const { database, broker, clock, random } = ports;

  // system, here and below: before sign-in there is no enterprise to set.
  async function log(userName: string, account: Principal | undefined, result: LoginResult, from: From): Promise<void> {
    await database.system(async (trx) => {
      const code = userName.slice(0, operatorCode.length);
      const compId = account?.compId ?? ((await enterpriseExists(trx, code)) ? code : operatorCode);
      await insertLoginLog(trx, {
        id: random.id(),
        compId,
        userName,
        accountId: account?.id ?? null,
        at: new Date(clock.now()),
        address: from.address,
        device: from.device.slice(0, deviceLength),
        result,
      });
    });
  }

  /** Before anything is verified; the wait that is stored with the account binds strangers' browsers. */
  async function admit(source: Source, account: Principal | undefined, from: From): Promise<Attempt> {
    try {
      const until = source.device === undefined ? (account?.lockedUntil?.getTime() ?? 0) : 0;
      if (until > clock.now()) throw new AppError("locked", waitMessage(until - clock.now()));
      return await throttle.admit(source);
    } catch (error) {
      if (error instanceof AppError && error.error === "locked") await log(source.userName, account, "locked", from);
      throw error;
    }
  }

  async function refuseWrong(
    source: Source,
    account: Principal | undefined,
    attempt: Attempt,
    from: From,
  ): Promise<never> {
    const waitMs = await attempt.failed();
    if (account && waitMs > 0 && source.device === undefined)
      await database.system((trx) =>
        recordFailure(trx, account.id, account.failedCount + 1, new Date(clock.now() + waitMs)),
      );
    await log(source.userName, account, account ? "bad-password" : "unknown", from);
    throw new AppError(
      "badCredentials",
      waitMs > 0 ? `账号或密码错误，请${Math.ceil(waitMs / 1_000)}秒后再试` : undefined,
    );
  }

  async function refuseDisabled(account: Principal, from: From): Promise<void> {
    const expired = account.enterpriseExpiresAt !== null && account.enterpriseExpiresAt.getTime() <= clock.now();
    const why =
      account.enabled !== 1
        ? "accountDisabled"
        : account.enterpriseEnabled === 0
          ? "enterpriseDisabled"
          : expired
            ? "enterpriseExpired"
            : undefined;
    if (!why) return;
    await log(account.userName, account, "disabled", from);
    throw new AppError(why);
  }

  async function open(account: Principal, from: From): Promise<TokenReply> {
    const id = random.id();
    const tokens = makeTokens(id, random, sealer);
    const now = new Date(clock.now());
    const endsAt = sessionEnd(now, sessionDays);
    const others = await database.system(async (trx) => {
      await lockAccount(trx, account.id);
      const ended = await endSessions(trx, { accountId: account.id }, "elsewhere", now);
      await insertSession(trx, {
        ...storedTokens(tokens, now.getTime(), endsAt),
        id,
        compId: account.compId,
        accountId: account.id,
        createdAt: now,
        endedAt: null,
        endReason: null,
        address: from.address,
        device: from.device.slice(0, deviceLength),
        enteredCompId: null,
        enteredFrom: null,
        endsAfterCall: 0,
      });
      await clearFailures(trx, account.id);
      return ended;
    });
    await sessions.announce(others, "elsewhere");
    return presentTokens(tokens, now.getTime(), endsAt);
  }

  const stepKey = (ticket: string) => `auth:totp:step:${hashToken(ticket)}`;

  async function askSecondStep({ id, passwordChangedAt }: Principal): Promise<AppError> {
    const ticket = random.token(32);
    const until = clock.now() + secondStepMs;
    await keepTicket(ticket, { accountId: id, passwordAt: passwordChangedAt.getTime(), failed: 0, until });
    return new AppError("totpNeeded", undefined, { ticket, expiresIn: secondStepMs / 1_000 });
  }

  async function keepTicket(ticket: string, first: FirstStep): Promise<void> {
    const leftMs = first.until - clock.now();
    if (first.failed < secondStepTries && leftMs > 0) await broker.set(stepKey(ticket), JSON.stringify(first), leftMs);
  }

  /** Takes the ticket: of two at once one goes on. Throws where its password is no longer the account's. */
  async function takeTicket(ticket: string): Promise<{ readonly first: FirstStep; readonly account: Principal }> {
    const kept = await broker.take(stepKey(ticket));
    const first = kept === undefined ? undefined : (JSON.parse(kept) as FirstStep);
    const account = first && (await database.system((trx) => findPrincipal(trx, first.accountId)));
    // Switched off, or another password, meanwhile: the first step is taken anew.
    if (!account || account.totpSecret === null || account.passwordChangedAt.getTime() !== first.passwordAt)
      throw new AppError("totpTooLate");
    return { first, account };
  }

  async function admitCode(ticket: string, first: FirstStep, account: Principal, from: From): Promise<Attempt> {
    const device = devices.known(from.headers["cookie"], account);
    try {
      return await throttle.admit(totpSource(account.id, from.address, device));
    } catch (error) {
      // Nothing was tried: whoever waits as long as he is told goes on with the same ticket.
      await keepTicket(ticket, first);
      if (error instanceof AppError && error.error === "locked") await log(account.userName, account, "locked", from);
      throw error;
    }
  }

  async function enter(account: Principal, from: From): Promise<TokenReply> {
    from.setHeader?.("set-cookie", devices.cookie(account, from.origin.startsWith("https:")));
    const reply = await open(account, from);
    await log(account.userName, account, "ok", from);
    return reply;
  }

  return {
    async withPassword(given, from) {
      const userName = given.username ?? "";
      if (!(await captchas.take(given.randomStr ?? "", given.code ?? ""))) {
        await log(userName, undefined, "bad-captcha", from);
        throw new AppError("badCaptcha");
      }
      const password = await transport.open(given.kid, given.password ?? "");
      const account = await database.system((trx) => findPrincipalByName(trx, userName));
      const device = account && devices.known(from.headers["cookie"], account);
      const source = { userName, address: from.address, device };
      const attempt = await admit(source, account, from);
      const right = await verifyPassword(account?.passwordHash, password);
      if (!account || !right) return refuseWrong(source, account, attempt, from);
      await attempt.succeeded();
      await refuseDisabled(account, from);
      if (account.totpSecret !== null) throw await askSecondStep(account);
      return enter(account, from);
    },

    async withTotp(ticket, code, from) {
      const { first, account } = await takeTicket(ticket);
      await refuseDisabled(account, from);
      const attempt = await admitCode(ticket, first, account, from);
      if (!(await totp.spend(account.id, code, from))) {
        await attempt.failed();
        await keepTicket(ticket, { ...first, failed: first.failed + 1 });
        await log(account.userName, account, "bad-totp", from);
        throw new AppError("badTotp");
      }
      await attempt.succeeded();
      return enter(account, from);
    },

    async withRefresh(refreshToken) {
      const id = sessionOfRefresh(refreshToken, sealer);
      if (id === undefined) throw new AppError("noSession");
      const repeatKey = `auth:rotated:${hashToken(refreshToken)}`;
      const tokens = makeTokens(id, random, sealer);
      const outcome = await database.system(async (trx) => {
        const session = await lockSession(trx, id);
        if (!session) return { error: "noSession" as const };
        const endsAt = sessionEnd((await findOutside(trx, session)).createdAt, sessionDays);
        if (endsAt <= clock.now() && (!session.endedAt || session.endReason === "expired"))
          return { error: "sessionTooOld" as const };
        if (session.endedAt)
          return {
            error:
              session.endReason === "elsewhere"
                ? ("elsewhere" as const)
                : session.endReason === "ended"
                  ? ("ended" as const)
                  : session.endReason === "pushedOut"
                    ? ("pushedOut" as const)
                    : ("noSession" as const),
          };
        if (session.refreshHash !== hashToken(refreshToken)) return { reused: true as const };
        if (session.refreshExpiresAt.getTime() <= clock.now()) return { error: "noSession" as const };
        const now = clock.now();
        const kept = storedTokens(tokens, now, endsAt);
        const reply = presentTokens(tokens, now, endsAt);
        // Before the commit, so that whoever waits for the row's lock finds it.
        await broker.set(repeatKey, sealer.seal(JSON.stringify(reply), repeatKey), repeatMs);
        await sessions.keepReplaced(session.accessHash, id);
        await replaceTokens(trx, id, kept);
        // The operator's own session waits outside: it lives for as long as the one inside the enterprise.
        if (session.enteredFrom !== null) await extendSession(trx, session.enteredFrom, kept.refreshExpiresAt);
        return { reply };
      });
      if (outcome.error) throw new AppError(outcome.error);
      if (outcome.reply) return outcome.reply;
      const repeated = await broker.get(repeatKey);
      if (repeated !== undefined) return JSON.parse(sealer.unseal(repeated, repeatKey)) as TokenReply;
      await sessions.end({ id }, "ended");
      throw new AppError("noSession");
    },
  };
}
