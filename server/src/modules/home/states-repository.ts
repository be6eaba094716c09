/** Times of seats in their states, from the log of states. */
import { sql } from "kysely";
import { seatStatus } from "@liantai/api/contract";
import type { Sums } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";
import { unseen } from "./unseen.ts";

const free = [seatStatus.offline, seatStatus.idle, seatStatus.busy];

export type StateSums = Pick<Sums, "idleMs" | "occupiedMs" | "wrapMs">;

interface Row {
  readonly idle: number | null;
  readonly occupied: number | null;
  readonly wrap: number | null;
}

const sumsOf = (row: Row | undefined): StateSums => {
  const ms = (value: number | null | undefined) => Math.max(0, Math.round(Number(value ?? 0)));
  return { idleMs: ms(row?.idle), occupiedMs: ms(row?.occupied), wrapMs: ms(row?.wrap) };
};

/** Of rows of code and span; `wraps`: which of them are wrap-ups to count, and `wrap` how long one was. */
const sums = (wraps: ReturnType<typeof sql>, wrap = sql`span`) => sql`
  extract(epoch from sum(span) filter (where code = ${seatStatus.idle})) * 1000 as idle,
  extract(epoch from sum(span) filter (where code not in (${sql.join(free)}))) * 1000 as occupied,
  extract(epoch from sum(${wrap}) filter (where code = ${seatStatus.afterCall} and ${wraps})) * 1000 as wrap`;

/**
 * Intervals of all seats, or one, that lie in the stretch or reach into it: those that began in it are one range of an index, and what
 * reaches in from before is each seat's last one before it.
 */
function intervals(compId: string, from: Date, to: Date, agentId?: string) {
  const own = agentId === undefined ? sql`` : sql`and s.agent_id = ${agentId}`;
  return sql`
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
    where s.comp_id = ${compId} ${own} and coalesce(i.to_at, ${to}) > ${from}`;
}

/** Sums of one seat over the part of each interval that lies in the stretch. wrapMs: wrap-ups that began in it and are over. */
export async function stateSums(trx: Trx, compId: string, from: Date, to: Date, agentId: string): Promise<StateSums> {
  const { rows } = await sql<Row>`
    select ${sums(sql`began and over`)}
    from (
      select code, from_at >= ${from} as began, to_at is not null as over,
        least(coalesce(to_at, ${to}), ${to}) - greatest(from_at, ${from}) as span
      from (${intervals(compId, from, to, agentId)}) intervals
    ) parts`.execute(trx);
  return sumsOf(rows[0]);
}

export interface StatePart extends StateSums {
  /** Wrap-ups of the hour that are not over. */
  readonly open: number;
}

/**
 * Sums of all seats by the hour, epoch ms, that a part of an interval lies in. A wrap-up counts whole, up to `to`, in the hour that it
 * began in, once it is over. `from` begins an hour.
 */
export async function stateHours(
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
): Promise<ReadonlyMap<number, readonly StatePart[]>> {
  const { rows } = await sql<Row & { readonly hour: Date; readonly open: string }>`
    select hour, count(*) filter (where code = ${seatStatus.afterCall} and began and not over) as open,
      ${sums(sql`began and over`, sql`whole`)}
    from (
      select hour, code, from_at >= hour as began, over, until - from_at as whole,
        least(until, hour + interval '1 hour') - greatest(from_at, hour) as span
      from (
        select code, from_at, to_at is not null as over, least(coalesce(to_at, ${to}), ${to}) as until
        from (${intervals(compId, from, to)}) intervals
      ) told
      cross join lateral generate_series(
        date_bin('1 hour', greatest(from_at, ${from}), ${from}), until - interval '1 microsecond', interval '1 hour'
      ) hour
    ) parts group by hour`.execute(trx);
  return new Map(rows.map((row) => [row.hour.getTime(), [{ ...sumsOf(row), open: Number(row.open) }]]));
}

/** Of all hours together. */
export const allStates = (hours: Iterable<readonly StatePart[]>): StateSums =>
  [...hours].flat().reduce<StateSums>(
    (all, { idleMs, occupiedMs, wrapMs }) => ({
      idleMs: all.idleMs + idleMs,
      occupiedMs: all.occupiedMs + occupiedMs,
      wrapMs: all.wrapMs + wrapMs,
    }),
    { idleMs: 0, occupiedMs: 0, wrapMs: 0 },
  );
