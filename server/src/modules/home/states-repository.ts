/** Times of seats in their states, from the log of states. */
import { sql } from "kysely";
import { seatStatus } from "@liantai/api/contract";
import type { Sums } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";

const free = [seatStatus.offline, seatStatus.idle, seatStatus.busy];

interface Row {
  readonly idle: number | null;
  readonly occupied: number | null;
  readonly wrap: number | null;
}

/**
 * Sums over all seats, or one, of the part of each interval that lies in the stretch. Each seat's intervals of the
 * stretch are one range of the index, and what reaches in from before is the last one before it. wrapMs: wrap-ups that
 * began in the stretch and are over.
 */
export async function stateSums(
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
  agentId?: string,
): Promise<Pick<Sums, "idleMs" | "occupiedMs" | "wrapMs">> {
  const { rows } = await sql<Row>`
    select
      sum(ms) filter (where code = ${seatStatus.idle}) as idle,
      sum(ms) filter (where code not in (${sql.join(free)})) as occupied,
      sum(ms) filter (where code = ${seatStatus.afterCall} and began and over) as wrap
    from (
      select
        i.code,
        i.from_at >= ${from} as began,
        i.to_at is not null as over,
        extract(epoch from least(coalesce(i.to_at, ${to}), ${to}) - greatest(i.from_at, ${from})) * 1000 as ms
      from seat s
      cross join lateral (
        select code, from_at, to_at from agent_status
        where comp_id = s.comp_id and agent_id = s.agent_id and from_at >= ${from} and from_at < ${to}
        union all
        (
          select code, from_at, to_at from agent_status
          where comp_id = s.comp_id and agent_id = s.agent_id and from_at < ${from}
          order by from_at desc limit 1
        )
      ) i
      where s.comp_id = ${compId}
        ${agentId === undefined ? sql`` : sql`and s.agent_id = ${agentId}`}
        and coalesce(i.to_at, ${to}) > ${from}
    ) parts`.execute(trx);
  const [row] = rows;
  const ms = (value: number | null | undefined) => Math.max(0, Math.round(Number(value ?? 0)));
  return { idleMs: ms(row?.idle), occupiedMs: ms(row?.occupied), wrapMs: ms(row?.wrap) };
}
