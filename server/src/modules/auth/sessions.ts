/** Live sessions: who calls, and their end. Every request passes here, so the answer is cached for up to 30 s. */
import { isOperator, type TotpRequired } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { publish, subscribe } from "../topics.ts";
import { cacheMs, createSessionCache, type SessionCache } from "./session-cache.ts";
import { callerOf, callersOf, isRefused, lane, type CallerDeps, type Refused } from "./session-callers.ts";
import {
  endSessions,
  findSession,
  findSessionByAccess,
  listEnds,
  listEntered,
  touchSession,
  type EndedSession,
  type EndReason,
  type SessionRow,
} from "./session-repository.ts";
import { hashToken } from "./tokens.ts";

export interface Sessions {
  /** Who holds this access token, or why nobody does. */
  resolve(accessToken: string): Promise<Caller | Refused>;
  /** The caller of a session that is known by its id, e.g. from a ticket. */
  byId(sessionId: string): Promise<Caller | Refused>;
  /** The callers of those of these sessions that live, by session; one question for all. */
  living(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Caller>>;
  /** Why each of these sessions that no longer lives ended; live ones are left out. */
  endsOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, EndReason>>;
}

export interface SessionStore extends Sessions {
  end(which: Parameters<typeof endSessions>[1], reason: EndReason): Promise<readonly EndedSession[]>;
  /** Tells every process of sessions that a transaction of ours ended. */
  announce(ended: readonly EndedSession[], reason: EndReason): Promise<void>;
  /** The access token that a refresh replaced works for 30 s more: requests are under way with it. */
  keepReplaced(accessHash: string, sessionId: string): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type SessionPorts = Pick<Ports, "database" | "broker" | "clock" | "logger">;

const sweepMs = 300_000;
const replacedKey = (accessHash: string) => `auth:replaced:${accessHash}`;

/** The session of an access token, and how long the answer may be kept. */
async function lookUp(
  { database, broker, clock }: SessionPorts,
  accessHash: string,
): Promise<{ row: SessionRow | undefined; forMs: number }> {
  // system, here and below: which enterprise to set is found out with the session (session-callers.ts).
  const row = await database.system((trx) => findSessionByAccess(trx, accessHash), lane);
  if (row) return { row, forMs: Math.min(cacheMs, row.accessExpiresAt.getTime() - clock.now()) };
  const replaced = await broker.get(replacedKey(accessHash));
  return {
    row: replaced === undefined ? undefined : await database.system((trx) => findSession(trx, replaced), lane),
    forMs: 0,
  };
}

async function endsOf(
  { database }: SessionPorts,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, EndReason>> {
  if (sessionIds.length === 0) return new Map();
  // system: one process holds sockets of many enterprises.
  const rows = await database.system((trx) => listEnds(trx, sessionIds), lane);
  const known = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    sessionIds.flatMap((id) =>
      known.get(id)?.endedAt === null ? [] : [[id, known.get(id)?.endReason ?? "expired"] as const],
    ),
  );
}

/** What other processes say of sessions and rights. Gives the ends of the subscriptions. */
const listen = async ({ broker }: SessionPorts, cache: SessionCache) => [
  await subscribe(broker, "session.ended", ({ sessionId }) => cache.forget(sessionId)),
  await subscribe(broker, "operators.changed", () =>
    cache.forgetCallers((caller) => isOperator(caller) || caller.entered === true),
  ),
  await subscribe(broker, "grants.changed", (whose) =>
    "accountIds" in whose ? cache.forgetCallers(({ userId }) => whose.accountIds.includes(userId)) : undefined,
  ),
  // Whether it hides numbers is part of who calls.
  await subscribe(broker, "enterprise.changed", ({ compId }) =>
    cache.forgetCallers((caller) => caller.compId === compId),
  ),
];

/** Operators in enterprises that their unit looks after no more come out, pages and talks that they listen to included. */
async function leaveStrangers(
  { database }: SessionPorts,
  callers: CallerDeps,
  end: SessionStore["end"],
): Promise<void> {
  // system: operators may be in any enterprise.
  for (const row of await database.system(listEntered)) {
    const caller = await callerOf(callers, row);
    if (isRefused(caller) && caller.refused === "ended") await end({ id: row.id }, "ended");
  }
}

export function createSessions(
  ports: SessionPorts,
  sessionDays: number,
  totpRequired: TotpRequired = "none",
): SessionStore {
  const { database, broker, clock, logger } = ports;
  const cache = createSessionCache(clock);
  const callers = { ports, sessionDays, totpRequired };
  let closing: (() => void | Promise<void>)[] = [];

  function touch(sessionId: string): void {
    const now = clock.now();
    if (!cache.touch(sessionId, now)) return;
    // A missed touch only shows an older time in the list of sessions.
    database
      .system((trx) => touchSession(trx, sessionId, new Date(now)))
      .catch((error: unknown) => logger.warn({ error }, "session not touched"));
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    cache.sweep(now);
    await store.end({ expiredAt: new Date(now) }, "expired");
  }

  const store: SessionStore = {
    async resolve(accessToken) {
      const hash = hashToken(accessToken);
      const known = cache.find(hash);
      if (known) {
        touch(known.sessionId);
        return known;
      }
      const asked = cache.epoch();
      const { row, forMs } = await lookUp(ports, hash);
      const answer = await callerOf(callers, row);
      if (isRefused(answer)) return answer;
      // Whoever has just done what held him up goes on at once, in every process.
      if (answer.held === undefined) cache.keep(hash, answer, forMs, asked);
      touch(answer.sessionId);
      return answer;
    },
    byId: async (sessionId) => callerOf(callers, await database.system((trx) => findSession(trx, sessionId), lane)),
    living: (sessionIds) => callersOf(callers, sessionIds),
    endsOf: (sessionIds) => endsOf(ports, sessionIds),
    async end(which, reason) {
      // system: sessions end over accounts and enterprises; the callers have decided who may.
      const rows = await database.system((trx) => endSessions(trx, which, reason, new Date(clock.now())));
      await store.announce(rows, reason);
      return rows;
    },
    async announce(rows, reason) {
      for (const { id, accountId, compId, agentId } of rows) {
        cache.forget(id);
        await publish(broker, "session.ended", { sessionId: id, accountId, compId, agentId, reason });
      }
    },
    keepReplaced: (accessHash, sessionId) => broker.set(replacedKey(accessHash), sessionId, cacheMs),
    async start() {
      const unsubscribe = await listen(ports, cache);
      const leave = await subscribe(
        broker,
        "operators.changed",
        () =>
          void leaveStrangers(ports, callers, store.end).catch((error: unknown) =>
            logger.warn({ error }, "sessions of operators inside enterprises were not looked at"),
          ),
      );
      const timer = clock.every(
        sweepMs,
        () => void sweep().catch((error: unknown) => logger.warn({ error }, "session sweep failed")),
      );
      closing = [...unsubscribe, leave, () => timer.cancel()];
    },
    async stop() {
      for (const close of closing.splice(0)) await close();
    },
  };
  return store;
}
