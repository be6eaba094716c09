/** A new session for whoever has shown everything; it ends the account's other ones. */
import { clearFailures, lockAccount, type Principal } from "../repository.ts";
import { endSessions, insertSession } from "../session-repository.ts";
import { makeTokens, presentTokens, sessionEnd, storedTokens } from "../tokens.ts";
import { deviceLength, type From, type SignInDeps, type TokenReply } from "./deps.ts";
import { logSignIn } from "./refusing.ts";

async function open(deps: SignInDeps, account: Principal, from: From): Promise<TokenReply> {
  const { database, clock, random } = deps.ports;
  const id = random.id();
  const tokens = makeTokens(id, random, deps.sealer);
  const now = new Date(clock.now());
  const endsAt = sessionEnd(now, deps.sessionDays);
  // system: before sign-in there is no enterprise to set.
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
  await deps.sessions.announce(others, "elsewhere");
  return presentTokens(tokens, now.getTime(), endsAt);
}

export async function enter(deps: SignInDeps, account: Principal, from: From): Promise<TokenReply> {
  from.setHeader?.("set-cookie", deps.devices.cookie(account, from.origin.startsWith("https:")));
  const reply = await open(deps, account, from);
  await logSignIn(deps, account.userName, account, "ok", from);
  return reply;
}
