/** SQL of what tasks do now and since their start. */
import { liveStates, type NumberState } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

const live = [...liveStates];

/** Numbers that have a call, by task and state. */
export async function inFlight(trx: Trx, compId: string, taskIds: readonly string[]) {
  if (taskIds.length === 0) return [];
  const rows = await trx
    .selectFrom("dial_phone")
    .select((e) => ["taskId", "state", e.fn.countAll<number>().as("count")])
    .where("compId", "=", compId)
    .where("taskId", "in", taskIds)
    // As the index dial_phone_live says it.
    .where(sql<boolean>`state in ('claimed', 'dialling', 'ringing', 'answered', 'connected')`)
    .groupBy(["taskId", "state"])
    .execute();
  return rows
    .map(({ taskId, state, count }) => ({ taskId, state: state as NumberState, count: Number(count) }))
    .sort((a, b) => live.indexOf(a.state) - live.indexOf(b.state));
}

/** Attempts that began in each minute from then on. minute: 0, 1, … */
export async function attemptsByMinute(trx: Trx, compId: string, taskIds: readonly string[], from: Date) {
  if (taskIds.length === 0) return [];
  const { rows } = await sql<{ taskId: string; minute: number; count: number }>`
    select task_id as "taskId", floor(extract(epoch from started_at - ${from}::timestamptz) / 60)::integer as minute,
      count(*)::integer as count
    from dial_attempt
    where comp_id = ${compId} and task_id = any(${sql.val([...taskIds])}::text[]) and started_at >= ${from}
    group by 1, 2`.execute(trx);
  return rows;
}

export interface Answers {
  readonly taskId: string;
  readonly people: number;
  readonly abandoned: number;
  readonly peopleDay: number;
  readonly abandonedDay: number;
}

/** By people: machines, fax and silence are none; who is not known is one. day: of those since `daySince`. */
export async function answersOf(
  trx: Trx,
  compId: string,
  taskIds: readonly string[],
  daySince: Date,
): Promise<readonly Answers[]> {
  if (taskIds.length === 0) return [];
  const { rows } = await sql<Answers>`
    select task_id as "taskId",
      count(*)::integer as people,
      count(*) filter (where abandoned = 1)::integer as abandoned,
      count(*) filter (where answered_at >= ${daySince})::integer as "peopleDay",
      count(*) filter (where abandoned = 1 and answered_at >= ${daySince})::integer as "abandonedDay"
    from dial_attempt
    where comp_id = ${compId} and task_id = any(${sql.val([...taskIds])}::text[]) and answered_at is not null
      and answerer not in ('machine', 'fax', 'silence')
    group by task_id`.execute(trx);
  return rows;
}

export async function codesOf(trx: Trx, compId: string, taskId: string): Promise<{ code: number; count: number }[]> {
  const rows = await trx
    .selectFrom("dial_attempt")
    .select((e) => ["code", e.fn.countAll<number>().as("count")])
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("code", "is not", null)
    .groupBy("code")
    .orderBy("count", "desc")
    .orderBy("code")
    .execute();
  return rows.map(({ code, count }) => ({ code: Number(code), count: Number(count) }));
}
