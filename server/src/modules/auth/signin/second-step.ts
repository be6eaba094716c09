/** The second step: the ticket that the first gives, and a code of the account's app with it. */
import { AppError } from "@liantai/api/contract";
import { findPrincipal, type Principal } from "../repository.ts";
import type { Attempt } from "../throttle.ts";
import { hashToken } from "../tokens.ts";
import { totpSource } from "../totp/codes.ts";
import type { From, SignInDeps, TokenReply } from "./deps.ts";
import { enter } from "./opening.ts";
import { logLocked, logSignIn, refuseDisabled } from "./refusing.ts";

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

const stepKey = (ticket: string) => `auth:totp:step:${hashToken(ticket)}`;

async function keepTicket({ ports: { broker, clock } }: SignInDeps, ticket: string, first: FirstStep): Promise<void> {
  const leftMs = first.until - clock.now();
  if (first.failed < secondStepTries && leftMs > 0) await broker.set(stepKey(ticket), JSON.stringify(first), leftMs);
}

/** The answer to the right password of an account with a second step. */
export async function askSecondStep(deps: SignInDeps, { id, passwordChangedAt }: Principal): Promise<AppError> {
  const ticket = deps.ports.random.token(32);
  const until = deps.ports.clock.now() + secondStepMs;
  await keepTicket(deps, ticket, { accountId: id, passwordAt: passwordChangedAt.getTime(), failed: 0, until });
  return new AppError("totpNeeded", undefined, { ticket, expiresIn: secondStepMs / 1_000 });
}

/** Takes the ticket: of two at once one goes on. Throws where its password is no longer the account's. */
async function takeTicket(
  { ports: { broker, database } }: SignInDeps,
  ticket: string,
): Promise<{ readonly first: FirstStep; readonly account: Principal }> {
  const kept = await broker.take(stepKey(ticket));
  const first = kept === undefined ? undefined : (JSON.parse(kept) as FirstStep);
  // system: before sign-in there is no enterprise to set.
  const account = first && (await database.system((trx) => findPrincipal(trx, first.accountId)));
  // Switched off, or another password, meanwhile: the first step is taken anew.
  if (!account || account.totpSecret === null || account.passwordChangedAt.getTime() !== first.passwordAt)
    throw new AppError("totpTooLate");
  return { first, account };
}

async function admitCode(
  deps: SignInDeps,
  ticket: string,
  first: FirstStep,
  account: Principal,
  from: From,
): Promise<Attempt> {
  const device = deps.devices.known(from.headers["cookie"], account);
  try {
    return await deps.throttle.admit(totpSource(account.id, from.address, device));
  } catch (error) {
    // Nothing was tried: whoever waits as long as he is told goes on with the same ticket.
    await keepTicket(deps, ticket, first);
    await logLocked(deps, error, account.userName, account, from);
    throw error;
  }
}

export async function withTotp(deps: SignInDeps, ticket: string, code: string, from: From): Promise<TokenReply> {
  const { first, account } = await takeTicket(deps, ticket);
  await refuseDisabled(deps, account, from);
  const attempt = await admitCode(deps, ticket, first, account, from);
  if (!(await deps.totp.spend(account.id, code, from))) {
    await attempt.failed();
    await keepTicket(deps, ticket, { ...first, failed: first.failed + 1 });
    await logSignIn(deps, account.userName, account, "bad-totp", from);
    throw new AppError("badTotp");
  }
  await attempt.succeeded();
  return enter(deps, account, from);
}
