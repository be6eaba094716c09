/** SQL of numbers on their way to a call, and in one: claimed, given back, set aside, ringing. */
import { formatDate } from "@liantai/api/contract";
import { callingStates, type NumberOrder } from "@liantai/api/contract/admin";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialPhoneTable } from "../../../ports/schema/dialling.ts";
import { countProgress } from "../progress-repository.ts";
import { otherWaits, toldBefore } from "../recipes/repository.ts";
import type { Flight } from "./flight.ts";

export type ClaimedPhone = Pick<
  Selectable<DialPhoneTable>,
  | "id"
  | "batchId"
  | "phone"
  | "contact"
  | "agentId"
  | "attempts"
  | "attemptsToday"
  | "nextAt"
  | "consentSource"
  | "consentAt"
  | "variables"
  | "place"
  | "priority"
  | "lastCode"
  | "person"
> & {
  /** What recipes ask besides; where the task has none, nobody looks. */
  readonly batchNumber: string | null;
  readonly hasOther: boolean;
  readonly told: readonly string[];
};

/** As this statement found it: another number that it claims itself counts as waiting. */
const asked = sql`
  (select b.batch_number from dial_batch b where b.comp_id = dial_phone.comp_id and b.id = dial_phone.batch_id) as batch_number,
  ${otherWaits} as has_other, ${toldBefore} as told`;
const unasked = sql`null as batch_number, false as has_other, '{}'::text[] as told`;

const orders: Readonly<Record<NumberOrder, string>> = {
  priority: "priority, position",
  first: "position",
  newest: "position desc",
  fewest: "attempts, position",
  random: "draw",
  place: "place, position",
};

/**
 * Asked for with `is not distinct from`, where numbers are named: `=` lets PostgreSQL go through all that are on their way, of which it
 * believes that there are none while statistics are older than the task's start.
 */
export const claimed = "claimed";

/** Takes so many that are due: those to be dialled again first, then the others in the task's order. Nobody else gets them until then. */
export async function claimPhones(
  trx: Trx,
  compId: string,
  taskId: string,
  {
    most,
    order,
    now,
    until,
    recipes,
  }: {
    readonly most: number;
    readonly order: NumberOrder;
    readonly now: number;
    readonly until: number;
    readonly recipes: boolean;
  },
): Promise<readonly ClaimedPhone[]> {
  if (most <= 0) return [];
  const today = formatDate(now);
  const { rows } = await sql<ClaimedPhone>`
    with due as (
      select id from dial_phone
      where comp_id = ${compId} and task_id = ${taskId} and state = 'retry' and next_at <= ${new Date(now)}
      order by next_at limit ${most} for update skip locked
    ), fresh as (
      select id from dial_phone
      where comp_id = ${compId} and task_id = ${taskId} and state = 'waiting'
      order by ${sql.raw(orders[order])}
      limit greatest(0, ${most} - (select count(*) from due)) for update skip locked
    )
    update dial_phone set state = 'claimed', claimed_until = ${new Date(until)}, put_off_by = '',
      attempts_today = case when today = ${today}::date then attempts_today else 0 end
    where comp_id = ${compId} and id in (select id from due union all select id from fresh)
    returning id, batch_id, phone, contact, agent_id, attempts, attempts_today, next_at, consent_source, consent_at, variables, place,
      priority, last_code, person, ${recipes ? asked : unasked}
  `.execute(trx);
  if (rows.length > 0) {
    const again = rows.filter(({ nextAt }) => nextAt !== null).length;
    await countProgress(trx, compId, taskId, { retry: -again, waiting: again - rows.length, live: rows.length });
  }
  return rows;
}

/** Claimed and not dialled: back where they were. */
export async function giveBack(trx: Trx, compId: string, taskId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const back = await trx
    .updateTable("dial_phone")
    .set({ state: sql`case when next_at is null then 'waiting' else 'retry' end`, claimedUntil: null })
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .where("state", "is not distinct from", claimed)
    .returning("nextAt")
    .execute();
  const again = back.filter(({ nextAt }) => nextAt !== null).length;
  await countProgress(trx, compId, taskId, { live: -back.length, retry: again, waiting: back.length - again });
}

const claimsOf = (trx: Trx, compId: string, taskId: string) =>
  trx
    .selectFrom("dial_phone")
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("state", "=", "claimed")
    .where("takenAt", "is", null);

/**
 * What was claimed and neither dialled nor given back; what agents took (preview) is theirs. until: claims that were over by then;
 * without it all, for who has just taken the lease over: whoever claimed them can commit nothing any more.
 */
