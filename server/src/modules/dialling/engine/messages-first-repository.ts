/** SQL of numbers that had a message before their call: how many more may have one. */
import { minuteMs } from "@liantai/api/contract";
import type { TaskSettings } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

/** So many may wait for their call at the least; else as many as are called in twice the waiting time, or people would wait for hours. */
const fewest = 20;

/**
 * Those of a task that wait for their call within that time from now, and the calls to any of it within that time before: what is due later
 * had no message just now, and is not looked at.
 */
async function waiting(trx: Trx, compId: string, taskId: string, now: number, longestMs: number) {
  const [since, until] = [new Date(now - longestMs), new Date(now + longestMs)];
  const { rows } = await sql<{ told: number; called: number }>`
    select
      (select count(*)::integer from dial_phone p
        where p.comp_id = ${compId} and p.task_id = ${taskId} and p.state = 'retry' and p.next_at <= ${until} and exists (
          select from dial_action a
          where a.comp_id = p.comp_id and a.phone_id = p.id and a.attempt_id = '' and a.body ->> 'action' = 'sms'
            and (p.last_at is null or a.at > p.last_at))) as told,
      (select count(*)::integer from dial_attempt d
        where d.comp_id = ${compId} and d.task_id = ${taskId} and d.started_at > ${since}) as called`.execute(trx);
  return rows[0] ?? { told: 0, called: 0 };
}

/** How many more numbers of the task may have a message before their call now; it sends none where no recipe says so. */
export async function roomForMessages(
  trx: Trx,
  compId: string,
  taskId: string,
  { recipesBefore = [] }: Partial<Pick<TaskSettings, "recipesBefore">>,
  now: number,
): Promise<number> {
  const minutes = recipesBefore.flatMap(({ action, waitMin }) => (action === "sms" ? [waitMin] : []));
  if (minutes.length === 0) return 0;
  const { told, called } = await waiting(trx, compId, taskId, now, Math.max(...minutes) * minuteMs);
  return Math.max(fewest, 2 * called) - told;
}
