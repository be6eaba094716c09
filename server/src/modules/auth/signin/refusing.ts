/** The log of sign-ins, and who is refused with what. */
import { AppError, operatorCode } from "@liantai/api/contract";
import type { LoginResult } from "@liantai/api/contract/admin";
import { enterpriseExists, insertLoginLog, recordFailure, type Principal } from "../repository.ts";
import { waitMessage, type Attempt, type Source } from "../throttle.ts";
import { deviceLength, type From, type SignInDeps } from "./deps.ts";

type Deps = Pick<SignInDeps, "ports" | "throttle">;

// system, here and below: before sign-in there is no enterprise to set.
export async function logSignIn(
  { ports: { database, clock, random } }: Deps,
  userName: string,
  account: Principal | undefined,
  result: LoginResult,
  from: From,
): Promise<void> {
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

/** Whoever has to wait is in the log. */
export async function logLocked(
  deps: Deps,
  error: unknown,
  userName: string,
  account: Principal | undefined,
  from: From,
): Promise<void> {
  if (error instanceof AppError && error.error === "locked") await logSignIn(deps, userName, account, "locked", from);
}

/** Before anything is verified; the wait that is stored with the account binds strangers' browsers. */
export async function admit(deps: Deps, source: Source, account: Principal | undefined, from: From): Promise<Attempt> {
  const { clock } = deps.ports;
  try {
    const until = source.device === undefined ? (account?.lockedUntil?.getTime() ?? 0) : 0;
    if (until > clock.now()) throw new AppError("locked", waitMessage(until - clock.now()));
    return await deps.throttle.admit(source);
  } catch (error) {
    await logLocked(deps, error, source.userName, account, from);
    throw error;
  }
}

export async function refuseWrong(
  deps: Deps,
  source: Source,
  account: Principal | undefined,
  attempt: Attempt,
  from: From,
): Promise<never> {
  const { database, clock } = deps.ports;
  const waitMs = await attempt.failed();
  if (account && waitMs > 0 && source.device === undefined)
    await database.system((trx) =>
      recordFailure(trx, account.id, account.failedCount + 1, new Date(clock.now() + waitMs)),
    );
  await logSignIn(deps, source.userName, account, account ? "bad-password" : "unknown", from);
  throw new AppError(
    "badCredentials",
    waitMs > 0 ? `账号或密码错误，请${Math.ceil(waitMs / 1_000)}秒后再试` : undefined,
  );
}

/** Throws where the account or its enterprise is out of service. */
export async function refuseDisabled(deps: Deps, account: Principal, from: From): Promise<void> {
  const expired =
    account.enterpriseExpiresAt !== null && account.enterpriseExpiresAt.getTime() <= deps.ports.clock.now();
  const why =
    account.enabled !== 1
      ? "accountDisabled"
      : account.enterpriseEnabled === 0
        ? "enterpriseDisabled"
        : expired
          ? "enterpriseExpired"
          : undefined;
  if (!why) return;
  await logSignIn(deps, account.userName, account, "disabled", from);
  throw new AppError(why);
}
