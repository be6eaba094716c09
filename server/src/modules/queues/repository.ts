/** SQL of the monitors of queues: reads only. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import { unseen } from "../home/index.ts";
import { legCondition, legsAnswered, wrapOf } from "../records/index.ts";

/** Whose skill groups: all, or those that one of these seats answers for. */
export type Within = { readonly groupIds: readonly string[]; readonly agentId: string } | undefined;

/** Enabled skill groups, by name; off: those that are switched off as well. */
export function watchedGroups(trx: Trx, compId: string, within: Within, off = false) {
  let query = trx
    .selectFrom("skill_group as g")
    .select(["g.id", "g.name", "g.serviceLevelS"])
    .where("g.compId", "=", compId);
  if (!off) query = query.where("g.enabled", "=", 1);
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

export const seatInService = (trx: Trx, compId: string, agentId: string) =>
  trx
    .selectFrom("seat")
    .select(["agentId", "groupId"])
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("enabled", "=", 1)
    .executeTakeFirst();

/** A skill group's part of an hour; `open`: of it still to come. */
export interface GroupHour {
  readonly id: string | null;
  readonly n: number;
  readonly open: number;
}

type HourRow = { readonly hour: Date } & { readonly [K in keyof GroupHour]: string | null };

function byHour<R extends HourRow, M extends object>(
  rows: readonly R[],
  more: (row: R) => M,
): ReadonlyMap<number, readonly (GroupHour & M)[]> {
  const hours = new Map<number, (GroupHour & M)[]>();
  for (const row of rows) {
    const { hour, id, n, open } = row;
    const part = { id, n: Number(n ?? 0), open: Number(open ?? 0), ...more(row) };
    hours.set(hour.getTime(), [...(hours.get(hour.getTime()) ?? []), part]);
  }
  return hours;
}

/** Talks of a skill group's agents that are over, by the hour they began in: how many, their lengths and their wrap-ups'. */
interface HandledHour extends GroupHour {
  readonly talkMs: number;
  readonly wrapMs: number;
}

export async function handledHours(
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
): Promise<ReadonlyMap<number, readonly HandledHour[]>> {
  const stretch = { from, to: new Date(to.getTime() - 1) };
  const over = legCondition("handled");
  const { rows } = await sql<HourRow & Readonly<Record<"talkMs" | "wrapMs", string | null>>>`
    select date_bin('1 hour', l.answer_at, ${unseen(from)}) as hour, l.skill_group_id as id,
      count(*) filter (where ${over}) as n, count(*) filter (where not (${over})) as open,
      sum(l.talk_ms) filter (where ${over}) as talk_ms,
      extract(epoch from sum(w.to_at - w.from_at) filter (where ${over})) * 1000 as wrap_ms
    from call_leg l
    left join lateral (
      select t.from_at, t.to_at from agent_status t where ${wrapOf} limit 1
    ) w on true
    where l.comp_id = ${compId} and l.skill_group_id is not null and l.role in ('agent', 'member') and ${legsAnswered(stretch)}
    group by 1, 2`.execute(trx);
  return byHour(rows, ({ talkMs, wrapMs }) => ({
    talkMs: Number(talkMs ?? 0),
    wrapMs: Math.round(Number(wrapMs ?? 0)),
  }));
}

/**
 * How often callers were led away from a skill group without an agent, by hour: from each one they waited in then (Q22); of those whom
 * none let in, the one they had been led to. What happened before is asked for in the order of the log's key: a planner that knows nothing
 * of today takes any index else, and reads all of the log for each.
 */
export async function overflowHours(trx: Trx, compId: string, from: Date, to: Date) {
  const { rows } = await sql<HourRow>`
    select date_bin('1 hour', o.at, ${unseen(from)}) as hour, g.id, count(*) as n, 0 as open
    from event o
    left join lateral (
      select q.type <> 'overflowed' as waited,
        coalesce(q.data->>'skillGroupId', case when q.data->>'kind' = 'skillGroup' then q.data->>'id' end) as id
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
    left join lateral (
      select v.skill_group_id as id from call_visit v
      where before.waited and v.comp_id = o.comp_id and v.call_id = o.stream_id and v.outcome = 'flowed' and v.left_at = o.at
    ) stay on true
    cross join lateral (select coalesce(stay.id, before.id, target.id) as id) g
    where o.comp_id = ${compId} and o.stream = 'contact' and o.type = 'overflowed'
      and o.at >= ${unseen(from)} and o.at < ${unseen(to)}
    group by 1, 2`.execute(trx);
  return byHour(rows, () => ({}));
}
