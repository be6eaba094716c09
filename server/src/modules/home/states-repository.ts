/** Times of seats in their states, from the log of states. */
import { sql } from "kysely";
import { seatStatus } from "@liantai/api/contract";
import type { Sums } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";
import { unseen } from "./unseen.ts";

const free = [seatStatus.offline, seatStatus.idle, seatStatus.busy];

interface Row {
  readonly idle: number | null;
  readonly occupied: number | null;
  readonly wrap: number | null;
}

/**
 * Sums over all seats, or one, of the part of each interval that lies in the stretch: those that began in it are one range of an
 * index, and what reaches in from before is each seat's last one before it. wrapMs: wrap-ups that began in the stretch and are over.
 */
export async function stateSums(
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
  agentId?: string,
): Promise<Pick<Sums, "idleMs" | "occupiedMs" | "wrapMs">> {
  const own = agentId === undefined ? sql`` : sql`and s.agent_id = ${agentId}`;
  const { rows } = await sql<Row>`
    select
      extract(epoch from sum(span) filter (where code = ${seatStatus.idle})) * 1000 as idle,
      extract(epoch from sum(span) filter (where code not in (${sql.join(free)}))) * 1000 as occupied,
      extract(epoch from sum(span) filter (where code = ${seatStatus.afterCall} and began and over)) * 1000 as wrap
    from (
      select
        code,
        from_at >= ${from} as began,
        to_at is not null as over,
        least(coalesce(to_at, ${to}), ${to}) - greatest(from_at, ${from}) as span
      from (
        select a.code, a.from_at, a.to_at
        from agent_status a join seat s on s.comp_id = a.comp_id and s.agent_id = a.agent_id
        where a.comp_id = ${compId} ${own} and a.from_at >= ${unseen(from)} and a.from_at < ${unseen(to)}
        union all
        select i.code, i.from_at, i.to_at from seat s
        cross join lateral (
          select code, from_at, to_at from agent_status
          where comp_id = s.comp_id and agent_id = s.agent_id and from_at < ${from}
          order by from_at desc limit 1
        ) i
        where s.comp_id = ${compId} ${own}
      ) intervals
      where coalesce(to_at, ${to}) > ${from}
    ) parts`.execute(trx);
  const [row] = rows;
  const ms = (value: number | null | undefined) => Math.max(0, Math.round(Number(value ?? 0)));
  return { idleMs: ms(row?.idle), occupiedMs: ms(row?.occupied), wrapMs: ms(row?.wrap) };
}
