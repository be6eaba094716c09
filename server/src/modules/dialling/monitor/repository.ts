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
  /** What the detection took for machines; of those the people, and the machines that it took for people, by who heard them (误判). */
  readonly machines: number;
  readonly misjudged: number;
  readonly missed: number;
}

const machine = (column: string) => sql<boolean>`${sql.ref(column)} in ('machine', 'fax')`;
/** As the engine leads them on (D10): whoever is not known to be a machine, and what who heard it says goes before the detection. */
const byPerson = sql<boolean>`case when heard = '' then not ${machine("answerer")} else heard = 'person' end`;

/** day: of those since `daySince`. */
export async function answersOf(
  trx: Trx,
  compId: string,
  taskIds: readonly string[],
  daySince: Date,
): Promise<readonly Answers[]> {
  if (taskIds.length === 0) return [];
  const { rows } = await sql<Answers>`
    select task_id as "taskId",
      count(*) filter (where person)::integer as people,
      count(*) filter (where person and abandoned = 1)::integer as abandoned,
      count(*) filter (where person and answered_at >= ${daySince})::integer as "peopleDay",
      count(*) filter (where person and abandoned = 1 and answered_at >= ${daySince})::integer as "abandonedDay",
      count(*) filter (where taken)::integer as machines,
      count(*) filter (where taken and heard = 'person')::integer as misjudged,
      count(*) filter (where not taken and heard = 'machine')::integer as missed
    from (
      select task_id, abandoned, answered_at, heard, ${byPerson} as person, ${machine("answerer")} as taken
      from dial_attempt
      where comp_id = ${compId} and task_id = any(${sql.val([...taskIds])}::text[]) and answered_at is not null
    ) answers
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
