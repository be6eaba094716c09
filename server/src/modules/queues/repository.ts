/** SQL of the monitors of queues: reads only. */
import { sql } from "kysely";
import { seatStatus } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";
import { unseen } from "../home/index.ts";

/** Whose skill groups: all, or those that one of these seats answers for. */
export type Within = { readonly groupIds: readonly string[]; readonly agentId: string } | undefined;

/** Enabled skill groups, by name. */
export function watchedGroups(trx: Trx, compId: string, within: Within) {
  let query = trx
    .selectFrom("skill_group as g")
    .select(["g.id", "g.name", "g.serviceLevelS"])
    .where("g.compId", "=", compId)
    .where("g.enabled", "=", 1);
  if (within)
    query = query.where((e) =>
      e.exists(
        e
          .selectFrom("skill_group_member as m")
          .innerJoin("seat as s", (j) => j.onRef("s.compId", "=", "m.compId").onRef("s.agentId", "=", "m.agentId"))
          .select("m.agentId")
          .whereRef("m.compId", "=", "g.compId")
          .whereRef("m.skillGroupId", "=", "g.id")
          .where((x) =>
            x.or([
              x("s.agentId", "=", within.agentId),
              ...(within.groupIds.length > 0 ? [x("s.groupId", "in", within.groupIds)] : []),
            ]),
          ),
      ),
    );
  return query.orderBy("g.name").orderBy("g.id").execute();
}

/** Seats in service that answer for a skill group. */
export function seatsOfGroup(trx: Trx, compId: string, id: string, within: Within) {
  let query = trx
    .selectFrom("skill_group_member as m")
    .innerJoin("seat as s", (j) => j.onRef("s.compId", "=", "m.compId").onRef("s.agentId", "=", "m.agentId"))
    .select(["s.agentId", "s.name", "m.level"])
    .where("m.compId", "=", compId)
    .where("m.skillGroupId", "=", id)
    .where("s.enabled", "=", 1);
  if (within)
    query = query.where((e) =>
      e.or([
        e("s.agentId", "=", within.agentId),
        ...(within.groupIds.length > 0 ? [e("s.groupId", "in", within.groupIds)] : []),
      ]),
    );
  return query.orderBy("s.agentId").execute();
}

/** Dispatch queues in service, by name. */
export const dispatchQueues = (trx: Trx, compId: string) =>
  trx
    .selectFrom("dispatch_group")
    .select(["id", "name"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .orderBy("name")
    .execute();

export const seatsInService = (trx: Trx, compId: string) =>
  trx
    .selectFrom("seat")
    .select(["agentId", "name"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .orderBy("agentId")
    .execute();

/** A skill group's part of an hour; `open`: of it still to come. */
export interface GroupHour {
  readonly id: string | null;
  readonly n: number;
  readonly open: number;
}

type HourRow = { readonly hour: Date } & { readonly [K in keyof GroupHour]: string | null };

function byHour(rows: readonly HourRow[]): ReadonlyMap<number, readonly GroupHour[]> {
  const hours = new Map<number, GroupHour[]>();
  for (const { hour, id, n, open } of rows) {
    const at = hour.getTime();
    hours.set(at, [...(hours.get(at) ?? []), { id, n: Number(n ?? 0), open: Number(open ?? 0) }]);
  }
  return hours;
}

/** ms of the wrap-ups that are over, by the hour they began in and the skill group of their call, which began since `since`. */
export async function wrapHours(trx: Trx, compId: string, from: Date, to: Date, since: Date) {
  const over = sql`t.to_at is not null and r.end_at is not null`;
  const { rows } = await sql<HourRow>`
    select date_bin('1 hour', t.from_at, ${unseen(from)}) as hour, r.skill_group_id as id,
      extract(epoch from sum(t.to_at - t.from_at) filter (where ${over} and r.answer_at is not null)) * 1000 as n,
      count(*) filter (where not (${over})) as open
    from agent_status t join call_record r on r.comp_id = t.comp_id and r.call_id = t.call_id
    where t.comp_id = ${compId} and t.code = ${sql.lit(seatStatus.afterCall)}
      and t.from_at >= ${unseen(from)} and t.from_at < ${unseen(to)}
      and r.start_at >= ${unseen(since)} and r.direction <> 'internal'
    group by 1, 2`.execute(trx);
  return byHour(rows);
}

/**
 * How often callers were led away from a skill group without an agent, by hour: the one they had joined last; of those whom none let in,
 * the one they were led to first. Both are asked for in the order of the log's key: a planner that knows nothing of today takes any index
 * else, and reads all of the log for each.
 */
export async function overflowHours(trx: Trx, compId: string, from: Date, to: Date) {
  const { rows } = await sql<HourRow>`
    select date_bin('1 hour', o.at, ${unseen(from)}) as hour, coalesce(before.id, target.id) as id, count(*) as n, 0 as open
    from event o
    left join lateral (
      select coalesce(q.data->>'skillGroupId', case when q.data->>'kind' = 'skillGroup' then q.data->>'id' end) as id
      from event q
      where q.comp_id = o.comp_id and q.stream = o.stream and q.stream_id = o.stream_id and q.seq < o.seq
        and q.type in ('queued', 'groupAdded', 'overflowed')
      order by q.seq desc limit 1
    ) before on true
    left join lateral (
      select q.data->>'skillGroupId' as id from event q
      where q.comp_id = o.comp_id and q.stream = o.stream and q.stream_id = o.stream_id
      order by q.seq limit 1
    ) target on true
    where o.comp_id = ${compId} and o.stream = 'contact' and o.type = 'overflowed'
      and o.at >= ${unseen(from)} and o.at < ${unseen(to)}
    group by 1, 2`.execute(trx);
  return byHour(rows);
}
