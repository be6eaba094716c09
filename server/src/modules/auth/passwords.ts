/** The own password: change, age, deferral. */
import { AppError, type authApi, passwordForm, type BodyOf, type FieldError } from "@liantai/api/contract";
import { ValidationError } from "yup";
import type { Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import type { OrganisationModule } from "../organisation/index.ts";
import { commonPasswordMessage, hashPassword, isCommonPassword, verifyPassword } from "../system/index.ts";
import { overdueDays } from "./overdue.ts";
import { deferPassword, findPrincipal, lockAccount, setPassword } from "./repository.ts";
import { endSessions } from "./session-repository.ts";
import type { SessionStore } from "./sessions.ts";
import type { Throttle } from "./throttle.ts";
import type { PasswordTransport } from "./password-transport.ts";

export interface Passwords {
  overdue(caller: Caller): Promise<number>;
  change(caller: Caller, body: BodyOf<typeof authApi.resetPassword>, address: string): Promise<null>;
  defer(caller: Caller): Promise<null>;
  /** Asked again before something that concerns the sign-in: throws unless it is the own password. */
  check(caller: Caller, given: { readonly kid: string; readonly password: string }, address: string): Promise<void>;
}

export interface PasswordDeps {
  readonly ports: Pick<Ports, "database" | "clock">;
  readonly organisation: Pick<OrganisationModule, "enterprises">;
  readonly transport: PasswordTransport;
  readonly throttle: Throttle;
  readonly sessions: SessionStore;
}

const labels = { oldPassword: "原密码", newPassword: "新密码", password: "密码" } as const;

const refuse = (path: keyof typeof labels, message: string): never => {
  const label = labels[path];
  const fields: FieldError[] = [{ path, label, message }];
  throw new AppError("invalid", `${label}：${message}`, { fields });
};

export function createPasswords({ ports, organisation, transport, throttle, sessions }: PasswordDeps): Passwords {
  const { database, clock } = ports;
  const load = async (caller: Caller) => {
    // The password is the operator's, and the enterprise's rules are not.
    if (caller.entered) throw new AppError("refused", "请先返回运营平台，再修改密码");
    const [account, enterprise] = await Promise.all([
      database.tenant(caller.compId, (trx) => findPrincipal(trx, caller.userId)),
      organisation.enterprises.get(caller.compId),
    ]);
    if (!account) throw new AppError("noSession");
    return { account, enterprise };
  };

  async function checkRules(password: string): Promise<void> {
    try {
      passwordForm.validateSyncAt("newPassword", { newPassword: password });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      refuse("newPassword", error.message);
    }
    if (await isCommonPassword(password)) refuse("newPassword", commonPasswordMessage);
  }

  /** Whoever sits at an open desk can guess here, too: tries are counted for the session alone, and too many end it. */
  async function verifyOld(
    caller: Caller,
    stored: string,
    given: string,
    address: string,
    path: "oldPassword" | "password" = "oldPassword",
  ): Promise<void> {
    const attempt = await throttle.admit({ userName: caller.userName, address, device: `session:${caller.sessionId}` });
    if (await verifyPassword(stored, given)) return attempt.succeeded();
    const waitMs = await attempt.failed();
    if (waitMs === 0) return refuse(path, `${labels[path]}不正确`);
    await sessions.end({ accountId: caller.userId }, "password");
    throw new AppError("locked", `${labels[path]}输入错误次数过多，请重新登录`);
  }

  return {
    async check(caller, { kid, password }, address) {
      const { account } = await load(caller);
      await verifyOld(caller, account.passwordHash, await transport.open(kid, password), address, "password");
    },
    async overdue(caller) {
      if (caller.entered) return 0;
      const { account, enterprise } = await load(caller);
      return overdueDays(account, enterprise, clock.now());
    },
    async change(caller, body, address) {
      const oldPassword = await transport.open(body.kid, body.oldPassword);
      const newPassword = await transport.open(body.kid, body.newPassword);
      const { account } = await load(caller);
      await verifyOld(caller, account.passwordHash, oldPassword, address);
      await checkRules(newPassword);
      if (newPassword === oldPassword) refuse("newPassword", "新密码不能与原密码相同");
      const hash = await hashPassword(newPassword);
      const now = new Date(clock.now());
      const ended = await database.tenant(caller.compId, async (trx) => {
        await lockAccount(trx, caller.userId);
        await setPassword(trx, caller.userId, hash, now);
        return endSessions(trx, { accountId: caller.userId, exceptId: caller.sessionId }, "password", now);
      });
      await sessions.announce(ended, "password");
      return null;
    },
    async defer(caller) {
      const { account, enterprise } = await load(caller);
      if (account.mustChange === 1) throw new AppError("refused", "初始密码须先修改，不能推迟");
      if (enterprise?.forcePasswordChange === 1 && overdueDays(account, enterprise, clock.now()) > 0)
        throw new AppError("refused", "企业要求定期修改密码，不能推迟");
      await database.tenant(caller.compId, (trx) => deferPassword(trx, caller.userId, new Date(clock.now())));
      return null;
    },
  };
}