export const leftClaims = async (trx: Trx, compId: string, taskId: string, until?: number): Promise<string[]> =>
  (
    await claimsOf(trx, compId, taskId)
      .select("id")
      .$if(until !== undefined, (q) => q.where("claimedUntil", "<=", new Date(until!)))
      .execute()
  ).map(({ id }) => id);

/** Tasks of which a number is claimed, or has a call, by their counters: stopped ones, too. */
export const tasksWithLive = async (trx: Trx, compId: string): Promise<string[]> =>
  (
    await trx.selectFrom("dial_progress").select("taskId").where("compId", "=", compId).where("live", ">", 0).execute()
  ).map(({ taskId }) => taskId);

/** Not dialled now: at another time, or never. false: it is not claimed any more. */
export async function setAside(
  trx: Trx,
  compId: string,
  taskId: string,
  id: string,
  to: {
    readonly state: "skipped" | "retry";
    readonly reason: string;
    readonly nextAt: number | null;
    readonly putOffBy?: string;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("dial_phone")
    .set({
      state: to.state,
      reason: to.reason,
      nextAt: to.nextAt === null ? null : new Date(to.nextAt),
      putOffBy: to.putOffBy ?? "",
      claimedUntil: null,
    })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("state", "=", "claimed")
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await countProgress(trx, compId, taskId, { live: -1, [to.state]: 1 });
  return numUpdatedRows > 0n;
}

/** So many numbers at a time, so that a list of hundreds of thousands holds nobody up. */
const released = 2_000;

/** Numbers that wait for another experiment than this one are due then. True: there may be more of them. */
export async function releasePutOff(
  trx: Trx,
  compId: string,
  taskId: string,
  { heldBy, nextAt }: { readonly heldBy: string; readonly nextAt: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update dial_phone set next_at = ${new Date(nextAt)}, put_off_by = ''
    where comp_id = ${compId} and id in (
      select id from dial_phone
      where comp_id = ${compId} and task_id = ${taskId} and state = 'retry' and put_off_by <> '' and put_off_by <> ${heldBy}
      limit ${released} for update)`.execute(trx);
  return numAffectedRows === BigInt(released);
}

/** false: it is not claimed any more. */
export async function setPriority(trx: Trx, compId: string, id: string, priority: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("dial_phone")
    .set({ priority })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("state", "=", "claimed")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** When the next number is due, or a claim is over; null: none is, now or later. waiting: at once. */
export async function nextDue(
  trx: Trx,
  compId: string,
  taskId: string,
): Promise<{ readonly waiting: boolean; readonly at: number | null }> {
  const waiting = await trx
    .selectFrom("dial_phone")
    .select("id")
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("state", "=", "waiting")
    .limit(1)
    .executeTakeFirst();
  if (waiting) return { waiting: true, at: null };
  const [retry, claim] = await Promise.all([
    trx
      .selectFrom("dial_phone")
      .select("nextAt")
      .where("compId", "=", compId)
      .where("taskId", "=", taskId)
      .where("state", "=", "retry")
      .orderBy("nextAt")
      .limit(1)
      .executeTakeFirst(),
    claimsOf(trx, compId, taskId)
      .select(({ fn }) => fn.min("claimedUntil").as("over"))
      .executeTakeFirst(),
  ]);
  const times = [retry?.nextAt, claim?.over].flatMap((at) => (at ? [at.getTime()] : []));
  return { waiting: false, at: times.length > 0 ? Math.min(...times) : null };
}

/** Of a task whose numbers seats dial: one may still be taken, is dialled, or is in a seat's hands. All seen at one moment. */
export async function seatsHave(trx: Trx, compId: string, taskId: string): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    with p as not materialized (select state, taken_at from dial_phone where comp_id = ${compId} and task_id = ${taskId})
    select exists (select from p where state = 'waiting') or exists (select from p where state = 'retry')
      or exists (select from p where state in ('claimed', 'dialling', 'ringing', 'answered', 'connected'))
      or exists (select from p where taken_at is not null) as some
  `.execute(trx);
  return rows[0]?.some ?? false;
}

/** Whose telephone rings may read whom it rings for before he lifts it: the open attempt is his. */
export async function numberState(
  trx: Trx,
  compId: string,
  { phoneId, attemptId, state, agentId, offered = "" }: Flight,
): Promise<void> {
  await trx
    .updateTable("dial_phone")
    .set({ state, ...(agentId === "" ? {} : { agentId }) })
    .where("compId", "=", compId)
    .where("id", "=", phoneId)
    .where("state", "in", callingStates)
    .execute();
  if (offered !== "")
    await trx
      .updateTable("dial_attempt")
      .set({ agentId: offered })
      .where("compId", "=", compId)
      .where("id", "=", attemptId)
      .where("endedAt", "is", null)
      .execute();
}
