/** SQL of how good a list is by what the enterprise has called before (inventory dialling.md D, list quality). */
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

/** 空号, 停机, 号码变更: another call would come to the same. */
const dead = [582, 583, 597] as const;

export interface ListQuality {
  /** Numbers still to be dialled that some task has called since then. */
  readonly called: number;
  /** Of them those whose last call came to one of these. */
  readonly dead: number;
}

export async function listQuality(trx: Trx, compId: string, taskId: string, since: Date): Promise<ListQuality> {
  const { rows } = await sql<ListQuality>`
    select count(*)::integer as called, count(*) filter (where code in (${sql.join([...dead])}))::integer as dead
    from (
      select distinct on (a.phone) a.code
      from dial_phone p join dial_attempt a on a.comp_id = p.comp_id and a.phone = p.phone
      where p.comp_id = ${compId} and p.task_id = ${taskId} and p.state in ('waiting', 'retry')
        and a.started_at >= ${since} and a.code is not null
      order by a.phone, a.started_at desc
    ) last`.execute(trx);
  return rows[0]!;
}
