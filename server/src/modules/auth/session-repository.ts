/** SQL of sessions. */
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { SessionEnd, SessionTable } from "../../ports/schema.ts";
import type { AccountRow } from "./repository.ts";

export type SessionRow = Selectable<SessionTable>;
export type EndReason = SessionEnd;

export const findSessionByAccess = (trx: Trx, accessHash: string): Promise<SessionRow | undefined> =>
  trx.selectFrom("session").selectAll().where("accessHash", "=", accessHash).executeTakeFirst();

export const findSession = (trx: Trx, id: string): Promise<SessionRow | undefined> =>
  trx.selectFrom("session").selectAll().where("id", "=", id).executeTakeFirst();

export const listLiving = (trx: Trx, ids: readonly string[], now: Date): Promise<SessionRow[]> =>
  trx
    .selectFrom("session")
    .selectAll()
    .where(sql<boolean>`id = any(${sql.val([...ids])}::text[])`)
    .where("endedAt", "is", null)
    .where("accessExpiresAt", ">", now)
    .execute();

/** Live ones of operators inside enterprises. */
export const listEntered = (trx: Trx): Promise<SessionRow[]> =>
  trx.selectFrom("session").selectAll().where("enteredCompId", "is not", null).where("endedAt", "is", null).execute();

/** The session that was signed in: of one inside an enterprise the operator's own, whose age counts. */
export const findOutside = async (trx: Trx, session: SessionRow): Promise<SessionRow> =>
  (session.enteredFrom === null ? undefined : await findSession(trx, session.enteredFrom)) ?? session;

export const lockSession = (trx: Trx, id: string): Promise<SessionRow | undefined> =>
  trx.selectFrom("session").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export async function insertSession(trx: Trx, session: SessionRow): Promise<void> {
  await trx.insertInto("session").values(session).execute();
}

export async function replaceTokens(
  trx: Trx,
  id: string,
  tokens: Pick<SessionRow, "accessHash" | "refreshHash" | "accessExpiresAt" | "refreshExpiresAt" | "lastSeenAt">,
): Promise<void> {
  await trx.updateTable("session").set(tokens).where("id", "=", id).execute();
}

export async function extendSession(trx: Trx, id: string, until: Date): Promise<void> {
  await trx
    .updateTable("session")
    .set({ accessExpiresAt: until, refreshExpiresAt: until })
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .execute();
}

export async function touchSession(trx: Trx, id: string, at: Date): Promise<void> {
  await trx.updateTable("session").set({ lastSeenAt: at }).where("id", "=", id).where("lastSeenAt", "<", at).execute();
}

/** Until when it lives unless it is refreshed; undefined: the session has ended, or its account is not in service. */
export const liveUntil = async (trx: Trx, sessionId: string, now: Date): Promise<Date | undefined> =>
  (
    await trx
      .selectFrom("session as s")
      .innerJoin("account as a", (j) => j.onRef("a.compId", "=", "s.compId").onRef("a.id", "=", "s.accountId"))
      .select("s.accessExpiresAt")
      .where("s.id", "=", sessionId)
      .where("a.enabled", "<>", 0)
      .where("s.endedAt", "is", null)
      .where("s.accessExpiresAt", ">", now)
      .executeTakeFirst()
  )?.accessExpiresAt;

/** Sessions in which a seat's account is signed in now. accountEnabled 2: it leaves as soon as its call is over. */
export const liveSeatSessions = (trx: Trx, compId: string, agentId: string, now: Date) =>
  trx
    .selectFrom("session as s")
    .innerJoin("account as a", (j) => j.onRef("a.compId", "=", "s.compId").onRef("a.id", "=", "s.accountId"))
    .select(["s.id", "a.enabled as accountEnabled"])
    .where("a.compId", "=", compId)
    .where("a.agentId", "=", agentId)
    .where("a.enabled", "<>", 0)
    .where("s.endedAt", "is", null)
    .where("s.enteredCompId", "is", null)
    .where("s.accessExpiresAt", ">", now)
    .execute();

/** Which of these sessions live, with the reason of those that do not. */
export const listEnds = (
  trx: Trx,
  ids: readonly string[],
): Promise<Pick<SessionRow, "id" | "endedAt" | "endReason">[]> =>
  trx.selectFrom("session").select(["id", "endedAt", "endReason"]).where("id", "in", ids).execute();

export interface EndedSession {
  readonly id: string;
  readonly accountId: string;
  readonly compId: string;
  readonly agentId: string | null;
}

