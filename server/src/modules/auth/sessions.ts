/** Live sessions: who calls, and their end. Every request passes here, so the answer is cached for up to 30 s. */
import type { ErrorName, TotpRequired } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { publish, subscribe } from "../topics.ts";
import { findEntered, listLookedAfter } from "./entered-repository.ts";
import { heldBy, mustEnrol } from "./policy.ts";
import { presentCaller, presentEntered } from "./present.ts";
import {
  endSessions,
  findPrincipal,
  findSession,
  findOutside,
  findSessionByAccess,
  listEnds,
  touchSession,
  type EndedSession,
  type EndReason,
  type SessionRow,
} from "./repository.ts";
import { hashToken, sessionEnd } from "./tokens.ts";

export interface Refused {
  readonly refused: ErrorName;
}

export interface Sessions {
  /** Who holds this access token, or why nobody does. */
  resolve(accessToken: string): Promise<Caller | Refused>;
  /** The caller of a session that is known by its id, e.g. from a ticket. */
  byId(sessionId: string): Promise<Caller | Refused>;
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

const cacheMs = 30_000;
const touchMs = 60_000;
const sweepMs = 300_000;
const replacedKey = (accessHash: string) => `auth:replaced:${accessHash}`;

/** What a page is told when its session is over. */
const refusals: Readonly<Record<EndReason, ErrorName>> = {
  elsewhere: "elsewhere",
  ended: "ended",
  logout: "noSession",
  expired: "noSession",
  password: "noSession",
  disabled: "ended",
  pushedOut: "pushedOut",
  enterprise: "enterpriseStopped",
};

interface Cached {
  readonly caller: Caller;
  readonly until: number;
}

export const isRefused = (answer: object): answer is Refused => "refused" in answer;

export function createSessions(
  ports: Pick<Ports, "database" | "broker" | "clock" | "logger">,
  sessionDays: number,
  totpRequired: TotpRequired = "none",
): SessionStore {
  const { database, broker, clock, logger } = ports;
  const cache = new Map<string, Cached>();
  /** Sessions whose end was heard while a look-up may have been on its way. */
  const ended = new Map<string, number>();
  const touched = new Map<string, number>();
  let closing: (() => void | Promise<void>)[] = [];
  /** Grows when somebody's rights change. */
  let epoch = 0;

  const forget = (sessionId: string) => {
    ended.set(sessionId, clock.now());
    touched.delete(sessionId);
    for (const [hash, entry] of cache) if (entry.caller.sessionId === sessionId) cache.delete(hash);
  };

  /** Past its absolute end: the page is told that it is no fault of its own. */
  async function tooOld(row: SessionRow): Promise<boolean> {
    // system: as below; the operator's own session waits outside of the enterprise.
    const outside = await database.system((trx) => findOutside(trx, row));
    return sessionEnd(outside.createdAt, sessionDays) <= clock.now();
  }

  async function check(row: SessionRow | undefined): Promise<Caller | Refused> {
    if (!row) return { refused: "noSession" };
    if (row.accessExpiresAt.getTime() <= clock.now() && (!row.endedAt || row.endReason === "expired"))
      return { refused: (await tooOld(row)) ? "sessionTooOld" : "noSession" };
    if (row.endedAt) return { refused: refusals[row.endReason as EndReason] ?? "noSession" };
    // system: who calls, and so which enterprise to set, is what is being found out.
    const account = await database.system((trx) => findPrincipal(trx, row.accountId));
    if (!account) return { refused: "noSession" };
    // 2: out of service as soon as the call is over; until then the session lives (modules/seats/service-end.ts).
    if (account.enabled === 0) return { refused: "ended" };
    if (account.enterpriseEnabled === 0 && row.endsAfterCall !== 1) return { refused: "enterpriseStopped" };
    const looksAfterAll = account.roleType !== 0 || account.isSuper === 1;
    const companies = looksAfterAll
      ? undefined
      : new Set(await database.system((trx) => listLookedAfter(trx, account.unitId)));
    if (row.enteredCompId !== null) {
      // Outside he is led to the second step; whoever was inside when it became a duty comes out first.
      if (mustEnrol(account, totpRequired)) return { refused: "ended" };
      const inside = await database.system((trx) => findEntered(trx, row.enteredCompId!));
      // An enterprise that went to another unit is no longer the operator's to be in.
      if (companies?.has(row.enteredCompId) === false) return { refused: "ended" };
      return inside ? presentEntered(account, inside, row.id) : { refused: "noSession" };
    }
    return presentCaller(account, row.id, heldBy(account, clock.now(), totpRequired), companies);
  }

  function touch(sessionId: string): void {
    const now = clock.now();
    if (now - (touched.get(sessionId) ?? 0) < touchMs) return;
    touched.set(sessionId, now);
    // system: as above; a missed touch only shows an older time in the list of sessions.
    database
      .system((trx) => touchSession(trx, sessionId, new Date(now)))
      .catch((error: unknown) => logger.warn({ error }, "session not touched"));
  }

  async function lookUp(accessHash: string): Promise<{ row: SessionRow | undefined; forMs: number }> {
    // system: see check().
    const row = await database.system((trx) => findSessionByAccess(trx, accessHash));
    if (row) return { row, forMs: Math.min(cacheMs, row.accessExpiresAt.getTime() - clock.now()) };
    const replaced = await broker.get(replacedKey(accessHash));
    return {
      row: replaced === undefined ? undefined : await database.system((trx) => findSession(trx, replaced)),
      forMs: 0,
    };
  }

  /** Rights changed somewhere: the next request of each of these reads them anew, and so does one that is being looked up. */
  function forgetCallers(whose: (caller: Caller) => boolean): void {
    epoch += 1;
    for (const [hash, { caller }] of cache) if (whose(caller)) cache.delete(hash);
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    for (const [hash, entry] of cache) if (entry.until <= now) cache.delete(hash);
    for (const [id, at] of ended) if (now - at > 2 * cacheMs) ended.delete(id);
    for (const [id, at] of touched) if (now - at > 10 * touchMs) touched.delete(id);
    await store.end({ expiredAt: new Date(now) }, "expired");
  }

  const store: SessionStore = {
    async resolve(accessToken) {
      const hash = hashToken(accessToken);
      const known = cache.get(hash);
      if (known && known.until > clock.now()) {
        touch(known.caller.sessionId);
        return known.caller;
      }
      cache.delete(hash);
      const asked = epoch;
      const { row, forMs } = await lookUp(hash);
      const answer = await check(row);
      if (isRefused(answer)) return answer;
      // Whoever has just done what held him up goes on at once, in every process.
      if (forMs > 0 && asked === epoch && answer.held === undefined && !ended.has(answer.sessionId))
        cache.set(hash, { caller: answer, until: clock.now() + forMs });
      touch(answer.sessionId);
      return answer;
    },
    // system: see check().
    byId: async (sessionId) => check(await database.system((trx) => findSession(trx, sessionId))),
    async endsOf(sessionIds) {
      if (sessionIds.length === 0) return new Map();
      // system: one process holds sockets of many enterprises.
      const rows = await database.system((trx) => listEnds(trx, sessionIds));
      const known = new Map(rows.map((row) => [row.id, row]));
      return new Map(
        sessionIds.flatMap((id) =>
          known.get(id)?.endedAt === null ? [] : [[id, (known.get(id)?.endReason ?? "expired") as EndReason] as const],
        ),
      );
    },
    async end(which, reason) {
      // system: sessions end over accounts and enterprises; the callers have decided who may.
      const rows = await database.system((trx) => endSessions(trx, which, reason, new Date(clock.now())));
      await store.announce(rows, reason);
      return rows;
    },
    async announce(rows, reason) {
      for (const row of rows) {
        forget(row.id);
        await publish(broker, "session.ended", {
          sessionId: row.id,
          accountId: row.accountId,
          compId: row.compId,
          agentId: row.agentId,
          reason,
        });
      }
    },
    keepReplaced: (accessHash, sessionId) => broker.set(replacedKey(accessHash), sessionId, cacheMs),
    async start() {
      const unsubscribe = await subscribe(broker, "session.ended", ({ sessionId }) => forget(sessionId));
      const unsubscribeOperators = await subscribe(broker, "operators.changed", () =>
        forgetCallers((caller) => caller.roleType === 0 || caller.entered === true),
      );
      const unsubscribeGrants = await subscribe(broker, "grants.changed", (whose) =>
        "accountIds" in whose ? forgetCallers(({ userId }) => whose.accountIds.includes(userId)) : undefined,
      );
      const timer = clock.every(
        sweepMs,
        () => void sweep().catch((error: unknown) => logger.warn({ error }, "session sweep failed")),
      );
      // Whether it hides numbers is part of who calls.
      const unsubscribeEnterprise = await subscribe(broker, "enterprise.changed", ({ compId }) =>
        forgetCallers((caller) => caller.compId === compId),
      );
      closing = [unsubscribeEnterprise, () => timer.cancel(), unsubscribe, unsubscribeOperators, unsubscribeGrants];
    },
    async stop() {
      for (const close of closing.splice(0)) await close();
    },
  };
  return store;
}
