/** SQL of how calls that come in fare in the groups of a task's agents. */
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { ServiceLevel } from "./blending.ts";

/** Of groups whose limit is not known. */
const usualSlMs = 20_000;

/** Stays since then in the groups of the seats that have joined; who gave up at once is no call, who waits too long already is one. */
export async function serviceLevel(
  trx: Trx,
  compId: string,
  taskId: string,
  since: Date,
  now: Date,
): Promise<ServiceLevel> {
  const { rows } = await sql<ServiceLevel>`
    select count(*)::integer as calls,
      (count(*) filter (where v.outcome = 'answered' and v.wait_ms <= coalesce(v.sl_ms, ${usualSlMs})))::integer as "inTime"
    from call_visit v
    where v.comp_id = ${compId} and v.entered_at >= ${since}
      and v.skill_group_id in (
        select m.skill_group_id from skill_group_member m
        join task_seat s on s.comp_id = m.comp_id and s.agent_id = m.agent_id
        where s.comp_id = ${compId} and s.task_id = ${taskId} and s.participate_status = 1
      )
      and case v.outcome
        when 'answered' then true
        when 'abandoned' then v.wait_ms >= v.short_ms
        when 'open' then v.entered_at + coalesce(v.sl_ms, ${usualSlMs}) * interval '1 millisecond' < ${now}
        else v.wait_ms > coalesce(v.sl_ms, ${usualSlMs})
      end`.execute(trx);
  return rows[0] ?? { calls: 0, inTime: 0 };
}