/** Ends live sessions that match; returns what it ended, so that exactly one caller tells the others. */
export async function endSessions(
  trx: Trx,
  which: {
    readonly id?: string;
    readonly accountId?: string;
    readonly exceptId?: string;
    readonly expiredAt?: Date;
    readonly compId?: string;
    readonly enteredCompId?: string;
    readonly enteredFrom?: string;
    readonly exceptAgents?: readonly string[];
  },
  reason: EndReason,
  at: Date,
): Promise<EndedSession[]> {
  let query = trx.updateTable("session").set({ endedAt: at, endReason: reason }).where("endedAt", "is", null);
  // What was entered from a session ends with it.
  if (which.id !== undefined)
    query = query.where((e) => e.or([e("id", "=", which.id!), e("enteredFrom", "=", which.id!)]));
  if (which.compId !== undefined) query = query.where("compId", "=", which.compId);
  if (which.enteredCompId !== undefined) query = query.where("enteredCompId", "=", which.enteredCompId);
  if (which.enteredFrom !== undefined) query = query.where("enteredFrom", "=", which.enteredFrom);
  if (which.exceptAgents?.length)
    query = query.where("accountId", "not in", (e) =>
      e
        .selectFrom("account")
        .select("id")
        .where("compId", "=", which.compId ?? "")
        .where("agentId", "in", which.exceptAgents!),
    );
  if (which.accountId !== undefined) query = query.where("accountId", "=", which.accountId);
  if (which.exceptId !== undefined) query = query.where("id", "!=", which.exceptId);
  if (which.expiredAt !== undefined) query = query.where("refreshExpiresAt", "<=", which.expiredAt);
  const ended = await query.returning(["id", "accountId", "compId"]).execute();
  if (ended.length === 0) return [];
  const agents = await trx
    .selectFrom("account")
    .select(["id", "agentId"])
    .where(
      "id",
      "in",
      ended.map((row) => row.accountId),
    )
    .execute();
  const agentOf = new Map(agents.map((row) => [row.id, row.agentId]));
  return ended.map((row) => ({ ...row, agentId: agentOf.get(row.accountId) ?? null }));
}

export type ListedSession = Pick<SessionRow, "id" | "accountId" | "createdAt" | "lastSeenAt" | "address" | "device"> &
  Pick<AccountRow, "nickName" | "account" | "roleType">;

/** Live sessions of an account, an enterprise or all, newest sign of life first. */
export async function listSessions(
  trx: Trx,
  which: { readonly accountId?: string; readonly compId?: string; readonly compIds?: ReadonlySet<string> },
  now: Date,
  page: { readonly pageNo: number; readonly pageSize: number },
): Promise<{ list: ListedSession[]; total: number }> {
  let live = trx
    .selectFrom("session as s")
    .innerJoin("account as a", "a.id", "s.accountId")
    .where("s.endedAt", "is", null)
    .where("s.refreshExpiresAt", ">", now);
  if (which.compIds)
    live = live.where((e) =>
      e.or([e("s.compId", "in", [...which.compIds!, ""]), e("s.accountId", "=", which.accountId ?? "")]),
    );
  else if (which.accountId !== undefined) live = live.where("s.accountId", "=", which.accountId);
  if (which.compId !== undefined) live = live.where("s.compId", "=", which.compId);
  const { total } = await live.select((e) => e.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const list = await live
    .select([
      "s.id",
      "s.accountId",
      "s.createdAt",
      "s.lastSeenAt",
      "s.address",
      "s.device",
      "a.nickName",
      "a.account",
      "a.roleType",
    ])
    .orderBy("s.lastSeenAt", "desc")
    .orderBy("s.id", "desc")
    .limit(page.pageSize)
    .offset((page.pageNo - 1) * page.pageSize)
    .execute();
  return { list, total: Number(total) };
}

export async function countLive(trx: Trx, now: Date): Promise<{ sessions: number; enterprises: number }> {
  const sessions = await trx
    .selectFrom("session")
    .select((e) => e.fn.countAll<string>().as("n"))
    .where("endedAt", "is", null)
    .where("refreshExpiresAt", ">", now)
    .executeTakeFirstOrThrow();
  const enterprises = await trx
    .selectFrom("enterprise")
    .select((e) => e.fn.countAll<string>().as("n"))
    .executeTakeFirstOrThrow();
  return { sessions: Number(sessions.n), enterprises: Number(enterprises.n) };
}

/** At most `limit` sessions that ended before `at`; how many. */
export async function deleteEndedSessions(trx: Trx, at: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("session")
    .where("id", "in", (e) => e.selectFrom("session").select("id").where("endedAt", "<", at).limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
