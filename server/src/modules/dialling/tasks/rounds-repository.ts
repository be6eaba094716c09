/** SQL of numbers that are copied into another task, and of those that are dialled once more: sets of rows, never one by one. */
import type { MissedAnswer } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import { countProgress } from "../progress-repository.ts";

interface Copy {
  readonly compId: string;
  readonly from: string;
  readonly to: string;
  /** What the new ids begin with; what follows is the number's place, so that they stand in the order of the list. */
  readonly prefix: string;
  /** Numbers that were given to seats by the list stay theirs. */
  readonly keepSeats: boolean;
  readonly at: Date;
  readonly by: string;
}

/** As they were imported: waiting, never dialled. How many. */
export async function copyNumbers(trx: Trx, { compId, from, to, prefix, keepSeats, at, by }: Copy): Promise<number> {
  await sql`
    insert into dial_batch (comp_id, id, task_id, batch_number, source, file_name, count, succeed, failing, repetition, black_list,
      created_at, created_by)
    select comp_id, ${prefix}::text || 'b' || lpad(row_number() over (order by created_at, id)::text, 6, '0'), ${to}::text,
      batch_number, source, file_name, count, succeed, failing, repetition, black_list, ${at}::timestamptz, ${by}::text
    from dial_batch where comp_id = ${compId} and task_id = ${from}`.execute(trx);
  const { rows } = await sql<{ copied: number; next: number }>`
    with copied as (
      insert into dial_phone (comp_id, id, task_id, batch_id, phone, person, contact, priority, position, draw, place, agent_id,
        consent_source, consent_at, variables, created_at)
      select p.comp_id, ${prefix}::text || lpad(row_number() over (order by p.position, p.id)::text, 8, '0'), ${to}::text, n.id, p.phone,
        p.person, p.contact, p.priority, p.position, p.draw, p.place, case when ${keepSeats}::boolean then p.agent_id else '' end,
        p.consent_source, p.consent_at, p.variables, ${at}::timestamptz
      from dial_phone p
      join dial_batch b on b.comp_id = p.comp_id and b.id = p.batch_id
      join dial_batch n on n.comp_id = p.comp_id and n.task_id = ${to} and n.batch_number = b.batch_number
      where p.comp_id = ${compId} and p.task_id = ${from}
      returning position
    )
    select count(*)::integer as copied, coalesce(max(position) + 1, 0)::bigint as next from copied`.execute(trx);
  const { copied, next } = rows[0]!;
  await trx
    .updateTable("dial_task")
    .set({ nextPosition: Number(next) })
    .where("compId", "=", compId)
    .where("id", "=", to)
    .execute();
  await countProgress(trx, compId, to, { total: copied, waiting: copied });
  return copied;
}

interface Recall {
  readonly compId: string;
  readonly taskId: string;
  readonly codes: readonly number[];
  /** Whose last call was answered and reached nobody. */
  readonly answers: readonly MissedAnswer[];
  /** '': of every batch. */
  readonly batchNumber: string;
  /** Whoever had them dials them again; otherwise they are anybody's. */
  readonly keepSeats: boolean;
}

/**
 * Numbers that are done or skipped wait again; their rules begin anew, their attempts go on counting (B13). What a seat has in hand stays
 * there for its result, and one whose result is owed is still its seat's to give (D63).
 */
export async function recallNumbers(trx: Trx, of: Recall): Promise<{ readonly count: number; readonly held: number }> {
  const { compId, taskId, codes, answers, batchNumber, keepSeats } = of;
  const { rows } = await sql<{ held: number; done: number; skipped: number }>`
    with chosen as (
      select p.id, p.state, p.taken_at is not null as held from dial_phone p
      where p.comp_id = ${compId} and p.task_id = ${taskId} and p.state in ('done', 'skipped')
        and (p.last_code = any(${sql.val([...codes])}::integer[]) or p.last_answerer = any(${sql.val([...answers])}::text[])
          or (p.last_abandoned = 1 and ${answers.includes("abandoned")}::boolean))
        and (${batchNumber}::text = '' or p.batch_id = (select b.id from dial_batch b
          where b.comp_id = ${compId} and b.task_id = ${taskId} and b.batch_number = ${batchNumber}))
      order by p.id for update
    ), changed as (
      update dial_phone p set state = 'waiting', reason = '', tries = '{}', next_at = null, claimed_until = null, skips = 0,
        agent_id = case when ${keepSeats}::boolean or p.result_due = 1 then p.agent_id else '' end
      from chosen c where p.comp_id = ${compId} and p.id = c.id and not c.held
      returning c.state
    )
    select (select count(*)::integer from chosen where held) as held,
      count(*) filter (where state = 'done')::integer as done, count(*) filter (where state = 'skipped')::integer as skipped
    from changed`.execute(trx);
  const { held, done, skipped } = rows[0]!;
  await countProgress(trx, compId, taskId, { done: -done, skipped: -skipped, waiting: done + skipped });
  return { count: done + skipped, held };
}
