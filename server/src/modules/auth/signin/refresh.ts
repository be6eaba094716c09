/** The refresh_token grant: new tokens for a session that lives. */
import { AppError, type ErrorName } from "@liantai/api/contract";
import {
  extendSession,
  findOutside,
  lockSession,
  replaceTokens,
  type EndReason,
  type SessionRow,
} from "../session-repository.ts";
import { hashToken, makeTokens, presentTokens, sessionEnd, sessionOfRefresh, storedTokens } from "../tokens.ts";
import type { SignInDeps, TokenReply } from "./deps.ts";

/** A refresh that is sent again within this time (a lost reply, two pages of one session) gets the same tokens. */
const repeatMs = 10_000;

/** What the page of an ended session is told; anything else: noSession. */
const told = ["elsewhere", "ended", "pushedOut"] as const satisfies readonly EndReason[];

/** Why the session gets no new tokens; undefined: it lives. */
function whyNot(session: SessionRow, endsAt: number, now: number): ErrorName | undefined {
  if (endsAt <= now && (!session.endedAt || session.endReason === "expired")) return "sessionTooOld";
  if (session.endedAt) return told.find((reason) => reason === session.endReason) ?? "noSession";
  return undefined;
}

export async function withRefresh(deps: SignInDeps, refreshToken: string): Promise<TokenReply> {
  const { sealer, sessions } = deps;
  const { database, broker, clock, random } = deps.ports;
  const id = sessionOfRefresh(refreshToken, sealer);
  if (id === undefined) throw new AppError("noSession");
  const repeatKey = `auth:rotated:${hashToken(refreshToken)}`;
  const tokens = makeTokens(id, random, sealer);
  // system: the session says whose it is.
  const outcome = await database.system(async (trx) => {
    const session = await lockSession(trx, id);
    if (!session) return { error: "noSession" as const };
    const endsAt = sessionEnd((await findOutside(trx, session)).createdAt, deps.sessionDays);
    const error = whyNot(session, endsAt, clock.now());
    if (error) return { error };
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
}
