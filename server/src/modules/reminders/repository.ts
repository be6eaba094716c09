/** SQL of reminders. */
import type { ReminderMessage } from "@liantai/api/contract";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { ReminderTable } from "../../ports/schema/reminders.ts";
import { gathered } from "../gathered.ts";

export type ReminderRow = Selectable<ReminderTable>;
type Key = Pick<ReminderRow, "compId" | "accountId" | "key">;
type Ended = Key & Pick<ReminderRow, "dueAt">;

interface New {
  readonly compId: string;
  readonly key: string;
  readonly subject: string;
  readonly dueAt: Date;
  readonly message: ReminderMessage;
}

export type ToWhom = { readonly accountIds: readonly string[] } | { readonly agentIds: readonly string[] };

/**
 * For those of them that are the enterprise's (an operator inside has none there), and for seats that may sign in. One that is there
 * already stays as it is.
 */
export async function insertReminders(trx: Trx, row: New, to: ToWhom): Promise<void> {
  const [ids, whose] = "accountIds" in to ? ([to.accountIds, "account"] as const) : ([to.agentIds, "seat"] as const);
  if (ids.length === 0) return;
  const { compId, ...rest } = row;
  await gathered(trx, `reminders/${compId}/${whose}`, { ...rest, ids }, (rows) => insertAll(trx, compId, whose, rows));
}

const whoseIs = { account: sql`a.id = w.id`, seat: sql`a.enabled = 1 and a.agent_id = w.id` };

const insertAll = (trx: Trx, compId: string, whose: keyof typeof whoseIs, rows: readonly unknown[]) =>
  sql`
    insert into reminder (comp_id, account_id, key, subject, due_at, tell_at, message)
    select ${compId}::text, a.id, n.key, n.subject, n."dueAt", n."dueAt", n.message
    from json_to_recordset(${JSON.stringify(rows)}::json)
        as n(key text, subject text, "dueAt" timestamptz, message jsonb, ids text[])
      cross join unnest(n.ids) as w(id)
      join account a on a.comp_id = ${compId} and ${whoseIs[whose]}
    on conflict (comp_id, account_id, key) do nothing`.execute(trx);

/** Accounts of seats that may sign in. */
export const accountsOfSeats = async (
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
): Promise<readonly string[]> =>
  agentIds.length === 0
    ? []
    : (
        await trx
          .selectFrom("account")
          .select("id")
          .where("compId", "=", compId)
          .where("agentId", "in", agentIds)
          .where("enabled", "=", 1)
          .execute()
      ).map(({ id }) => id);

/** Whoever had one on show. */
export const deleteSubject = (trx: Trx, compId: string, subject: string): Promise<Key[]> =>
  trx
    .deleteFrom("reminder")
    .where("compId", "=", compId)
    .where("subject", "=", subject)
    .returning(["compId", "accountId", "key"])
    .execute();

export const finishSubjects = async (
  trx: Trx,
  compId: string,
  subjects: readonly string[],
  now: Date,
  accountId?: string,
): Promise<Ended[]> => {
  if (subjects.length === 0) return [];
  const base = trx
    .updateTable("reminder")
    .set({ doneAt: now, tellAt: null })
    .where("compId", "=", compId)
    .where(sql<boolean>`subject = any(${sql.val([...subjects])}::text[])`)
    .where("doneAt", "is", null);
  return (accountId === undefined ? base : base.where("accountId", "=", accountId))
    .returning(["compId", "accountId", "key", "dueAt"])
    .execute();
};

/** When the next one is to be told; undefined: none is. */
export async function nextTelling(trx: Trx): Promise<Date | undefined> {
  const row = await trx
    .selectFrom("reminder")
    .select((e) => e.fn.min("tellAt").as("at"))
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** `place`: where the row is as it was leased; whoever changes it moves it. */
export type LeasedRow = ReminderRow & { readonly place: string };

/**
 * Those that are due, each for one process: it has them until `until`. Rows are found by their place: a plan that was made while the table
 * was small may look through all of it.
 */
export async function leaseDue(trx: Trx, now: Date, until: Date, most: number): Promise<LeasedRow[]> {
  const { rows } = await sql<LeasedRow>`
    update reminder r set tell_at = ${until}
    where r.ctid = any(array(
      select ctid from reminder where tell_at <= ${now} order by tell_at limit ${most} for update skip locked
    )) returning r.*, r.ctid::text as place`.execute(trx);
  return rows;
}

/** What this process leased until then is told; what was seen to meanwhile is so already. */
export const setTold = (trx: Trx, until: Date, rows: readonly Pick<LeasedRow, "place">[]) =>
  sql`
    update reminder set tell_at = null
    where ctid = any(${sql.val(rows.map(({ place }) => place))}::tid[]) and tell_at = ${until}`.execute(trx);

/** The first page that asks has it. */
export const setShown = (trx: Trx, { compId, accountId, key }: Key, now: Date): Promise<ReminderRow | undefined> =>
  trx
    .updateTable("reminder")
    .set({ shownAt: now, tellAt: null })
    .where("compId", "=", compId)
    .where("accountId", "=", accountId)
    .where("key", "=", key)
    .where("dueAt", "<=", now)
    .where("shownAt", "is", null)
    .where("doneAt", "is", null)
    .returningAll()
    .executeTakeFirst();

export const setDone = (trx: Trx, { compId, accountId, key }: Key, now: Date) =>
  trx
    .updateTable("reminder")
    .set({ doneAt: now, tellAt: null })
    .where("compId", "=", compId)
    .where("accountId", "=", accountId)
    .where("key", "=", key)
    .where("dueAt", "<=", now)
    .where("doneAt", "is", null)
    .executeTakeFirst();

/** Due, not shown and not done; the newest, in the order in which they fell due. */
export async function listWaiting(
  trx: Trx,
  { compId, accountId }: Pick<Key, "compId" | "accountId">,
  since: Date,
  now: Date,
  most: number,
): Promise<ReminderRow[]> {
  const rows = await trx
    .selectFrom("reminder")
    .selectAll()
    .where("compId", "=", compId)
    .where("accountId", "=", accountId)
    .where("shownAt", "is", null)
    .where("doneAt", "is", null)
    .where("dueAt", "<=", now)
    .where("dueAt", ">", since)
    .orderBy("dueAt", "desc")
    .limit(most)
    .execute();
  return rows.reverse();
}

/** Those of plans that fell due since then, or will until then, and were not seen to. */
export const listPlanned = (
  trx: Trx,
  { compId, accountId }: Pick<Key, "compId" | "accountId">,
  from: Date,
  until: Date,
) =>
  trx
    .selectFrom("reminder")
    .selectAll()
    .where("compId", "=", compId)
    .where("accountId", "=", accountId)
    .where("doneAt", "is", null)
    .where("dueAt", ">=", from)
    .where("dueAt", "<", until)
    .where("subject", "like", "plan/%")
    .orderBy("dueAt")
    .limit(50)
    .execute();

export async function deleteOld(trx: Trx, before: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    with gone as (delete from reminder where due_at < ${before} returning 1) select count(*) as n from gone`.execute(
    trx,
  );
  return Number(rows[0]?.n ?? 0);
}
