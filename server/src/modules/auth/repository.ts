/** SQL of accounts, sessions, the login log and this module's settings. */
import type { Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { AccountTable, LoginLogTable, SessionTable } from "../../ports/schema.ts";

export type AccountRow = Selectable<AccountTable>;
export type SessionRow = Selectable<SessionTable>;
export type EndReason =
  "logout" | "elsewhere" | "ended" | "expired" | "password" | "disabled" | "pushedOut" | "enterprise";

/** An account with what its enterprise says about it; operators have no enterprise. */
export type Principal = AccountRow & {
  readonly enterprise_enabled: number | null;
  readonly hidden_global_phone: number | null;
  readonly force_password_change: number | null;
  readonly reminder_cycle: number | null;
  readonly enterprise_expires_at: Date | null;
};

const principals = (trx: Trx) =>
  trx
    .selectFrom("account as a")
    .leftJoin("enterprise as e", "e.comp_id", "a.comp_id")
    .selectAll("a")
    .select([
      "e.enabled as enterprise_enabled",
      "e.hidden_global_phone",
      "e.force_password_change",
      "e.reminder_cycle",
      "e.expires_at as enterprise_expires_at",
    ]);

export const findPrincipalByName = (trx: Trx, userName: string): Promise<Principal | undefined> =>
  principals(trx).where("a.user_name", "=", userName).executeTakeFirst();

export const findPrincipal = (trx: Trx, accountId: string): Promise<Principal | undefined> =>
  principals(trx).where("a.id", "=", accountId).executeTakeFirst();

/** Held to the end of the transaction: of two sign-ins of one account the later one ends the earlier. */
export const lockAccount = (trx: Trx, accountId: string): Promise<unknown> =>
  trx.selectFrom("account").select("id").where("id", "=", accountId).forUpdate().executeTakeFirstOrThrow();

export const findSessionByAccess = (trx: Trx, accessHash: string): Promise<SessionRow | undefined> =>
  trx.selectFrom("session").selectAll().where("access_hash", "=", accessHash).executeTakeFirst();

export const findSession = (trx: Trx, id: string): Promise<SessionRow | undefined> =>
  trx.selectFrom("session").selectAll().where("id", "=", id).executeTakeFirst();

/** The session that was signed in: of one inside an enterprise the operator's own, whose age counts. */
export const findOutside = async (trx: Trx, session: SessionRow): Promise<SessionRow> =>
  (session.entered_from === null ? undefined : await findSession(trx, session.entered_from)) ?? session;

export const lockSession = (trx: Trx, id: string): Promise<SessionRow | undefined> =>
  trx.selectFrom("session").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export async function insertSession(trx: Trx, session: SessionRow): Promise<void> {
  await trx.insertInto("session").values(session).execute();
}

export async function replaceTokens(
  trx: Trx,
  id: string,
  tokens: Pick<
    SessionRow,
    "access_hash" | "refresh_hash" | "access_expires_at" | "refresh_expires_at" | "last_seen_at"
  >,
): Promise<void> {
  await trx.updateTable("session").set(tokens).where("id", "=", id).execute();
}

export async function extendSession(trx: Trx, id: string, until: Date): Promise<void> {
  await trx
    .updateTable("session")
    .set({ access_expires_at: until, refresh_expires_at: until })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

export async function touchSession(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("session")
    .set({ last_seen_at: at })
    .where("id", "=", id)
    .where("last_seen_at", "<", at)
    .execute();
}

/** Sessions in which a seat's account is signed in now. accountEnabled 2: it leaves as soon as its call is over. */
export const liveSeatSessions = (trx: Trx, compId: string, agentId: string, now: Date) =>
  trx
    .selectFrom("session as s")
    .innerJoin("account as a", (j) => j.onRef("a.comp_id", "=", "s.comp_id").onRef("a.id", "=", "s.account_id"))
    .select(["s.id", "a.enabled as accountEnabled"])
    .where("a.comp_id", "=", compId)
    .where("a.agent_id", "=", agentId)
    .where("a.enabled", "<>", 0)
    .where("s.ended_at", "is", null)
    .where("s.entered_comp_id", "is", null)
    .where("s.access_expires_at", ">", now)
    .execute();

/** Which of these sessions live, with the reason of those that do not. */
export const listEnds = (
  trx: Trx,
  ids: readonly string[],
): Promise<Pick<SessionRow, "id" | "ended_at" | "end_reason">[]> =>
  trx.selectFrom("session").select(["id", "ended_at", "end_reason"]).where("id", "in", ids).execute();

export interface EndedSession {
  readonly id: string;
  readonly account_id: string;
  readonly comp_id: string;
  readonly agent_id: string | null;
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
  let query = trx.updateTable("session").set({ ended_at: at, end_reason: reason }).where("ended_at", "is", null);
  // What was entered from a session ends with it.
  if (which.id !== undefined)
    query = query.where((e) => e.or([e("id", "=", which.id!), e("entered_from", "=", which.id!)]));
  if (which.compId !== undefined) query = query.where("comp_id", "=", which.compId);
  if (which.enteredCompId !== undefined) query = query.where("entered_comp_id", "=", which.enteredCompId);
  if (which.enteredFrom !== undefined) query = query.where("entered_from", "=", which.enteredFrom);
  if (which.exceptAgents?.length)
    query = query.where("account_id", "not in", (e) =>
      e
        .selectFrom("account")
        .select("id")
        .where("comp_id", "=", which.compId ?? "")
        .where("agent_id", "in", which.exceptAgents!),
    );
  if (which.accountId !== undefined) query = query.where("account_id", "=", which.accountId);
  if (which.exceptId !== undefined) query = query.where("id", "!=", which.exceptId);
  if (which.expiredAt !== undefined) query = query.where("refresh_expires_at", "<=", which.expiredAt);
  const ended = await query.returning(["id", "account_id", "comp_id"]).execute();
  if (ended.length === 0) return [];
  const agents = await trx
    .selectFrom("account")
    .select(["id", "agent_id"])
    .where(
      "id",
      "in",
      ended.map((row) => row.account_id),
    )
    .execute();
  const agentOf = new Map(agents.map((row) => [row.id, row.agent_id]));
  return ended.map((row) => ({ ...row, agent_id: agentOf.get(row.account_id) ?? null }));
}

export type ListedSession = Pick<
  SessionRow,
  "id" | "account_id" | "created_at" | "last_seen_at" | "address" | "device"
> &
  Pick<AccountRow, "nick_name" | "account" | "role_type">;

/** Live sessions of an account, an enterprise or all, newest sign of life first. */
export async function listSessions(
  trx: Trx,
  which: { readonly accountId?: string; readonly compId?: string; readonly compIds?: ReadonlySet<string> },
  now: Date,
  page: { readonly pageNo: number; readonly pageSize: number },
): Promise<{ list: ListedSession[]; total: number }> {
  let live = trx
    .selectFrom("session as s")
    .innerJoin("account as a", "a.id", "s.account_id")
    .where("s.ended_at", "is", null)
    .where("s.refresh_expires_at", ">", now);
  if (which.compIds)
    live = live.where((e) =>
      e.or([e("s.comp_id", "in", [...which.compIds!, ""]), e("s.account_id", "=", which.accountId ?? "")]),
    );
  else if (which.accountId !== undefined) live = live.where("s.account_id", "=", which.accountId);
  if (which.compId !== undefined) live = live.where("s.comp_id", "=", which.compId);
  const { total } = await live.select((e) => e.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const list = await live
    .select([
      "s.id",
      "s.account_id",
      "s.created_at",
      "s.last_seen_at",
      "s.address",
      "s.device",
      "a.nick_name",
      "a.account",
      "a.role_type",
    ])
    .orderBy("s.last_seen_at", "desc")
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
    .where("ended_at", "is", null)
    .where("refresh_expires_at", ">", now)
    .executeTakeFirstOrThrow();
  const enterprises = await trx
    .selectFrom("enterprise")
    .select((e) => e.fn.countAll<string>().as("n"))
    .executeTakeFirstOrThrow();
  return { sessions: Number(sessions.n), enterprises: Number(enterprises.n) };
}

export async function recordFailure(
  trx: Trx,
  accountId: string,
  count: number,
  lockedUntil: Date | null,
): Promise<void> {
  await trx
    .updateTable("account")
    .set({ failed_count: count, ...(lockedUntil ? { locked_until: lockedUntil } : {}) })
    .where("id", "=", accountId)
    .execute();
}

export async function clearFailures(trx: Trx, accountId: string): Promise<void> {
  await trx.updateTable("account").set({ failed_count: 0, locked_until: null }).where("id", "=", accountId).execute();
}

export async function setPassword(trx: Trx, accountId: string, passwordHash: string, at: Date): Promise<void> {
  await trx
    .updateTable("account")
    .set({ password_hash: passwordHash, password_changed_at: at, password_deferred_at: null, must_change: 0 })
    .where("id", "=", accountId)
    .execute();
}

export async function deferPassword(trx: Trx, accountId: string, at: Date): Promise<void> {
  await trx.updateTable("account").set({ password_deferred_at: at }).where("id", "=", accountId).execute();
}

export async function insertLoginLog(trx: Trx, row: Selectable<LoginLogTable>): Promise<void> {
  await trx.insertInto("login_log").values(row).execute();
}

/** At most `limit` sessions that ended before `at`; how many. */
export async function deleteEndedSessions(trx: Trx, at: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("session")
    .where("id", "in", (e) => e.selectFrom("session").select("id").where("ended_at", "<", at).limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** At most `limit` entries from before `at`; how many. */
export async function deleteLoginLog(trx: Trx, at: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("login_log")
    .where("id", "in", (e) => e.selectFrom("login_log").select("id").where("at", "<", at).limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whose log an attempt belongs to when no account has the name. */
export const enterpriseExists = async (trx: Trx, compId: string): Promise<boolean> =>
  (await trx.selectFrom("enterprise").select("comp_id").where("comp_id", "=", compId).executeTakeFirst()) !== undefined;

export const readSetting = async (trx: Trx, key: string): Promise<unknown> =>
  (await trx.selectFrom("setting").select("value").where("key", "=", key).executeTakeFirst())?.value;

/** Writes when nobody did, and answers what stands there. */
export async function writeSettingOnce(trx: Trx, key: string, value: unknown): Promise<unknown> {
  await trx
    .insertInto("setting")
    .values({ key, value: JSON.stringify(value) })
    .onConflict((on) => on.doNothing())
    .execute();
  return readSetting(trx, key);
}
